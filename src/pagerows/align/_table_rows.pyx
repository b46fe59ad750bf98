# cython: language_level=3, boundscheck=True, wraparound=False
"""Records that are the rows of an HTML table: the cells of each column, cut into fields where most of them hold several."""

from libc.stdint cimport int32_t, int64_t

from pagerows._arrays cimport INT32, INT64, Array, array_of, empty, empty_table
from pagerows.page._buffers cimport int32s, int64s
from pagerows.page._grids cimport Grid, Grids
from pagerows.values import Records, Span

#: Share of a column's filled cells that hold several items, from which the column is cut into fields.
cdef double SEVERAL = 0.5
#: Columns times nodes up to which columns are cut: each cut looks at the whole table again.
cdef int64_t MOST_WORK = 5_000_000
#: Share of a column's cells below which a part of them is no field of its own.
cdef double RARE = 0.1
#: Columns of single texts that are read together with others: so no more than a quarter of all cells have the links and
#: marked words of one column, and the template's rules take them for parts of a text (with one column beside, six of
#: the 1,251 dev pages change).
cdef enum: BESIDE = 3
#: Where a cell has these.
cdef enum: TEXT, KIND, URL, SPAN_OF, ITEMS = 6

cdef object new = tuple.__new__


# -- records as rows of tables -----------------------------------------------------------------------------------------


def table_rows(page, records, params, aligner):
    """Return the records' cells by column of the table that they are rows of, and whether it is a data table that says what its
    columns are; None where they are no such rows."""
    cdef Table table = Table(page, records)
    if not table.are_rows():
        return None
    columns = table.columns()
    cdef list fields = columns_in_fields(page, columns, params, aligner, table.work() <= MOST_WORK)
    rows = list(map(list, zip(*fields))) if fields else [[] for _ in records]
    return rows, table.is_explained()


cdef class Table:
    """The tables that records are rows of."""

    cdef object page, records
    cdef Grids tables
    cdef list grids
    #: Where each record starts and stops, how many there are, and what keeps that.
    cdef const int64_t *starts
    cdef const int64_t *stops
    cdef Py_ssize_t count
    cdef tuple kept

    def __cinit__(self, page, records):
        self.page, self.records = page, records

    cdef bint are_rows(self) except -1:
        """Whether each record is a row of a table, of regular ones that are built alike."""
        cdef int32_t first = first_row(self.records)
        if first < 0 or not may_be_row(self.page.nodes, first):
            return False
        self.tables = self.page.nodes.grids
        return self.tables.table_of(first) >= 0 and self.take_spans() and self.find_grids()

    cdef bint take_spans(self) except -1:
        """Whether records are of one part each; where these start and stop."""
        cdef Py_ssize_t stops
        if isinstance(self.records, Records):
            self.kept = self.records.starts, self.records.stops
        else:
            for record in self.records:
                if len(record.parts) > 1:
                    return False
            spans = [record.parts[0] for record in self.records]
            self.kept = (
                array_of(INT64, [start for start, _ in spans]), array_of(INT64, [stop for _, stop in spans]),
            )
        self.starts, self.stops = int64s(self.kept[0], &self.count), int64s(self.kept[1], &stops)
        if self.count != stops:
            raise ValueError("starts and stops differ in number")
        return True

    cdef bint find_grids(self) except -1:
        cdef Py_ssize_t each
        cdef int32_t table, last = -1
        cdef dict known = {}
        cdef Grid grid, first
        for each in range(self.count):
            table = self.tables.table_of(<int32_t>self.starts[each])
            if table < 0:
                return False
            if table != last and table not in known:
                known[table] = self.tables.grid(table)
            last = table
        self.grids = list(known.values())
        first = self.grids[0]
        for grid in self.grids:
            if grid is None or not grid.is_regular():
                return False
            if grid.width != first.width or grid.header_texts() != first.header_texts():
                return False
        for each in range(self.count):
            if self.stops[each] > self.tables.end[self.starts[each]]:  # it is a row of a table, as was seen above
                return False
        return True

    cdef int64_t work(self) except -1:
        cdef Py_ssize_t last = self.count - 1
        return (<Grid>self.grids[0]).width * (self.stops[last] - self.starts[0])

    cdef object columns(self):
        """The cells of each column, -1 where a record has none."""
        cdef Py_ssize_t each, column, width = (<Grid>self.grids[0]).width
        cdef Array found = empty_table(INT32, width, self.count)
        cdef int32_t *cells = found.int32s()
        cdef const int32_t *own
        cdef Grid grid
        cdef int32_t row
        for each in range(self.count):
            row = <int32_t>self.starts[each]
            grid = self.tables.grid(self.tables.table_of(row))
            own = grid.cells(self.tables.number[row] - grid.first)
            for column in range(width):
                cells[column * self.count + each] = own[column]
        return found

    cdef bint is_explained(self) except -1:
        """Whether these are data tables that say what their columns are."""
        cdef Grid grid
        for grid in self.grids:
            if not (grid.holds_data() and grid.has_headers()):
                return False
        return True


