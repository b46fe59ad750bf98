# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Regions inside of data tables as all rows of those tables, and whether a table's columns are facts."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from libc.math cimport log2
from libc.stdint cimport int32_t, int64_t

from pagerows._arrays cimport INT64, Array, empty
from pagerows.page._buffers cimport int32s, int64s
from pagerows.page._grids cimport BODY, HEADER, Grid, Grids
from pagerows.page._heads cimport count_signs
from pagerows.page._parts cimport Text, length_of
from pagerows.plain import replace
from pagerows.values import Records

#: Share of a data table's rows that a region must touch to become all of them.
cdef double TOUCHED = 0.5
#: Share of a data table's rows from which on a region of single rows that leaves some out is right in that.
cdef double NEARLY = 0.8
#: Rows whose texts are looked at, columns of a calendar, and the longest text of a day.
cdef enum: LOOKED_AT = 40, WEEK = 7, LONGEST_DAY = 2

#: Rows of a table, from one to another, that a record reaches over.
cdef struct Reach:
    Py_ssize_t table, low, high


cdef class Spans:
    """From where to where each of some records reaches."""

    cdef const int64_t *starts
    cdef const int64_t *stops
    cdef Py_ssize_t count
    cdef object own_starts, own_stops

    def __cinit__(self, records):
        cdef Py_ssize_t others, place
        cdef Array starts, stops
        if isinstance(records, Records):
            self.own_starts, self.own_stops = records.starts, records.stops
        else:
            self.own_starts = starts = empty(INT64, len(records))
            self.own_stops = stops = empty(INT64, len(records))
            for place, record in enumerate(records):
                starts.int64s()[place], stops.int64s()[place] = record.span
        self.starts, self.stops = int64s(self.own_starts, &self.count), int64s(self.own_stops, &others)
        if self.count != others:
            raise ValueError("starts and stops differ in number")


def whole_regions(page, regions, list tables):
    """Return each region as all rows of the tables that it lies in, where it touches most of each one's rows; others stay."""
    cdef Tables known = Tables(page, tables)
    return [known.whole(region) for region in regions]


