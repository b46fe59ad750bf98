from libc.stdint cimport int32_t

from pagerows.align.fields._cells cimport Cells
from pagerows.align.fields._reading cimport Shown
from pagerows.page._parser cimport Span as Signs
from pagerows.page._spans cimport Spans


cdef class Pictures:
    """Makes the cells of pictures: see _pictures.pyx."""

    cdef Shown shown
    cdef Cells cells
    cdef object spare
    #: The rows of the records' images; their sources and what they say; how many have the source of each.
    cdef int32_t *rows
    cdef int32_t *counts
    cdef Py_ssize_t count
    cdef Spans sources, texts
    #: What else may be their source, most certain first: attributes of one address, and those of several.
    cdef list later, sets
    #: Whether the page has nothing to show instead, None where nobody asked yet.
    cdef object without_spares

    cpdef cell(self, int32_t row)
    cpdef first(self, int32_t row)
    cdef int read(self) except -1
    cdef Spans values(self, str name)
    cdef int count_sources(self) except -1
    cdef int read_others(self) except -1
    cdef object drawn(self, Signs source, Py_ssize_t place)
    cdef Signs later_source(self, Py_ssize_t place) except *
    cdef Signs best(self, Py_ssize_t place, bint *good) except *
    cdef object doubtful(self, Py_ssize_t place)
    cdef list beside(self, int32_t row)
    cdef list spares(self, int32_t row)
