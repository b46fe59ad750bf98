from libc.stdint cimport int64_t


cdef class Candidates:
    """Candidates for the records of a page: as arrays, and as kernels read them."""

    cdef readonly object start, stop, first, source
    cdef const int64_t[::1] starts, stops, firsts, sources
    cdef Py_ssize_t count
