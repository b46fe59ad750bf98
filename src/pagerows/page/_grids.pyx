# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""HTML tables as grids: which cell stands at each row and column, and what each row is for."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcmp, memset

from pagerows.page._heads cimport leading
from pagerows.page._parts cimport CELL, LINE, ROWSPAN, TABLE, Parts, Text, length_of
from pagerows.page._places cimport Places
from pagerows.page.lines import KINDS, Line

#: Longest text of a row over the full width that is a heading; longer ones are notes.
cdef enum: LONGEST_HEADING = 120
#: Longest text and most nodes of a cell that holds one fact, and the share of cells that do so in a data table that has
#: no headers; the same share of its rows hold two facts.
cdef enum: LONGEST_FACT = 150, MOST_NODES = 8
cdef double PLAIN = 0.8
#: Share of a data table's body rows that fill all of its columns.
cdef double REGULAR = 0.8
#: What stands for the first sign of a text where that is not ASCII.
cdef enum: OTHER_SIGN = 0x80
#: Rows whose tags are compared.
cdef enum: LOOKED_AT = 40
cdef frozenset LAYOUT_ROLES = frozenset({"presentation", "none"})


cdef class Grid:
    """A table: its node, and its rows with the cell at each column."""

    def __cinit__(self, Parts parts, Py_ssize_t number):
        self.parts, self.number, self.table = parts, number, parts.table_rows[number]
        self.first = parts.first_line[number]
        self.height = parts.first_line[number + 1] - self.first
        self.known_regular = self.known_data = -1
        self.kinds = <uint8_t *>PyMem_Malloc(self.height + 1)
        if self.kinds is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.places)
        PyMem_Free(self.kinds)

    @property
    def nodes(self):
        """The page's nodes."""
        return self.parts.nodes

    cdef int32_t row(self, Py_ssize_t line) noexcept:
        return self.parts.lines[self.first + line]

    cdef const int32_t *cells(self, Py_ssize_t line) noexcept:
        """The cell at each column of a row."""
        return self.places + line * self.width

    cdef Py_ssize_t count(self, uint8_t kind) noexcept:
        """How many rows of a kind there are."""
        cdef Py_ssize_t line, found = 0
        for line in range(self.height):
            found += self.kinds[line] == kind
        return found

    # -- what each row is for ------------------------------------------------------------------------------------------

    cdef int read_kinds(self) except -1:
        """Say of each row what it is for."""
        self.tell_first()
        if not self.count(HEADER):
            self.tell_leading()
        if self.count(HEADER):
            self.tell_repeated()
        self.body_count = self.count(BODY)
        self.tell_ends()
        return 0

    cdef int tell_first(self) except -1:
        """What each row says by itself."""
        cdef Parts parts = self.parts
        cdef Py_ssize_t line
        cdef int32_t row, group
        cdef bint only_head = True, all_hidden = True
        for line in range(self.height):
            row = self.row(line)
            only_head &= parts.thead >= 0 and self.group_of(row) == parts.thead
            all_hidden &= parts.hidden[row] != 0
        for line in range(self.height):
            row = self.row(line)
            group = self.group_of(row)
            if (parts.hidden[row] and not all_hidden) or not self.says(line):
                self.kinds[line] = SPACER
            elif group == parts.tfoot:
                self.kinds[line] = FOOTER
            elif group == parts.thead and not only_head:
                self.kinds[line] = HEADER
            elif self.width > 1 and self.spans_all(line):
                self.kinds[line] = SECTION if self.is_heading(parts.own(self.first + line)[0]) else FOOTER
            else:
                self.kinds[line] = BODY
        return 0

    cdef int32_t group_of(self, int32_t row) noexcept:
        """The tag of what a row stands in; -2 where there is nothing."""
        return self.parts.tag[self.parts.parent[row]] if self.parts.parent[row] >= 0 else -2

    cdef bint says(self, Py_ssize_t line) noexcept:
        """Whether a row has a cell with a text or an image."""
        cdef const int32_t *own = self.parts.own(self.first + line)
        cdef Py_ssize_t each
        for each in range(self.parts.own_count(self.first + line)):
            if self.parts.is_filled(own[each]):
                return True
        return False

    cdef bint spans_all(self, Py_ssize_t line) noexcept:
        """Whether one cell is all that a row has, and covers it or is a header cell."""
        cdef Py_ssize_t column, covered = 0
        cdef int32_t cell
        if self.parts.own_count(self.first + line) != 1:
            return False
        cell = self.parts.own(self.first + line)[0]
        for column in range(self.width):
            if self.cells(line)[column] == cell:
                covered += 1
            elif self.cells(line)[column] >= 0:
                return False
        return covered == self.width or (covered > 0 and self.parts.tag[cell] == self.parts.th)

    cdef bint is_heading(self, int32_t cell) except -1:
        cdef Text text
        self.parts.text(cell, &text)
        return length_of(text.at, text.size) <= LONGEST_HEADING

    cdef int tell_leading(self) except -1:
        """The first rows of the body that are headers, where nothing has said what those are."""
        cdef Py_ssize_t line, count = 0, found
        cdef int32_t *body = <int32_t *>PyMem_Malloc((self.height + 1) * sizeof(int32_t))
        if body is NULL:
            raise MemoryError
        try:
            for line in range(self.height):
                if self.kinds[line] == BODY:
                    body[count] = <int32_t>(self.first + line)
                    count += 1
            found = leading(self.parts, body, count)
            for line in range(found):
                self.kinds[body[line] - self.first] = HEADER
        finally:
            PyMem_Free(body)
        return 0

    cdef int tell_repeated(self) except -1:
        """Rows further down that say what a header row says are headers again."""
        cdef uint8_t[OTHER_SIGN + 1] signs
        cdef Py_ssize_t line
        cdef set headers = set()
        memset(signs, 0, sizeof(signs))
        for line in range(self.height):
            if self.kinds[line] == HEADER:
                headers.add(self.texts(line))
                signs[self.first_sign(line)] = 1
        for line in range(self.height):
            if self.kinds[line] == BODY and signs[self.first_sign(line)] and self.texts(line) in headers:
                self.kinds[line] = HEADER
        return 0

    cdef tuple texts(self, Py_ssize_t line):
        """What the cells of a row say."""
        cdef Py_ssize_t column
        cdef list found = []
        for column in range(self.width):
            if self.cells(line)[column] >= 0:
                found.append(self.parts.string(self.cells(line)[column]))
        return tuple(found)

    cdef int first_sign(self, Py_ssize_t line) except -1:
        """The first sign of what the first cell of a row says, so that few rows are read to be compared."""
        cdef Py_ssize_t column
        for column in range(self.width):
            if self.cells(line)[column] >= 0:
                return min(self.parts.first_sign(self.cells(line)[column]), OTHER_SIGN)
        return 0

    cdef int tell_ends(self) noexcept:
        """Headings above all headers are titles of the table, those below all rows are notes."""
        cdef Py_ssize_t line, last = self.height, first_header = 0
        while last > 0 and self.kinds[last - 1] != BODY:
            last -= 1
        while first_header < self.height and self.kinds[first_header] != HEADER:
            first_header += 1
        if first_header == self.height:
            first_header = 0
        for line in range(self.height):
            if self.kinds[line] == SECTION and (line >= last or line < first_header):
                self.kinds[line] = FOOTER
        return 0

    # -- rows, as they leave -------------------------------------------------------------------------------------------

    @property
    def lines(self):
        """The rows, of all kinds."""
        cdef Py_ssize_t line, column
        cdef list found = []
        if self.known_lines is None:
            for line in range(self.height):
                cells = tuple([self.cells(line)[column] for column in range(self.width)])
                found.append(Line(self.row(line), cells, KINDS[self.kinds[line]]))
            self.known_lines = tuple(found)
        return self.known_lines

    @property
    def body(self):
        """The rows that people call the table's rows."""
        return [line for line in self.lines if line.kind == "body"]

    @property
    def headers(self):
        """The text above each column: of several header rows all texts that differ, from the top; "" for none."""
        return self.header_texts()

    cdef tuple header_texts(self):
        cdef Py_ssize_t line, column
        cdef list found, above
        if self.known_headers is None:
            found = [[] for _ in range(self.width)]
            for line in range(self.height):
                if self.kinds[line] == HEADER:
                    for column in range(self.width):
                        above = found[column]
                        text = self.parts.string(self.cells(line)[column]) if self.cells(line)[column] >= 0 else ""
                        if text and text not in above:
                            above.append(text)
            self.known_headers = tuple([" ".join(above) for above in found])
        return self.known_headers

    cdef bint has_headers(self) except -1:
        """Whether there is a text above a column."""
        for text in self.header_texts():
            if text:
                return True
        return False

    # -- what the table is ---------------------------------------------------------------------------------------------

    @property
    def regular(self):
        """Whether it has two columns and two body rows at least, and (nearly) all of those fill all columns."""
        return self.is_regular()

    cdef bint is_regular(self) noexcept:
        cdef Py_ssize_t line, full = 0
        if self.known_regular < 0:
            for line in range(self.height):
                full += self.kinds[line] == BODY and self.is_full(line)
            self.known_regular = (
                self.width > 1 and full >= 2 and full >= REGULAR * self.body_count and 2 * self.between() <= self.body_count
            )
        return self.known_regular

    cdef bint is_full(self, Py_ssize_t line) noexcept:
        """Whether a row has a cell at each column."""
        cdef Py_ssize_t column
        for column in range(self.width):
            if self.cells(line)[column] < 0:
                return False
        return True

    cdef Py_ssize_t between(self) noexcept:
        """Rows over the full width among the body's: headings, or notes that belong to single rows."""
        cdef Py_ssize_t line, found = 0, passed = 0
        for line in range(self.height):
            if self.kinds[line] == BODY:
                passed += 1
            elif 0 < passed < self.body_count:
                found += self.kinds[line] == SECTION or self.kinds[line] == FOOTER
        return found

    @property
    def is_data(self):
        """Whether its rows are records and its columns facts; tables also lay out pages, and list one thing's facts."""
        return self.holds_data()

    cdef bint holds_data(self) except -1:
        if self.known_data < 0:
            self.known_data = (
                self.is_regular() and self.parts.nodes.attribute(self.table, "role") not in LAYOUT_ROLES and self.has_facts()
            )
        return self.known_data

    cdef bint has_facts(self) except -1:
        if self.count(HEADER):
            return self.is_told() or not holds_another(self.parts, self.table)
        return not holds_another(self.parts, self.table) and not self.is_of_one_thing() and self.is_plain()

    cdef bint is_told(self) noexcept:
        """Whether header cells say what the columns are."""
        cdef Py_ssize_t line, column
        cdef int32_t cell
        for line in range(self.height):
            if self.kinds[line] == HEADER:
                for column in range(self.width):
                    cell = self.cells(line)[column]
                    if cell >= 0 and self.parts.tag[cell] != self.parts.td:
                        return True
        return False

    cdef bint is_of_one_thing(self) except -1:
        """Whether each row says what it is: the facts of one thing."""
        cdef Py_ssize_t line
        cdef int32_t cell
        cdef tuple tags = self.parts.nodes.tags
        for line in range(self.height):
            if self.kinds[line] == BODY:
                cell = self.cells(line)[0]
                if cell >= 0 and tags[self.parts.tag[cell]] not in ("th", "dt"):
                    return False
        return True

    cdef bint is_plain(self) except -1:
        """Whether (nearly) all cells hold one short text at most, and most rows two of them."""
        cdef Py_ssize_t line, column, cells = 0, facts = 0, filled = 0, held
        cdef int32_t cell
        for line in range(self.height):
            if self.kinds[line] != BODY:
                continue
            held = 0
            for column in range(self.width):
                cell = self.cells(line)[column]
                if cell >= 0 and not (column and self.cells(line)[column - 1] == cell):  # it spans both
                    cells += 1
                    held += self.parts.first_text(cell) >= 0
                    facts += self.holds_fact(cell)
            filled += held > 1
        return facts >= PLAIN * cells and filled >= PLAIN * self.body_count

    cdef bint holds_fact(self, int32_t cell) except -1:
        """Whether a cell holds one short text at most: two rows of text, so many characters, so many nodes."""
        cdef int32_t row
        cdef Py_ssize_t texts = 0, characters = 0
        if self.parts.end[cell] - cell - 1 > MOST_NODES:
            return False
        for row in range(cell + 1, self.parts.end[cell]):
            if self.parts.kind[row] == 1:
                texts += 1
                characters += self.parts.characters(row)
        return texts <= 2 and characters <= LONGEST_FACT


