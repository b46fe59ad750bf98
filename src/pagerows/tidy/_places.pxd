"""What cells stand in, for kernels."""

from libc.stdint cimport int8_t, int32_t

#: What elements are, as bits: a control by its tag; a link or button; a control by its role; one that says what it is for.
cdef enum: CONTROL = 1, PRESSED = 2, ROLE = 4, SAID = 8


cdef class Place:
    cdef Py_ssize_t above
    cdef str tag, classes
    cdef bint heading, menu
    cdef int titled

    cdef bint is_titled(self) except -1


cdef class Places:
    cdef object nodes
    cdef const int32_t[::1] parent, end, path, tag, path_above
    cdef const int8_t[::1] kind
    cdef object path_tag, path_style, data
    cdef tuple tags
    cdef dict known, outside
    cdef const unsigned char[::1] tag_marks
    cdef unsigned char[::1] marks
    cdef Py_ssize_t low, high
    cdef bint has_ends, has_tags

    cdef int open_ends(self) except -1
    cdef Place place(self, Py_ssize_t code)
    cdef int cover(self, Py_ssize_t low, Py_ssize_t high) except -1
    cdef int mark(self, Py_ssize_t row) except -1
    cdef list marked_above(self, Py_ssize_t row, int wanted, Py_ssize_t most)


cdef Places places_of(nodes)
