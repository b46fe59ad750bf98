from libc.stdint cimport int64_t

from pagerows._arrays cimport Array


cdef class Candidates:
    """Candidates for the records of a page: as arrays, and as kernels read them."""

    cdef Array room
    cdef const int64_t *starts
    cdef const int64_t *stops
    cdef const int64_t *firsts
    cdef const int64_t *sources
    cdef Py_ssize_t records, count

    cdef int put(self, Array room, Py_ssize_t records, Py_ssize_t count) except -1