cdef int32_t first_row(records) except -2:
    """Where the first record starts, -1 where there is none; records that nobody looked at are not made for that."""
    if not len(records):
        return -1
    return records.starts[0] if isinstance(records, Records) else records[0].parts[0].start


cdef bint may_be_row(nodes, int32_t row) except -1:
    """Whether a node is that of a table row by its tag or role: if not, no table of the page need be looked at."""
    return nodes.tag_name(row) == "tr" or (nodes.attribute(row, "role") or "").strip().lower() == "row"


# -- columns into fields -----------------------------------------------------------------------------------------------


cdef list columns_in_fields(page, columns, params, aligner, bint may_cut):
    """The cells of all fields of some columns."""
    cdef list plain, cells, fields = [], read = [], beside = []
    cdef Py_ssize_t number
    cdef Reader reader
    plain = aligner.plain(page, columns, params) if aligner.plain and len(columns) else [None] * len(columns)
    if None not in plain:
        return plain
    cells = columns.tolist()
    for number in range(len(cells)):
        if plain[number] is None:
            read.append(cells[number])
        elif len(beside) < BESIDE and any(plain[number]):
            beside.append(cells[number])
    reader = Reader(page, params, aligner, read + beside, may_cut)
    for number in range(len(cells)):
        fields += reader.fields(cells[number]) if plain[number] is None else [plain[number]]
    return fields


cdef class Reader:
    """Table cells -> their items: read together, and again column by column where that is cut into fields."""

    cdef object page, nodes, params, aligner
    cdef bint may_cut
    cdef dict known

    def __cinit__(self, page, params, aligner, columns, bint may_cut):
        self.page, self.nodes, self.params, self.aligner, self.may_cut = page, page.nodes, params, aligner, may_cut
        cdef list cells = distinct(columns)
        self.known = dict(zip(cells, self.aligned(cells)))

    cdef list fields(self, list cells):
        """A column of the table as one field, or as several where most of its cells hold several items."""
        cdef list own = distinct([cells]), found, rows, field
        cdef Py_ssize_t several = 0, filled = 0, texts
        rows = [self.known[cell] for cell in own]
        if not has_items(rows) and self.has_content(own):
            # By itself: links without text stand where other columns have text, and a script may show it later.
            rows = self.aligned(own)
        for row in rows:
            texts = count_texts(row)
            several += texts > 1
            filled += texts > 0
        if self.may_cut and several > SEVERAL * filled:
            found = knit(self.nodes, merged(self.aligned(own)))
        else:
            found = whole(self.nodes, rows)
        if own == cells:
            return found
        place = {cell: number for number, cell in enumerate(own)}
        return [[field[place[cell]] if cell >= 0 else None for cell in cells] for field in found]

    cdef bint has_content(self, list cells) except -1:
        """Whether some of these cells hold an element with a text or a link."""
        cdef Py_ssize_t row
        nodes = self.nodes
        for cell in cells:
            for row in range(cell + 1, nodes.end[cell]):
                text = nodes.data[row]
                if nodes.tag_name(row) == "a" or (isinstance(text, str) and text.strip()):
                    return True
        return False

    cdef list aligned(self, list cells):
        cdef Array starts = array_of(INT64, cells), stops = empty(INT64, len(cells))
        cdef Py_ssize_t each, rows
        cdef const int32_t *end = int32s(self.nodes.end, &rows)
        for each in range(len(cells)):
            if not 0 <= starts.int64s()[each] < rows:
                raise IndexError("no such row")
            stops.int64s()[each] = end[starts.int64s()[each]]
        return self.aligner.align(self.page, Records(self.page, starts, stops), self.params)


cdef list distinct(list columns):
    """The cells of some columns, in order; one that spans several rows or columns once."""
    cdef set found = set()
    for column in columns:
        found.update(column)
    found.discard(-1)
    return sorted(found)


# -- items of a table cell ---------------------------------------------------------------------------------------------


cdef bint has_items(list rows) except -1:
    for row in rows:
        for item in row:
            if item is not None:
                return True
    return False


cdef object of_cell(item, Py_ssize_t place):
    """What a cell has at one of its places."""
    if not isinstance(item, tuple):
        raise TypeError("no cell")
    return (<tuple>item)[place]


cdef Py_ssize_t start_of(item) except -1:
    return of_cell(of_cell(item, SPAN_OF), 0)


cdef Py_ssize_t stop_of(item) except -1:
    return of_cell(of_cell(item, SPAN_OF), 1)


cdef bint is_picture(item) except -1:
    return of_cell(item, KIND) == "image"


cdef Py_ssize_t count_texts(row) except -1:
    """How many texts a table cell holds."""
    cdef Py_ssize_t found = 0
    for item in row:
        found += item is not None and not is_picture(item)
    return found


