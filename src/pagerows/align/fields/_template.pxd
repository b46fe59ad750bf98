from libc.stdint cimport int32_t, uint8_t

from pagerows.align.fields._room cimport Room


cdef class Place:
    """A place of the template and the rows that are there: see _template.pyx."""

    cdef readonly str tag
    cdef uint8_t marks
    cdef int holds
    #: The rows that are there and their records, which ascend; and how many records there are.
    cdef int32_t *rows
    cdef int32_t *records
    cdef Py_ssize_t size, count
    #: Where these stand.
    cdef Room memory
    cdef readonly double order
    cdef readonly list children
    #: Whether all below stands in lines of text.
    cdef bint flows
    #: The text of each record, once somebody asked.
    cdef list texts

    cdef Py_ssize_t behind(self, Py_ssize_t at) except -1
    cdef int change(self, list pairs) except -1
