from libc.stdint cimport int32_t, int64_t, uint8_t

from pagerows.regions.signal._contour cimport Sequence


cdef class Choice:
    cdef Py_ssize_t min_records, most_tried, width
    cdef double min_size, max_cv, most_cv, min_coverage, least, weak


#: A symbol that is well distributed in a region: the first and the last of its positions there, among all positions inside of
#: regions; the coefficient of variation of its gaps; when it is tried (see `choose`).
cdef struct Group:
    int32_t region, symbol, first, last
    double cv
    int turn


#: What is known of a region while its symbols are tried: the one that marks its records for sure (-1 for none); the one that
#: does by now, with its peak and the coefficients looked up until then; all that were looked up; how many symbols were tried.
cdef struct Tried:
    int64_t sure, chosen, until, looked_up, count
    double peak


#: What peaks are looked for in: a sequence with its regions and the positions inside of them, which others keep.
cdef class Spectra:
    cdef Sequence own
    cdef const int32_t *starts
    cdef const int32_t *stops
    cdef const int32_t *positions
    cdef object given
    #: Room for the signal of the longest region, and for the waves of a row of it.
    cdef double *room

    cdef int prepare(
        self, Sequence own, const int32_t *starts, const int32_t *stops, Py_ssize_t regions, const int32_t *positions, given
    ) except -1
    cdef double peak(self, const Group *group, int64_t low, int64_t high) except? -1 nogil


cdef Py_ssize_t distribute(
    const Sequence *own, const int32_t *starts, const int32_t *stops, Py_ssize_t regions, const int32_t *order, Choice how,
    int32_t *owner, int32_t *positions, Group *found, Py_ssize_t *inside,
) noexcept nogil
cdef int choose(
    Spectra spectra, Group *groups, Py_ssize_t count, const uint8_t *empty, Choice how, Tried *tried, Py_ssize_t regions
) except -1 nogil
