cdef class Joiner:
    """Makes links absolute: see _joining.pyx."""

    cdef object absolute
    cdef str host, folder
    cdef bint based
    cdef dict known

    cpdef str join(self, str link)
    cdef str joined(self, str link)
