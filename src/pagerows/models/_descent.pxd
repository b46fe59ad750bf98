from libc.stdint cimport int32_t, uint32_t, uint64_t


cdef class Forest:
    """Trees as sets of rows go down them."""

    cdef Py_ssize_t width, trees, room
    cdef const double[::1] cuts
    cdef const int32_t[::1] first_cut, first_split, first_leaf, cut, low, high
    cdef const double[::1] value
    cdef double[:, ::1] few
    cdef const uint32_t[:, ::1] moves

    cdef int add_leaves(self, const double[:, ::1] rows, double[::1] sums, uint64_t[::1] room) except -1 nogil