cdef class Tables:
    """The data tables of a page, in its order, none inside of another."""

    cdef object page, nodes
    cdef list grids
    cdef Grids parts

    def __cinit__(self, page, list grids):
        self.page, self.nodes, self.grids, self.parts = page, page.nodes, grids, page.nodes.grids

    cdef Py_ssize_t before(self, int64_t row) noexcept:
        """How many tables begin before a row."""
        cdef Py_ssize_t low = 0, high = len(self.grids), middle
        while low < high:
            middle = (low + high) // 2
            if (<Grid>self.grids[middle]).table < row:
                low = middle + 1
            else:
                high = middle
        return low

    cdef int64_t start(self, Py_ssize_t table) noexcept:
        return (<Grid>self.grids[table]).table

    cdef int64_t end(self, Py_ssize_t table) noexcept:
        return self.parts.end[(<Grid>self.grids[table]).table]

    cdef object whole(self, region):
        cdef int64_t first, last
        cdef Py_ssize_t at
        records = region.records
        if isinstance(records, Records):
            first, last = records.starts[0], records.stops[0]
        else:
            first, last = records[0].span
        at = self.before(first + 1) - 1
        if self.before(last) > at + 1 or (at >= 0 and self.start(at) == first):  # a table in its first record
            held = self.held(Spans(records))
            if held:
                return replace(region, records=records_of(self.page, held))
        if at < 0 or last > self.end(at):
            return region
        rows = self.rows_of(Spans(records))
        return region if rows is None else replace(region, records=as_records(self.page, rows))

    # -- records that hold tables --------------------------------------------------------------------------------------

    cdef list held(self, Spans spans):
        """The tables that records are, under a heading each at most: one per record, with the same headers; or none."""
        cdef Py_ssize_t each, at
        cdef list found = []
        cdef Grid grid, first
        for each in range(spans.count):
            at = self.before(spans.starts[each])
            if self.before(spans.stops[each]) != at + 1:
                return []
            if self.texts(spans.starts[each], self.start(at)) + self.texts(self.end(at), spans.stops[each]) > 1:
                return []
            found.append(self.grids[at])
        first = found[0]
        for grid in found:
            if grid.width != first.width or grid.header_texts() != first.header_texts():
                return []
        return found if first.has_headers() else []

    cdef Py_ssize_t texts(self, int64_t start, int64_t stop) noexcept:
        """How many texts stand in some rows of the page."""
        cdef int64_t row
        cdef Py_ssize_t found = 0
        for row in range(max(0, start), min(stop, <int64_t>self.parts.count)):
            found += self.parts.kind[row] == 1
        return found

    # -- records in tables ---------------------------------------------------------------------------------------------

    cdef list rows_of(self, Spans spans):
        """All rows of the tables that records lie in, None where they are no parts of those."""
        cdef Reach *reaches = <Reach *>PyMem_Malloc((spans.count + 1) * sizeof(Reach))
        if reaches is NULL:
            raise MemoryError
        try:
            return self.rows_reached(spans, reaches)
        finally:
            PyMem_Free(reaches)

    cdef list rows_reached(self, Spans spans, Reach *reaches):
        cdef Py_ssize_t each
        cdef bint cells = False, single = True
        cdef dict touched = {}
        cdef list found = []
        for each in range(spans.count):
            if not self.reach(spans.starts[each], spans.stops[each], &reaches[each], &cells):
                return None
            single &= reaches[each].high - reaches[each].low == 1
            self.touch(touched, &reaches[each])
        if self.are_groups(reaches, spans.count):
            return None
        for at, own in touched.items():
            if not touches_most(self.grids[at], own) or (cells and not columns_are_facts(self.grids[at])):
                return None
        for at in sorted(touched):
            found += kept_rows(self.grids[at], touched[at] if single and not cells else None)
        return found

    cdef bint reach(self, int64_t start, int64_t stop, Reach *found, bint *cells) except -1:
        """Find the rows of a table that a record reaches over; tells whether it lies in one. Some records begin inside of rows."""
        cdef Grid grid
        cdef Py_ssize_t at = self.before(start + 1) - 1
        if at < 0 or start <= self.start(at) or stop > self.end(at):
            return False
        grid = self.grids[at]
        found.table, found.low, found.high = at, max(0, line_before(grid, start + 1) - 1), line_before(grid, stop)
        cells[0] |= start > grid.row(found.low)
        return True

    cdef int touch(self, dict touched, const Reach *reach) except -1:
        """Mark the rows of its table that a record reaches over."""
        cdef Py_ssize_t line
        cdef bytearray own = touched.get(reach.table)
        if own is None:
            own = touched[reach.table] = bytearray((<Grid>self.grids[reach.table]).height)
        for line in range(reach.low, reach.high):
            own[line] = 1
        return 0

    cdef bint are_groups(self, const Reach *reaches, Py_ssize_t count) except -1:
        """Whether records are several rows each, equally many, of which the first is built like none of the others."""
        cdef Py_ssize_t each, line, size = reaches[0].high - reaches[0].low
        cdef Grid grid
        cdef set first = set()
        for each in range(count):
            if reaches[each].high - reaches[each].low != size:
                return False
        if size < 2:
            return False
        for each in range(count):
            first.add(built(self.grids[reaches[each].table], reaches[each].low))
        for each in range(count):
            grid = self.grids[reaches[each].table]
            for line in range(reaches[each].low + 1, reaches[each].high):
                if built(grid, line) in first:
                    return False
        return True


cdef Py_ssize_t line_before(Grid grid, int64_t row) noexcept:
    """How many rows of a table begin before a row of the page."""
    cdef Py_ssize_t low = 0, high = grid.height, middle
    while low < high:
        middle = (low + high) // 2
        if grid.row(middle) < row:
            low = middle + 1
        else:
            high = middle
    return low


cdef bytes built(Grid grid, Py_ssize_t line):
    """The tags of a table's row."""
    cdef int32_t row = grid.row(line)
    return (<const char *>(grid.parts.tag + row))[: (grid.parts.end[row] - row) * sizeof(int32_t)]


cdef bint touches_most(Grid grid, bytearray own) noexcept:
    """Whether most body rows of a table are touched."""
    cdef Py_ssize_t line, found = 0
    for line in range(grid.height):
        found += grid.kinds[line] == BODY and own[line]
    return found >= TOUCHED * grid.body_count


cdef list kept_rows(Grid grid, bytearray own):
    """A table's rows; of those that a region of nearly all (`own`), one by one, leaves out only what may be a record.

    What stands before its first row is a title or names of columns; what fills fewer cells than any of its rows a bar.
    """
    cdef Py_ssize_t line, kept = 0, first = -1, least = grid.width
    cdef const int32_t *length
    for line in range(grid.height):
        if own is not None and grid.kinds[line] == BODY and own[line]:
            first = line if first < 0 else first
            kept += 1
    if kept < NEARLY * grid.body_count or kept == grid.body_count:
        return [grid.row(line) for line in range(grid.height) if grid.kinds[line] == BODY]
    length = lengths_of(grid.parts.nodes, grid.parts.count)
    for line in range(grid.height):
        if grid.kinds[line] == BODY and own[line]:
            least = min(least, filled_columns(grid, line, length))
    return [
        grid.row(line) for line in range(grid.height)
        if grid.kinds[line] == BODY and (own[line] or (line > first and filled_columns(grid, line, length) >= least))
    ]


