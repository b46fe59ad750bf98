from libc.stdint cimport int64_t


cdef class Candidates:
    """Candidates for the records of a page: as arrays, and as kernels read them."""

    cdef object room
    cdef const int64_t[::1] starts, stops, firsts, sources
    cdef Py_ssize_t count

    cdef int put(self, object room, Py_ssize_t records, Py_ssize_t count) except -1
