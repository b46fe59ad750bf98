from libc.stdint cimport uint8_t


cdef class Joiner:
    cdef object absolute
    cdef dict known
    cdef bint based
    #: What stands before links that begin with two slashes, with one and with none; empty where it is not plain.
    cdef bytes scheme, host, folder

    cdef object joined(self, const uint8_t *link, Py_ssize_t size)
    cdef object asked(self, str link)
    cpdef str join(self, str link)