cdef const int32_t *lengths_of(nodes, Py_ssize_t rows) except NULL:
    """The characters of each row, as long as the page lives."""
    cdef Py_ssize_t size
    cdef const int32_t *found = int32s(nodes.text_length, &size)
    if size != rows:
        raise IndexError("rows differ in number")
    return found


cdef Py_ssize_t filled_columns(Grid grid, Py_ssize_t line, const int32_t *length) except -1:
    """In how many columns a row has a text; `length` is that of each row of the page."""
    cdef Py_ssize_t column, found = 0
    cdef int32_t cell, row
    for column in range(grid.width):
        cell = grid.cells(line)[column]
        if cell >= 0:
            for row in range(cell, grid.parts.end[cell]):
                if length[row]:
                    found += 1
                    break
    return found


def records_of(page, tables):
    """Return the body rows of tables as records."""
    cdef Grid grid
    cdef Py_ssize_t line
    cdef list rows = []
    for grid in tables:
        rows += [grid.row(line) for line in range(grid.height) if grid.kinds[line] == BODY]
    return as_records(page, rows)


cdef object as_records(page, list rows):
    cdef Py_ssize_t place, size, count = len(rows)
    cdef const int32_t *end = int32s(page.nodes.end, &size)
    cdef Array starts = empty(INT64, count), stops = empty(INT64, count)
    cdef int32_t row
    for place in range(count):
        row = rows[place]
        if not 0 <= row < size:
            raise IndexError("no such row")
        starts.int64s()[place], stops.int64s()[place] = row, end[row]
    return Records(page, starts, stops)


def single_texts(nodes, records):
    """Return whether no record has two texts."""
    cdef Spans spans = Spans(records)
    cdef const int32_t *length = lengths_of(nodes, len(nodes))
    cdef Py_ssize_t each, texts
    cdef int64_t row
    for each in range(spans.count):
        texts = 0
        for row in range(max(0, spans.starts[each]), min(<int64_t>len(nodes), spans.stops[each])):
            texts += length[row] > 0
            if texts > 1:
                return False
    return True


# -- what columns are --------------------------------------------------------------------------------------------------

#: What the texts of a column look like: how many there are, how many have digits, and their characters.
cdef struct Look:
    int64_t filled, digits, characters


cpdef bint columns_are_facts(Grid grid) except -1:
    """Return whether a table's columns are facts: they have headers, or are not all of one look; a calendar's days are none."""
    cdef bint told = grid.count(HEADER) > 0
    cdef Py_ssize_t column
    cdef Look *looks
    if told and grid.width != WEEK:
        return True
    if grid.width == WEEK and all_days(grid):
        return False
    if told or not grid.width:
        return told
    looks = <Look *>PyMem_Calloc(grid.width, sizeof(Look))
    if looks is NULL:
        raise MemoryError
    try:
        look_at(grid, looks)
        for column in range(1, grid.width):
            if not same_look(&looks[0], &looks[column]):
                return True
        return False
    finally:
        PyMem_Free(looks)


cdef bint all_days(Grid grid) except -1:
    """Whether all texts are numbers of two digits at most."""
    cdef Py_ssize_t line, column, seen = 0
    for line in range(grid.height):
        if grid.kinds[line] != BODY:
            continue
        for column in range(grid.width):
            text = grid.parts.string(grid.cells(line)[column]) if grid.cells(line)[column] >= 0 else ""
            if text and not (len(text) <= LONGEST_DAY and text.isdecimal()):
                return False
        seen += 1
        if seen == LOOKED_AT:
            break
    return True


cdef int look_at(Grid grid, Look *looks) except -1:
    cdef Py_ssize_t line, column, seen = 0, digits, letters
    cdef Text text
    for line in range(grid.height):
        if grid.kinds[line] != BODY or seen == LOOKED_AT:
            continue
        seen += 1
        for column in range(grid.width):
            if grid.cells(line)[column] < 0:
                continue
            grid.parts.text(grid.cells(line)[column], &text)
            if text.size:
                digits = letters = 0
                count_signs(&text, &digits, &letters)
                looks[column].filled += 1
                looks[column].digits += digits > 0
                looks[column].characters += length_of(text.at, text.size)
    return 0


cdef bint same_look(const Look *one, const Look *other) noexcept:
    """Whether texts of two columns mostly have digits or not, and are equally long, roughly."""
    if (2 * one.digits > one.filled) != (2 * other.digits > other.filled):
        return False
    return length(one) == length(other)


cdef int length(const Look *look) noexcept:
    return <int>log2(1 + (<double>look.characters / look.filled if look.filled else 0))
