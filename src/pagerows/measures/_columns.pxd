from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from pagerows._arrays cimport Array


cdef class Sheet:
    """All columns of a page as kernels read them, each looked up and checked once: see `Columns` and `NodeTable`."""

    #: The page's rows; rows where something is counted; texts and links among them; paths; sizes of ranges that the page names.
    cdef Py_ssize_t rows, counted, texts, links, paths, said_count
    #: Of each row: rows behind it or above it are rows of the page, `end` is behind its subtree.
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *depth
    cdef const int32_t *end
    cdef const int32_t *path
    cdef const int8_t *kind
    cdef const int32_t *plain
    cdef const int32_t *tags
    cdef const int32_t *step
    #: Before each row, and at the end.
    cdef const int64_t *before
    cdef const int64_t *chars
    cdef const int64_t *leaves
    #: SKETCH numbers for each row and the end; LANES for each row where something is counted and the end.
    cdef const int32_t *bits
    cdef const int32_t *sums
    cdef const uint64_t *text_hash
    cdef const int64_t *text_id
    cdef const int64_t *link_id
    cdef const double *said
    cdef dict numbers
    cdef object owners

    cdef int32_t number(self, str name) except? -1


cdef class Columns:
    cdef readonly object nodes, plain, tags, step
    cdef readonly Array before, sums, text_hash, text_id, chars, leaves, bits, link_id, said
    cdef readonly Sheet sheet
