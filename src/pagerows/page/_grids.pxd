"""HTML tables as grids: see _grids.pyx."""

from libc.stdint cimport int32_t, uint8_t

from pagerows.page._parts cimport Parts

#: What rows of tables are for.
cdef enum: HEADER, BODY, SECTION, FOOTER, SPACER


cdef class Grid:
    cdef Parts parts
    cdef readonly int32_t table
    #: The table's number, that of its first row among the rows of all tables, and how many rows and columns it has.
    cdef Py_ssize_t number, first, height
    cdef readonly Py_ssize_t width
    cdef Py_ssize_t body_count
    #: The cell at each place, row by row; what each row is for.
    cdef int32_t *places
    cdef uint8_t *kinds
    cdef tuple known_headers, known_lines
    #: What was asked before: -1 where it was not.
    cdef int known_regular, known_data

    cdef int read_kinds(self) except -1
    cdef int32_t row(self, Py_ssize_t line) noexcept
    cdef const int32_t *cells(self, Py_ssize_t line) noexcept
    cdef Py_ssize_t count(self, uint8_t kind) noexcept
    cdef int tell_first(self) except -1
    cdef int32_t group_of(self, int32_t row) noexcept
    cdef bint says(self, Py_ssize_t line) noexcept
    cdef bint spans_all(self, Py_ssize_t line) noexcept
    cdef bint is_heading(self, int32_t cell) except -1
    cdef int tell_leading(self) except -1
    cdef int tell_repeated(self) except -1
    cdef tuple texts(self, Py_ssize_t line)
    cdef int first_sign(self, Py_ssize_t line) except -1
    cdef int tell_ends(self) noexcept
    cdef tuple header_texts(self)
    cdef bint has_headers(self) except -1
    cdef bint is_regular(self) noexcept
    cdef bint is_full(self, Py_ssize_t line) noexcept
    cdef Py_ssize_t between(self) noexcept
    cdef bint holds_data(self) except -1
    cdef bint has_facts(self) except -1
    cdef bint is_told(self) noexcept
    cdef bint is_of_one_thing(self) except -1
    cdef bint is_plain(self) except -1
    cdef bint holds_fact(self, int32_t cell) except -1


cdef class Grids(Parts):
    cdef list known
    cdef bytearray read

    cdef Py_ssize_t number_of(self, int32_t table) noexcept
    cdef Grid grid(self, int32_t table)
    cdef Grid placed(self, Py_ssize_t number)
    cdef bint surely_lays_out(self, Py_ssize_t number) except -1
    cpdef int32_t table_of(self, int32_t line) noexcept
    cpdef int32_t line_of(self, int32_t cell) noexcept
    cpdef int32_t cell_around(self, int32_t row) noexcept


cdef bint built_alike(Parts parts, int32_t one, int32_t other) noexcept
