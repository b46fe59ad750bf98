from libc.stdint cimport int32_t, int64_t


cdef class Fit:
    cdef double min_overlap, min_alike, fold_gain, split_alike
    cdef Py_ssize_t fold, section_text


cdef class Tree:
    cdef const int32_t[::1] parent, end
    #: The symbols of rows, and those without style.
    cdef const int32_t[::1] codes, shape
    #: How many children each row has.
    cdef int32_t[::1] children
    #: How many characters the text of each row has.
    cdef const int32_t[::1] characters
    #: The starts of records so far; other rows that are looked at; numbers to take the median of.
    cdef int32_t[::1] starts, others, numbers
    cdef Py_ssize_t count, other_count
    #: Marks, by symbol or row: who saw it last.
    cdef int64_t[::1] seen, met
    cdef int64_t stamp

    cdef tuple fitted(self, const int64_t[::1] positions, const int64_t[::1] first, const int64_t[::1] last, Fit how)
    cdef int take(self, const int64_t[::1] positions, int64_t first, int64_t last) except -1 nogil
    cdef int32_t bound(self, int32_t row) except -1 nogil
    cdef int32_t stop_of(self, const int32_t[::1] rows, Py_ssize_t count, Py_ssize_t place) except -1 nogil
    cdef int take_others(self) except -1 nogil
