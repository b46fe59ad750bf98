"""The words that phrases begin with, for kernels."""


cdef class Firsts:
    cdef unsigned char known[27][27][16]

    cdef int note(self, str word) except -1
    cpdef bint may_be_in(self, str text) except -1
