from libc.stdint cimport uint8_t, uint32_t

#: Instead of an attribute's number: the text of a row.
cdef enum: TEXTS = 0x7FFFFFFF

#: Some UTF-8 of a page, which lives as long as the page's rows do.
cdef struct Utf8:
    const uint8_t *at
    Py_ssize_t size

cdef bint is_compiled(object data)
cdef Utf8 utf8_of(object data, Py_ssize_t row, uint32_t name) except *
cdef uint32_t attribute_number(object data, str name) except? 0
