"""Where the cells of a table stand: see _places.pyx."""

from libc.stdint cimport int32_t

from pagerows.page._parts cimport Parts


cdef class Places:
    cdef Parts parts
    cdef Py_ssize_t first, height
    #: The cells at the places of all rows, and where those of each row begin.
    cdef int32_t *places
    cdef Py_ssize_t size, most
    cdef int32_t *starts
    #: By column: the cell from a row above, and rows that it still covers; columns up to the last one.
    cdef int32_t *hanging
    cdef int32_t *left
    cdef Py_ssize_t hanging_room, hanging_end, hanging_count
    #: How many columns the grid has, and which of the places are theirs.
    cdef Py_ssize_t width
    cdef int32_t *columns

    cdef bint place(self) except -1
    cdef int place_line(self, Py_ssize_t line, bint plain) except -1
    cdef int place_cell(self, int32_t cell, Py_ssize_t start) except -1
    cdef int hang(self, int32_t cell, Py_ssize_t first, Py_ssize_t wide, int32_t high) except -1
    cdef int fill(self, Py_ssize_t start) except -1
    cdef int lower(self) noexcept
    cdef int put(self, int32_t cell, Py_ssize_t times) except -1
    cdef bint any_several(self) noexcept
    cdef int choose(self) except -1
    cdef int32_t *grid(self) except? NULL
