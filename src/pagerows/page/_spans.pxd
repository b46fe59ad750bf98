"""Strings of a page in UTF-8, where they stand in memory."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from pagerows.page._parser cimport Span


cdef class Spans:
    #: So many strings; `kept` keeps the bytes where they are.
    cdef Span *items
    cdef Py_ssize_t count
    cdef object kept

    cdef int strip(self) except -1
    cdef str text(self, Py_ssize_t place)


cdef Spans encoded(list texts)
cdef Spans spans_at(nodes, const int32_t *rows, Py_ssize_t count, str name)
cdef Spans row_spans(nodes, const int32_t[::1] rows, str name)
cdef Spans path_spans(paths, str name)
cdef int32_t numbered_spans(Spans spans, int32_t[::1] found) except -1
cdef int32_t number_spans(Spans spans, int32_t *found) except -1
cdef Spans distinct_spans(Spans spans, numbers)
