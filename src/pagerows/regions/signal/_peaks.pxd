from libc.stdint cimport int32_t, int64_t, uint8_t


cdef class Choice:
    cdef Py_ssize_t min_records, most_tried, width
    cdef double min_size, max_cv, most_cv, min_coverage, least, weak


#: What is known of a region while its symbols are tried: the one that marks its records for sure (-1 for none); the one that
#: does by now, with its peak and the coefficients looked up until then; all that were looked up; how many symbols were tried.
cdef struct Tried:
    int64_t sure, chosen, until, looked_up, count
    double peak


cdef class Spectra:
    cdef const int32_t[::1] codes
    cdef const int64_t[::1] starts, stops, positions
    cdef object given
    cdef double[::1] signal
    cdef double[:, ::1] waves

    cdef double peak(self, int64_t region, int64_t first, int64_t last, int64_t low, int64_t high) except? -1 nogil


cdef Py_ssize_t distribute(
    const int32_t[::1] codes, const int64_t[::1] starts, const int64_t[::1] stops, Py_ssize_t regions, const int64_t[::1] order,
    Choice how, int64_t[::1] owner, int64_t[::1] positions, int64_t[:, ::1] found, double[::1] variations, Py_ssize_t *inside,
) except -1
cdef int choose(
    Spectra spectra, const int64_t[:, ::1] table, const double[::1] cv, Py_ssize_t symbols, const uint8_t[::1] empty, Choice how,
    Tried *tried, Py_ssize_t regions,
) except -1
