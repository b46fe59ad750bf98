from libc.stdint cimport int32_t, int64_t, uint8_t


cdef class Contour:
    cdef int how
    cdef bint grow
    cdef double min_share, max_angle
    cdef Py_ssize_t fallback


cdef int32_t highest(const int32_t[::1] codes) except -1 nogil
cdef int order(const int32_t[::1] codes, int64_t[::1] place, int64_t[::1] found) except -1
cdef Py_ssize_t find_regions(
    const int32_t[::1] codes, Contour how, int64_t[::1] seen, uint8_t[::1] cut, int64_t[::1] starts, int64_t[::1] stops
) except -1
