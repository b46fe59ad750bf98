"""What cells stand in, for kernels."""

from cpython.buffer cimport Py_buffer
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t

from pagerows.page._parser cimport NodeData

#: What elements are, as bits: a control by its tag; a link or button; a control by its role; and what they say of themselves
#: by other attributes, in the order of `ATTRIBUTES`. `KNOWN`: this was found out.
cdef enum: CONTROL = 1, PRESSED = 2, ROLE = 4, PROPERTY = 8, HIDING = 16, LABELLED = 32, TITLED = 64, KNOWN = 128
#: What the last tag of a path is, as bits.
cdef enum: HEADING = 1, MENU = 2, LINKING = 4, BODY = 8
cdef enum: BUFFERS = 8


#: The last element of a tag path: the number of the path that it continues; what its tag is; whether it is called a title, -1
#: where nobody asked yet; and the traits of its tag and classes by their numbers, a bit each, once they are known (see `_traits`).
cdef struct Place:
    int32_t above
    uint8_t known, tag, has_traits
    int8_t titled
    uint64_t traits[2]


cdef class Places:
    cdef object nodes, data, path_tag, path_style
    cdef NodeData compiled
    cdef tuple tags
    cdef const int32_t *parent
    cdef const int32_t *path
    cdef const int32_t *path_above
    cdef const int32_t *tag
    cdef const int32_t *end
    cdef const int8_t *kind
    cdef Py_ssize_t rows, paths
    cdef Place *places
    cdef uint8_t *marks
    cdef uint8_t *tag_marks
    cdef uint32_t names[5]
    cdef Py_buffer held[BUFFERS]
    cdef int buffers

    cdef const void *hold(self, array, Py_ssize_t size) except NULL
    cdef int open_ends(self) except -1
    cdef int open_marks(self) except -1
    cdef Py_ssize_t path_of(self, Py_ssize_t row) except -1
    cdef Place *place(self, Py_ssize_t code) except NULL
    cdef str classes(self, Py_ssize_t code)
    cdef bint is_titled(self, Place *place, Py_ssize_t code) except -1
    cdef bint is_within(self, Py_ssize_t row, int wanted, Py_ssize_t most) except -1
    cdef int mark(self, Py_ssize_t row) except -1
    cdef int said_by(self, Py_ssize_t row) except -1


cdef Places places_of(nodes)