cdef list knit(nodes, list fields):
    """The fields, those made one that are parts of one text: few cells have them, or they are woven together."""
    cdef list groups = [], parts, field, group, found = []
    for field in fields:
        parts = [group for group in groups if is_woven(field, group)]
        if not parts and groups and is_rare(field) and are_texts(field) and are_texts(last_of(groups)):
            parts = groups[len(groups) - 1 :]
        if parts:
            for group in parts[1:]:
                (<list>parts[0]).extend(group)
            (<list>parts[0]).append(field)
            groups = [group for group in groups if not is_among(group, parts[1:])]
        else:
            groups.append([field])
    for group in groups:
        found.append(group[0] if len(group) == 1 else together(nodes, group))
    return found


cdef list last_of(list groups):
    """The last field of the last group."""
    cdef list group = groups[len(groups) - 1]
    return group[len(group) - 1]


cdef bint is_among(list group, list groups) noexcept:
    for other in groups:
        if other is group:
            return True
    return False


cdef bint is_rare(list field) except -1:
    cdef Py_ssize_t filled = 0
    for cell in field:
        filled += cell is not None
    return filled < RARE * len(field)


cdef bint are_texts(list field) except -1:
    for cell in field:
        if cell is not None and not is_picture(cell):
            return True
    return False


cdef bint is_woven(list field, list group) except -1:
    """Whether a field is woven together with another one of a group."""
    cdef list other
    for other in group:
        if are_woven(field, other):
            return True
    return False


cdef bint are_woven(list one, list other) except -1:
    """Whether texts of one field stand between those of the other in most cells that have both."""
    cdef Py_ssize_t each, both = 0, crossed = 0
    for each in range(len(one)):
        a, b = one[each], other[each]
        if a is not None and b is not None:
            both += 1
            crossed += start_of(a) < stop_of(b) and start_of(b) < stop_of(a)
    return 2 * crossed > both


cdef list together(nodes, list fields):
    """Fields as one."""
    cdef list found = [], items, field
    cdef Py_ssize_t each
    for each in range(len(<list>fields[0])):
        items = [field[each] for field in fields if field[each] is not None]
        items.sort(key=span_of)
        found.append(joined(nodes, items))
    return found


def span_of(item):
    """Return from where to where an item reaches."""
    return of_cell(item, SPAN_OF)


cdef list whole(nodes, list rows):
    """All texts of each table cell as one, and its first picture before or behind them, as in most cells."""
    cdef list texts = [], pictures = [], own
    cdef Py_ssize_t mixed = 0, first = 0
    for row in rows:
        own, picture, start = [], None, None
        for item in row:
            if item is None:
                continue
            if start is None:
                start = item
            if not is_picture(item):
                own.append(item)
            elif picture is None:
                picture = item
        texts.append(joined(nodes, own))
        pictures.append(picture)
        if own and picture is not None:
            mixed += 1
            first += start is picture
    return [pictures, texts] if 2 * first > mixed else [texts, pictures]


cdef list merged(list rows):
    """The fields as the aligner has them; neighbours that are never filled together are one."""
    cdef list found = [], last
    cdef Py_ssize_t each
    for column in zip(*rows):
        last = found[len(found) - 1] if found else None
        if last is not None and are_apart(last, column):
            for each in range(len(last)):
                if last[each] is None:
                    last[each] = (<tuple>column)[each]
        else:
            found.append(list(column))
    return found


cdef bint are_apart(list one, tuple other) except -1:
    """Whether two columns of text are never filled together."""
    cdef Py_ssize_t each
    for each in range(len(one)):
        a, b = one[each], other[each]
        if a is not None and b is not None:
            return False
        if (a is not None and is_picture(a)) or (b is not None and is_picture(b)):
            return False
    return True


cdef object joined(nodes, list items):
    """All texts of a table cell as one, with the first address among them."""
    cdef Py_ssize_t start, stop = 0
    cdef bint listed = False
    if len(items) < 2:
        return items[0] if items else None
    linked = None
    for item in items:
        if linked is None and of_cell(item, URL):
            linked = item
        listed |= len(of_cell(item, ITEMS)) > 0
        stop = max(stop, stop_of(item))
    start = start_of(items[0])
    if listed:  # the members of a list stand among what is joined with them
        text = shown_text(nodes, start, stop)
    else:
        text = " ".join([of_cell(item, TEXT) for item in items])
    span = new(Span, (start, stop_of(items[len(items) - 1])))
    return (items[0] if linked is None else linked)._replace(text=text, span=span, items=())


cdef str shown_text(nodes, Py_ssize_t start, Py_ssize_t stop):
    """What the page shows in some rows."""
    cdef Py_ssize_t row
    shown = [nodes.data[row] for row in range(start, stop) if nodes.kind[row] == 1 and not nodes.hidden[row]]
    return " ".join(" ".join(shown).split())
