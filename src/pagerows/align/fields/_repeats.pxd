from libc.stdint cimport int32_t

from pagerows.align.fields._reading cimport Shown


cdef list resolve(Shown reading, str tag, const int32_t *rows, const int32_t *records, Py_ssize_t size)
