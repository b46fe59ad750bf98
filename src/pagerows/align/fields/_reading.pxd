from libc.stdint cimport int32_t


cdef class Texts:
    cdef object data
    cdef list rows, glue, single
    cdef dict several
    cdef int32_t low
    cdef const int32_t[::1] end, before, filled

    cdef Py_ssize_t first(self, int32_t row) except -1
    cdef Py_ssize_t last(self, int32_t row) except -1
    cpdef str text(self, int32_t row)
    cpdef str joined(self, Py_ssize_t first, Py_ssize_t last)


cdef str folded(str text)
