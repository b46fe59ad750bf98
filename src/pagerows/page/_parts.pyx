# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""The tables of a page, their rows and cells, and what cells say.

A row belongs to the nearest table around it, a cell to its parent; ARIA's rows and cells belong to the nearest table and row by
role. All are gone through once for a page; a page without a row of a table is left after a look at its tags.
"""

import re

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memmove

from pagerows.page._folding cimport fold, space_at
from pagerows.page._parser cimport TEXTS, Attribute, Node, NodeData, Span, utf8_of, Utf8

cdef frozenset TABLE_ROLES = frozenset({"table", "grid", "treegrid"})
cdef frozenset CELL_ROLES = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
#: Tags that say themselves what they are.
cdef frozenset TABLE_TAGS = frozenset({"table", "tr", "td", "th", "thead", "tbody", "tfoot"})
cdef tuple SPANS = ("colspan", "aria-colspan", "rowspan", "aria-rowspan")
#: Digits of a span that are read.
cdef enum: DIGITS = 9
cdef object SPAN = re.compile(r"\s*\+?(\d{1,9})").match


cdef class Parts:
    """The tables, rows and cells of a page's nodes."""

    def __cinit__(self, nodes, *_):
        self.nodes = nodes
        self.data = nodes.data if isinstance(nodes.data, NodeData) else None
        self.by_role = nodes.has_value("role", "row")
        cdef tuple tags = nodes.tags
        cdef int32_t line = tags.index("tr") if "tr" in tags else -1
        if line < 0 and not self.by_role:
            return
        cdef dict numbers = {tag: number for number, tag in enumerate(tags)}
        self.td, self.th, self.img = numbers.get("td", -1), numbers.get("th", -1), numbers.get("img", -1)
        self.thead, self.tfoot = numbers.get("thead", -1), numbers.get("tfoot", -1)
        self.open()
        self.find_lines(numbers.get("table", -1), line)
        if self.by_role:
            self.find_roles()
        self.group()

    def __dealloc__(self):
        PyMem_Free(self.part)
        PyMem_Free(self.owner)
        PyMem_Free(self.number)
        PyMem_Free(self.table_rows)
        PyMem_Free(self.first_line)
        PyMem_Free(self.lines)
        PyMem_Free(self.first_cell)
        PyMem_Free(self.cells)
        PyMem_Free(self.room)

    cdef int open(self) except -1:
        """Take the page's columns, and room for what its rows are."""
        cdef Py_ssize_t count = len(self.nodes.tag)
        cdef int name
        if not count:
            return 0
        nodes = self.nodes
        self.kept_tag, self.kept_parent, self.kept_end, self.kept_path = nodes.tag, nodes.parent, nodes.end, nodes.path
        self.kept_kind, self.kept_hidden = nodes.kind, nodes.hidden
        if self.data is not None and <Py_ssize_t>self.data.table.row_count != count:
            raise ValueError("rows of another page")
        self.tag, self.parent = column(self.kept_tag, count), column(self.kept_parent, count)
        self.end, self.path = column(self.kept_end, count), column(self.kept_path, count)
        if self.kept_kind.shape[0] != count or self.kept_hidden.shape[0] != count:
            raise ValueError("columns of different lengths")
        self.kind, self.hidden = &self.kept_kind[0], &self.kept_hidden[0]
        self.part = <uint8_t *>PyMem_Calloc(count, sizeof(uint8_t))
        self.owner = <int32_t *>PyMem_Malloc(count * sizeof(int32_t))
        self.number = <int32_t *>PyMem_Calloc(count, sizeof(int32_t))
        if self.part is NULL or self.owner is NULL or self.number is NULL:
            raise MemoryError
        self.count = count
        self.has_spans = self.data is None
        if self.data is not None:
            for name in range(SPAN_NAMES):
                self.spans[name] = self.data.number_of(SPANS[name])
                self.has_spans |= self.spans[name] < self.data.source.document.attribute_names.count
        return 0

    # -- rows and cells ------------------------------------------------------------------------------------------------

    cdef int find_lines(self, int32_t table, int32_t line) except -1:
        """Rows by their tag, with the nearest table around each; cells, with their parent."""
        cdef int32_t row, above
        cdef int32_t *around = <int32_t *>PyMem_Malloc(self.count * sizeof(int32_t))  # the nearest table above each row
        if around is NULL:
            raise MemoryError
        for row in range(<int32_t>self.count):
            above = self.parent[row]
            around[row] = -1 if above < 0 else above if self.tag[above] == table else around[above]
            self.owner[row] = -1
            if self.kind[row] == 1:
                continue
            if self.tag[row] == line:
                self.part[row], self.owner[row] = LINE, around[row]
            elif self.tag[row] == self.td or self.tag[row] == self.th:
                self.part[row], self.owner[row] = CELL, above
        PyMem_Free(around)
        return 0

    cdef int find_roles(self) except -1:
        """Rows and cells by role; those that are table elements anyway are left out."""
        cdef uint8_t[::1] roles = bytearray(self.count)
        cdef tuple tags = self.nodes.tags
        cdef int32_t row, above
        cdef list said = self.nodes.rows_having(("role",), 0, self.count)
        for row in said:
            if tags[self.tag[row]] in TABLE_TAGS:
                continue
            role = (self.nodes.attribute(row, "role") or "").strip().lower()
            roles[row] = LINE if role == "row" else TABLE if role in TABLE_ROLES else CELL if role in CELL_ROLES else NO_PART
        for row in said:
            if roles[row] == LINE or roles[row] == CELL:
                above = self.part_above(row, &roles[0], TABLE if roles[row] == LINE else LINE)
                if above >= 0:
                    self.part[row], self.owner[row] = roles[row], above
        return 0

    cdef int32_t part_above(self, int32_t row, const uint8_t *role, uint8_t wanted) noexcept:
        """The nearest row above with a role, or -1."""
        row = self.parent[row]
        while row >= 0 and role[row] != wanted:
            row = self.parent[row]
        return row

    cdef int group(self) except -1:
        """Number the tables that have rows, their rows and cells, each in the order of the page."""
        cdef int32_t row
        for row in range(<int32_t>self.count):
            if self.part[row] == LINE and self.owner[row] >= 0:
                self.number[self.owner[row]] += 1
                self.line_count += 1
                if self.part[self.owner[row]] == NO_PART:
                    self.part[self.owner[row]] = TABLE
                    self.table_count += 1
        self.group_lines()
        return self.group_cells()

    cdef int group_lines(self) except -1:
        cdef int32_t row, table = 0, before = 0
        cdef Py_ssize_t place
        self.table_rows = <int32_t *>PyMem_Malloc((self.table_count + 1) * sizeof(int32_t))
        self.first_line = <int32_t *>PyMem_Malloc((self.table_count + 1) * sizeof(int32_t))
        self.lines = <int32_t *>PyMem_Malloc((self.line_count + 1) * sizeof(int32_t))
        if self.table_rows is NULL or self.first_line is NULL or self.lines is NULL:
            raise MemoryError
        for row in range(<int32_t>self.count):
            if self.part[row] == TABLE:
                self.table_rows[table], self.first_line[table] = row, before
                before += self.number[row]
                self.number[row] = table
                table += 1
        for row in range(<int32_t>self.count):
            if self.part[row] == LINE and self.owner[row] >= 0:
                table = self.number[self.owner[row]]
                self.lines[self.first_line[table]], self.number[row] = row, self.first_line[table]
                self.first_line[table] += 1  # where the next table begins, in the end
        memmove(self.first_line + 1, self.first_line, self.table_count * sizeof(int32_t))
        self.first_line[0] = 0
        return 0

    cdef int group_cells(self) except -1:
        cdef int32_t row, line, size, before = 0
        self.first_cell = <int32_t *>PyMem_Calloc(self.line_count + 1, sizeof(int32_t))
        if self.first_cell is NULL:
            raise MemoryError
        for row in range(<int32_t>self.count):
            if self.part[row] == CELL and self.in_table(row):
                self.first_cell[self.number[self.owner[row]]] += 1
                self.cell_count += 1
        self.cells = <int32_t *>PyMem_Malloc((self.cell_count + 1) * sizeof(int32_t))
        if self.cells is NULL:
            raise MemoryError
        for line in range(<int32_t>self.line_count):
            size = self.first_cell[line]
            self.first_cell[line] = before
            before += size
        for row in range(<int32_t>self.count):
            if self.part[row] == CELL and self.in_table(row):
                line = self.number[self.owner[row]]
                self.cells[self.first_cell[line]] = row
                self.first_cell[line] += 1
        memmove(self.first_cell + 1, self.first_cell, self.line_count * sizeof(int32_t))
        self.first_cell[0] = 0
        return 0

    cdef bint in_table(self, int32_t cell) noexcept:
        """Whether the row of a cell is one of a table."""
        cdef int32_t line = self.owner[cell]
        return line >= 0 and self.part[line] == LINE and self.owner[line] >= 0

    cdef Py_ssize_t own_count(self, Py_ssize_t line) noexcept:
        """How many cells a row has itself."""
        return self.first_cell[line + 1] - self.first_cell[line]

    cdef const int32_t *own(self, Py_ssize_t line) noexcept:
        """The cells that a row has itself."""
        return self.cells + self.first_cell[line]

    # -- what they say -------------------------------------------------------------------------------------------------

    cdef int32_t first_text(self, int32_t row) noexcept:
        """The first text inside of a row of the page, -1 where there is none."""
        cdef int32_t place
        for place in range(row, self.end[row]):
            if self.kind[place] == 1:
                return place
        return -1

    cdef bint is_filled(self, int32_t cell) noexcept:
        """Whether a cell has a text or an image inside."""
        cdef int32_t row
        for row in range(cell + 1, self.end[cell]):
            if self.kind[row] == 1 or self.tag[row] == self.img:
                return True
        return False

    cdef int first_sign(self, int32_t row) except -1:
        """The first byte of the text of a row of the page, 0 where it has none."""
        cdef int32_t first = self.first_text(row)
        cdef Py_ssize_t at = 0, space = 1
        cdef Text text
        cdef Span span
        if self.data is None:
            self.text(row, &text)
            return text.at[0] if text.size else 0
        if first < 0:
            return 0
        span = self.data.table.rows[first].node.text
        while at < span.length and space:
            space = space_at(span.at + at, span.length - at)
            at += space
        return span.at[at] if at < span.length else 0

    cdef int text(self, int32_t row, Text *found) except -1:
        """All text of a row of the page, white space folded."""
        cdef Py_ssize_t size = 0, place
        cdef const Node *node
        if self.data is None:
            self.told = self.nodes.text(row).encode("utf-8", "surrogatepass")
            found.at, found.size = <const uint8_t *><const char *>self.told, len(self.told)
            return 0
        for place in range(row, self.end[row]):
            if self.kind[place] == 1:
                size += self.data.table.rows[place].node.text.length + 1
        if size > self.room_size:
            self.enlarge(size)
        size = 0
        for place in range(row, self.end[row]):
            if self.kind[place] == 1:
                node = self.data.table.rows[place].node
                size = fold(node.text.at, node.text.length, self.room, size)
        found.at, found.size = self.room, size
        return 0

    cdef int enlarge(self, Py_ssize_t size) except -1:
        cdef uint8_t *room = <uint8_t *>PyMem_Realloc(self.room, 2 * size)
        if room is NULL:
            raise MemoryError
        self.room, self.room_size = room, 2 * size
        return 0

    cdef str string(self, int32_t row):
        """The same as Python's."""
        cdef Text text
        if self.data is None:
            return self.nodes.text(row)
        self.text(row, &text)
        return PyUnicode_DecodeUTF8(<const char *>text.at, text.size, "replace") if text.size else ""

    cdef Py_ssize_t characters(self, int32_t row) except -1:
        """The characters of a text as it stands in the page."""
        cdef Utf8 text
        if self.data is None:
            return len(self.nodes.data[row])
        text = utf8_of(self.data, row, TEXTS)
        return length_of(text.at, text.size)

    # -- how far cells reach -------------------------------------------------------------------------------------------

    cdef bint covers(self, int32_t cell, int first) noexcept:
        """Whether a cell may say how many rows or columns it covers, in one of the attributes from the `first` on."""
        cdef const Node *node
        cdef const Attribute *at
        cdef uint32_t place
        cdef int name
        if self.data is None:
            return True
        node = self.data.table.rows[cell].node
        at = self.data.source.document.tokens.attributes.items + node.attributes
        for place in range(node.attribute_count):
            for name in range(first, SPAN_NAMES):
                if at[place].name == self.spans[name]:
                    return True
        return False

    cdef int32_t span(self, int32_t cell, int one, int other) except -2:
        """What a cell says of the columns or rows that it covers in one attribute, else in another; -1: nothing."""
        cdef Span value
        cdef bytes said
        if self.data is None:
            said = (self.nodes.attribute(cell, SPANS[one]) or self.nodes.attribute(cell, SPANS[other]) or "").encode(
                "utf-8", "surrogatepass"
            )
            return span_in(<const uint8_t *><const char *>said, len(said))
        value = self.data.span(self.data.table.rows[cell].node, False, self.spans[one])
        if not value.length:
            value = self.data.span(self.data.table.rows[cell].node, False, self.spans[other])
        return span_in(value.at, value.length)


