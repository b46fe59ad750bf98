from libc.stdint cimport uint8_t


cdef class Joiner:
    cdef object absolute
    cdef dict known
    cdef bint based
    cdef bytes host

    cdef object joined(self, const uint8_t *link, Py_ssize_t size)
    cdef object asked(self, str link)
    cpdef str join(self, str link)
