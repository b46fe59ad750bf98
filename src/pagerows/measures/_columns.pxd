from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t


cdef class Sheet:
    """All columns of a page as kernels read them, each looked up once: see `Columns` and `NodeTable`."""

    cdef Py_ssize_t rows, paths
    cdef const int32_t[::1] tag, parent, depth, end, path
    cdef const int8_t[::1] kind
    cdef const int64_t[::1] before, chars, leaves, text_id, link_id
    cdef const int32_t[::1] plain, tags, step
    cdef const int32_t[:, ::1] sums, bits
    cdef const uint64_t[::1] text_hash
    cdef const double[::1] said
    cdef dict numbers

    cdef int32_t number(self, str name) except? -1