cdef const int32_t *column(const int32_t[::1] numbers, Py_ssize_t count) except NULL:
    """Where a column of so many numbers stands."""
    if numbers.shape[0] != count:
        raise ValueError("columns of different lengths")
    return &numbers[0]


cdef int32_t span_in(const uint8_t *said, Py_ssize_t size) except -2:
    """The number that an attribute begins with, as browsers read it; -1: none."""
    cdef Py_ssize_t at = 0, first
    cdef int32_t found = 0
    while at < size and said[at] < 0x80 and space_at(said + at, size - at):
        at += 1
    if at < size and said[at] == c"+":
        at += 1
    first = at
    while at < size and at - first < DIGITS and c"0" <= said[at] <= c"9":
        found = 10 * found + said[at] - c"0"
        at += 1
    if at < size and said[at] >= 0x80 and at - first < DIGITS:  # digits and white space of other scripts
        match = SPAN(PyUnicode_DecodeUTF8(<const char *>said, size, "replace"))
        return int(match[1]) if match else -1
    return found if at > first else -1


cdef Py_ssize_t length_of(const uint8_t *text, Py_ssize_t size) noexcept:
    """The characters of a text in UTF-8."""
    cdef Py_ssize_t at, count = 0
    for at in range(size):
        count += (text[at] & 0xC0) != 0x80
    return count
