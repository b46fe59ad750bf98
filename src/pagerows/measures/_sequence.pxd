from libc.stdint cimport int32_t, int64_t

#: The sum, the smallest and the largest of a stretch.
cdef struct Extremes:
    int64_t total
    int32_t low, high

cdef Extremes extremes_of(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop) except * nogil
cdef double slope_of(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop) except? -1 nogil
