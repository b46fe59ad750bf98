from libc.stdint cimport int32_t, int64_t

#: The sum, the smallest and the largest of a stretch.
cdef struct Extremes:
    int64_t total
    int32_t low, high

#: Of the codes `start` up to `stop`, one at least for the extremes; that there are as many is for the caller to know.
cdef Extremes extremes_of(const int32_t *codes, Py_ssize_t start, Py_ssize_t stop) noexcept nogil
cdef double slope_of(const int32_t *codes, Py_ssize_t start, Py_ssize_t stop) noexcept nogil


#: The six features of [V20 s. 4.3], in the order of its text.
cdef struct Six:
    double size, center, horizontal, vertical, range, record

cdef Six six_of(
    Py_ssize_t size, int64_t largest, int64_t records, int64_t start, int64_t stop, int64_t covered, Extremes codes
) noexcept nogil
cdef double angle_of(double slope) noexcept nogil
