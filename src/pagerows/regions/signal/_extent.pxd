from libc.stdint cimport int32_t, int64_t

from pagerows.regions.signal._contour cimport Sequence


cdef class Fit:
    cdef double min_overlap, min_alike, fold_gain, split_alike
    cdef Py_ssize_t fold, section_text


cdef class Tree:
    #: A page's columns, which are known to be those of a tree, and how many rows there are: the rows below row k, and no others,
    #: are those up to ``end[k]``. How many characters the text of each row has; how many children it has.
    cdef const int32_t *parent
    cdef const int32_t *end
    cdef const int32_t *characters
    cdef int32_t *children
    cdef Py_ssize_t rows
    #: The symbols of rows, and those without style.
    cdef const int32_t *codes
    cdef const int32_t *shape
    #: The starts of records so far; other rows that are looked at; numbers to take the median of. There are no more than rows.
    cdef int32_t *starts
    cdef int32_t *others
    cdef int32_t *numbers
    cdef Py_ssize_t count, other_count
    #: Marks, by symbol or row: who saw it last.
    cdef int64_t *seen
    cdef int64_t *met
    cdef int64_t stamp
    #: What keeps all this.
    cdef tuple columns
    cdef void *room

    cdef int prepare(
        self, const int32_t *parent, const int32_t *end, const int32_t *characters, const Sequence *codes, const Sequence *shape
    ) except -1
    cdef int fit_region(self, const int32_t *positions, Py_ssize_t count, Fit how) except -1 nogil
    cdef void close(self, int64_t *stops) noexcept nogil
