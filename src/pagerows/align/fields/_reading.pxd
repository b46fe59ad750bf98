from libc.stdint cimport int32_t, uint8_t


cdef class Shown:
    """What is shown of the rows of some records: see _reading.pyx."""

    cdef readonly object nodes, data
    cdef readonly int32_t low, high
    #: Columns of the page, and what its tags are.
    cdef const int32_t[::1] end, parent, depth, path, tag
    cdef uint8_t[::1] marks
    cdef dict bits
    #: The parts of the records, one after another: rows from and to, and whose they are.
    cdef readonly Py_ssize_t count
    cdef int32_t[::1] starts, stops, owners
    #: Attributes that are style by the codes of the tag paths here, and all that they say.
    cdef readonly dict styles
    cdef bytes said
    #: The classes of tag paths, and the rows with attributes that name what they hold, once somebody asked.
    cdef dict classes
    cdef frozenset named
    #: What each row is, from `low` on; rows of texts that are told, and what stands before each of them.
    cdef uint8_t[::1] looks, gaps
    cdef int32_t[::1] told_rows
    cdef Py_ssize_t told_count
    #: Told texts before each row and behind the last: all of them, and those that are not blank.
    cdef int32_t[::1] before, filled
    cdef readonly list spoken_rows
    #: Texts that were asked for.
    cdef list single
    cdef dict several

    cdef int take_parts(self, records) except -1
    cdef int take_styles(self, style) except -1
    cdef int find_gaps(self, const uint8_t[::1] spaced, const int32_t[::1] length) except -1
    cdef int32_t stop(self, int32_t row) except -1
    cdef Py_ssize_t first(self, int32_t row) except -1
    cdef Py_ssize_t last(self, int32_t row) except -1
    cdef bint says(self, int32_t row) except -1
    cdef str class_of(self, int32_t row)
    cdef frozenset rows_naming(self, tuple names)
    cdef list marked(self, uint8_t wanted)
    cpdef str text(self, int32_t row)
    cpdef str joined(self, Py_ssize_t first, Py_ssize_t last)
    cdef str between(self, Py_ssize_t place)


cdef str folded(str text)