cdef bint holds_another(Parts parts, int32_t table) noexcept:
    """Whether a table has another inside."""
    cdef int32_t row
    for row in range(table + 1, parts.end[table]):
        if parts.tag[row] == parts.tag[table]:
            return True
    return False


cdef bint by_pairs(Grid grid) noexcept:
    """Whether odd and even rows are built of different tags: then two rows are one record."""
    cdef int32_t[LOOKED_AT] rows
    cdef Py_ssize_t line, count = 0, one, other
    if grid.body_count < 4:
        return False
    for line in range(grid.height):
        if grid.kinds[line] == BODY and count < LOOKED_AT:
            rows[count] = grid.row(line)
            count += 1
    for one in range(0, count, 2):
        for other in range(1, count, 2):
            if built_alike(grid.parts, rows[one], rows[other]):
                return False
    return True


cdef bint built_alike(Parts parts, int32_t one, int32_t other) noexcept:
    """Whether two nodes have the same tags inside."""
    cdef Py_ssize_t size = parts.end[one] - one
    return size == parts.end[other] - other and not memcmp(parts.tag + one, parts.tag + other, size * sizeof(int32_t))


cdef class Grids(Parts):
    """The tables of a page, each read when it is asked for."""

    def __init__(self, nodes):
        self.known, self.read = [None] * self.table_count, bytearray(self.table_count)

    @property
    def tables(self):
        """The nodes of all tables that have rows, in document order."""
        cdef Py_ssize_t table
        return [self.table_rows[table] for table in range(self.table_count)]

    def height(self, int32_t table):
        """How many rows a table has, of all kinds."""
        cdef Py_ssize_t number = self.number_of(table)
        return self.first_line[number + 1] - self.first_line[number] if number >= 0 else 0

    cdef Py_ssize_t number_of(self, int32_t table) noexcept:
        return self.number[table] if 0 <= table < self.count and self.part[table] == TABLE else -1

    cpdef int32_t table_of(self, int32_t line) noexcept:
        """The table that a row's node belongs to, or -1 where that is no table row."""
        return self.owner[line] if 0 <= line < self.count and self.part[line] == LINE else -1

    cpdef int32_t line_of(self, int32_t cell) noexcept:
        """The row's node that a cell belongs to, or -1 where that is no cell of a table."""
        return self.owner[cell] if 0 <= cell < self.count and self.part[cell] == CELL else -1

    cpdef int32_t cell_around(self, int32_t row) noexcept:
        """The nearest table cell that a node is in or is, or -1."""
        if row >= self.count:
            return -1
        while row >= 0 and self.part[row] != CELL:
            row = self.parent[row]
        return row

    def at(self, int32_t table):
        """The grid of a table's node, or None where it has no rows or would be out of all bounds."""
        return self.grid(table)

    cdef Grid grid(self, int32_t table):
        cdef Py_ssize_t number = self.number_of(table)
        if number < 0:
            return None
        if not self.read[number]:
            self.known[number], self.read[number] = self.placed(number), True
        return self.known[number]

    cdef Grid placed(self, Py_ssize_t number):
        cdef Grid grid = Grid(self, number)
        cdef Places places = Places(self, grid.first, grid.height)
        if not places.place():
            return None
        grid.places, grid.width = places.grid(), places.width
        grid.read_kinds()
        return grid

    def lays_out(self, int32_t table):
        """Whether a table surely is no data table, told without reading it.

        It says so by its role, has no two rows of two cells, or holds another table and has no cell that can say what
        its columns are.
        """
        cdef Py_ssize_t number = self.number_of(table)
        if number < 0:
            raise KeyError(table)
        return self.surely_lays_out(number)

    cdef bint surely_lays_out(self, Py_ssize_t number) except -1:
        cdef int32_t line, cell, several = 0, last = self.first_line[number + 1], table = self.table_rows[number]
        cdef bint reaches = False, plain = True
        for line in range(self.first_line[number], last):
            several += self.own_count(line) > 1
        for cell in range(self.first_cell[self.first_line[number]], self.first_cell[last]):
            plain &= self.tag[self.cells[cell]] == self.td
            reaches |= several < 2 and self.has_spans and self.covers(self.cells[cell], ROWSPAN)
        if several < 2 and not reaches:
            return True
        if self.nodes.attribute(table, "role") in LAYOUT_ROLES:
            return True
        return plain and holds_another(self, table)

    def data_tables(self, Py_ssize_t least):
        """The page's data tables with at least so many rows, in document order; not those inside of others."""
        cdef Py_ssize_t number
        cdef int32_t behind = 0
        cdef list found = []
        cdef Grid grid
        for number in range(self.table_count):
            if self.table_rows[number] < behind or self.first_line[number + 1] - self.first_line[number] < least:
                continue
            if self.surely_lays_out(number):
                continue
            grid = self.grid(self.table_rows[number])
            if grid is not None and grid.body_count >= least and grid.holds_data() and (
                grid.has_headers() or not by_pairs(grid)
            ):
                found.append(grid)
                behind = self.end[grid.table]
        return found
