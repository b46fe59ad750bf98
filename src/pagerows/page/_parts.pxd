"""The tables of a page, their rows and cells, and what cells say: see _parts.pyx."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t

from pagerows.page._parser cimport NodeData

#: What rows of a page are to tables.
cdef enum: NO_PART, TABLE, LINE, CELL

#: Attributes that say how many columns or rows a cell covers.
cdef enum: COLSPAN, ARIA_COLSPAN, ROWSPAN, ARIA_ROWSPAN, SPAN_NAMES

#: A text in UTF-8, white space folded; good until the next one is asked for.
cdef struct Text:
    const uint8_t *at
    Py_ssize_t size


cdef class Parts:
    cdef readonly object nodes
    #: What the parser made, None where something else did.
    cdef NodeData data
    cdef bint by_role
    #: Columns of the page: kept, and where they stand; there are none where the page has no table.
    cdef const int32_t[::1] kept_tag, kept_parent, kept_end, kept_path
    cdef const int8_t[::1] kept_kind
    cdef const uint8_t[::1] kept_hidden
    cdef Py_ssize_t count
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *end
    cdef const int32_t *path
    cdef const int8_t *kind
    cdef const uint8_t *hidden
    #: The numbers of tags, -1 for those that the page has not; of attributes.
    cdef int32_t td, th, thead, tfoot, img
    cdef uint32_t[SPAN_NAMES] spans
    cdef bint has_spans
    #: Of each row of the page: what it is, the table of a row and the row of a cell (-1: none), and the place of a table or a
    #: row among them.
    cdef uint8_t *part
    cdef int32_t *owner
    cdef int32_t *number
    #: The tables; their rows, table by table; their cells, row by row. What begins where, and one more.
    cdef Py_ssize_t table_count, line_count, cell_count
    cdef int32_t *table_rows
    cdef int32_t *first_line
    cdef int32_t *lines
    cdef int32_t *first_cell
    cdef int32_t *cells
    #: Where texts are folded, and those that something else than the parser made.
    cdef uint8_t *room
    cdef Py_ssize_t room_size
    cdef bytes told

    cdef int open(self) except -1
    cdef int find_lines(self, int32_t table, int32_t line) except -1
    cdef int find_roles(self) except -1
    cdef int32_t part_above(self, int32_t row, const uint8_t *role, uint8_t wanted) noexcept
    cdef int group(self) except -1
    cdef int group_lines(self) except -1
    cdef int group_cells(self) except -1
    cdef bint in_table(self, int32_t cell) noexcept
    cdef Py_ssize_t own_count(self, Py_ssize_t line) noexcept
    cdef const int32_t *own(self, Py_ssize_t line) noexcept
    cdef int32_t first_text(self, int32_t row) noexcept
    cdef bint is_filled(self, int32_t cell) noexcept
    cdef int first_sign(self, int32_t row) except -1
    cdef int text(self, int32_t row, Text *found) except -1
    cdef int enlarge(self, Py_ssize_t size) except -1
    cdef str string(self, int32_t row)
    cdef Py_ssize_t characters(self, int32_t row) except -1
    cdef int32_t span(self, int32_t cell, int one, int other) except -2
    cdef bint covers(self, int32_t cell, int first) noexcept


cdef Py_ssize_t length_of(const uint8_t *text, Py_ssize_t size) noexcept
