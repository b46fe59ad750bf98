from libc.stdint cimport int32_t

from pagerows.align.fields._reading cimport Shown
from pagerows.page._joining cimport Joiner
from pagerows.page._parser cimport Span as Signs
from pagerows.page._spans cimport Spans


cdef class Cells:
    """Makes the cells of texts of one page: see _cells.pyx."""

    cdef Shown shown
    cdef readonly Joiner absolute
    cdef bint all_texts
    #: Rows of links that lead away, their targets, and the addresses that were asked for.
    cdef int32_t *links
    cdef Py_ssize_t link_count
    cdef Spans targets
    cdef list addresses
    #: Where parts of records start, and rows that speak to machines; both ascend.
    cdef int32_t *starts
    cdef int32_t *times
    cdef Py_ssize_t time_count

    cpdef url(self, int32_t start, int32_t stop)
    cdef object link_at(self, int32_t row)
    cdef int32_t top(self, int32_t row) except? -1
    cdef object address(self, Py_ssize_t link)
    cdef object joined(self, Signs target)
    cdef str text_of(self, Signs text)
    cdef object machine(self, int32_t row)
    cpdef exact(self, int32_t start, int32_t stop)
    cdef bint is_cell(self, str text) except -1
    cpdef made(self, str text, int32_t start, int32_t stop)
    cdef object linked(self, str text, int32_t start, int32_t stop, exact)
    cpdef told(self, str text, int32_t row)
    cdef object listed(self, list items, str text)
    cdef object drawn(self, str text, source, int32_t row)
    cdef object bare_link(self, int32_t row)
    cpdef element(self, int32_t row)
    cdef object texts(self, const int32_t *rows, Py_ssize_t count)
    cdef str said(self, const int32_t *rows, Py_ssize_t count)
    cdef bint says(self, const int32_t *rows, Py_ssize_t count) except -1
    cdef str piece(self, const int32_t *rows, Py_ssize_t size, Py_ssize_t *first, Py_ssize_t *last)
    cdef int find_starts(self) except -1
    cdef int find_links(self) except -1
    cdef bint leads(self, Signs target) except -1
