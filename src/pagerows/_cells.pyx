# cython: language_level=3, boundscheck=True, wraparound=False
"""Rows of records -> cells: which rows a person reads, what holds each, which of them go together; then the cells."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from pagerows._named cimport new_cell, new_span
from pagerows._signs import has_word
from pagerows.page._buffers cimport int64s, items_of
from pagerows.page._joining cimport Joiner
from pagerows.page._parser cimport TEXTS, Utf8, attribute_number, is_compiled, utf8_of
from pagerows.page._strings cimport Pairs
from pagerows.values import Cell, Span

cdef type CELL = Cell, SPAN = Span

cdef enum:
    #: What tags are to cells, as bits.
    FORMATS = 1
    BESIDE = 2
    LINKS = 4
    SHOWS = 8
    #: How a row goes on with the one before it: not at all; as one text; beside it, where the first, or the second, has a word.
    ALONE = 0
    ONE_TEXT = 1
    BEHIND_WORDS = 2
    BEFORE_WORDS = 3

#: The same for others: tags that format words, that may stand beside text, links, pictures.
TAGS = FORMATS, BESIDE, LINKS, SHOWS


#: A row that is read: the record that it is in; whether it is a picture; the chain of tags from the record's top to what holds
#: it (formatting aside; of a picture its own); the link around it, or -1; how it goes on with the row before.
cdef struct Piece:
    int32_t row, record, chain, link
    uint8_t image, how


def cells_of_parts(
    nodes, hidden, starts, stops, owners, Py_ssize_t records, dict marks, Joiner links, bint drop_hidden, bint join,
    bint all_texts,
):
    """Return the cells of each record, in the order of its parts.

    Part k has the rows ``starts[k]:stops[k]`` and is of record ``owners[k]`` (None: of record k). `marks` has what tags are
    to cells; `links` makes addresses. With `drop_hidden` hidden rows are not read, with `join` inline formatting is joined with
    the text around it; with `all_texts` signs alone are a cell, too.
    """
    cdef Py_ssize_t part, count, stop_count, owner_count
    cdef const int64_t *start = int64s(starts, &count)
    cdef const int64_t *stop = int64s(stops, &stop_count)
    cdef const int64_t *owner = NULL
    cdef bint all_hidden = True
    cdef Pieces pieces
    if owners is not None:
        owner = int64s(owners, &owner_count)
    if count != stop_count or (owners is not None and owner_count != count):
        raise ValueError("parts differ in number")
    pieces = Pieces(nodes, hidden, marks)
    pieces.make_room(start, stop, count)
    # Where the records are hidden themselves (a script shows them later) their text is all there is to read.
    for part in range(count):
        all_hidden = all_hidden and start[part] < pieces.rows and pieces.hidden[start[part]]
    pieces.drop_hidden, pieces.join = drop_hidden and not all_hidden, join
    for part in range(count):
        pieces.read(start[part], stop[part], part if owner is NULL else owner[part])
    return CellMaker(nodes, pieces, links, all_texts).cells(records)


cdef class Pieces:
    """The rows that are read in parts of records, one after another.

    What holds an element, its chain of tags and the link that it is in are found once, from its parent.
    """

    #: Columns of the page, and how many rows they have.
    cdef const int8_t *kind
    cdef const int32_t *tag
    cdef const int32_t *parent
    cdef const int32_t *path
    cdef const uint8_t *hidden
    cdef const uint8_t *spaced
    cdef Py_ssize_t rows
    #: What keeps them where they are.
    cdef tuple kept
    cdef dict tag_marks
    cdef tuple names
    cdef bint drop_hidden, join
    #: What each tag is to cells, and how many tags and paths there are.
    cdef uint8_t *marks
    cdef Py_ssize_t tags, paths
    cdef int32_t low
    #: Of each element, from `low` on: what holds text in it, without formatting; without what may stand beside, too; its
    #: chain of tags; the link that it is in.
    cdef int32_t *holder
    cdef int32_t *outer
    cdef int32_t *chain
    cdef int32_t *link
    #: The chain of each path and the chain that it goes on from, as found last; the numbers of chains, by the chain before
    #: and the last tag: 0 is the empty one.
    cdef int32_t *chain_of_path
    cdef int32_t *before_path
    cdef Pairs chains
    cdef Piece *found
    cdef Py_ssize_t count, images

    def __cinit__(self, nodes, hidden, dict marks):
        self.kept = nodes.kind, nodes.tag, nodes.parent, nodes.path, hidden, nodes.spaced
        self.rows, self.tag_marks, self.names, self.paths = len(self.kept[0]), marks, nodes.tags, len(nodes.paths)
        self.kind, self.tag = <const int8_t *>self.column(0, 1), <const int32_t *>self.column(1, 4)
        self.parent, self.path = <const int32_t *>self.column(2, 4), <const int32_t *>self.column(3, 4)
        self.hidden, self.spaced = <const uint8_t *>self.column(4, 1), <const uint8_t *>self.column(5, 1)

    cdef const void *column(self, Py_ssize_t number, Py_ssize_t size) except? NULL:
        """A column of the page's rows, with items of so many bytes."""
        cdef Py_ssize_t count
        cdef const void *found = items_of(self.kept[number], size, &count)
        if count != self.rows:
            raise ValueError("columns differ in length")
        return found

    cdef int make_room(self, const int64_t *starts, const int64_t *stops, Py_ssize_t count) except -1:
        """Room for the rows of some parts."""
        cdef Py_ssize_t part, size, number, total = 0
        cdef int64_t low = starts[0] if count else 0, high = stops[0] if count else 0
        for part in range(count):
            if not 0 <= starts[part] <= stops[part] <= self.rows:
                raise IndexError("no such rows")
            low, high = min(low, starts[part]), max(high, stops[part])
            total += stops[part] - starts[part]
        self.low = low
        size, self.tags = high - low, len(self.names)
        self.found = <Piece *>malloc((total + 1) * sizeof(Piece) + (4 * size + 2 * self.paths) * sizeof(int32_t) + self.tags + 1)
        if self.found is NULL:
            raise MemoryError
        self.holder = <int32_t *>(self.found + total + 1)
        self.outer = self.holder + size
        self.chain = self.outer + size
        self.link = self.chain + size
        self.before_path = self.link + size
        self.chain_of_path = self.before_path + self.paths
        self.marks = <uint8_t *>(self.chain_of_path + self.paths)
        memset(self.before_path, 0xFF, self.paths * sizeof(int32_t))
        for number in range(self.tags):
            self.marks[number] = self.tag_marks.get(self.names[number], 0)
        self.chains = Pairs(total + 1)
        return 0

    def __dealloc__(self):
        free(self.found)

    cdef int read(self, int32_t top, int32_t stop, int32_t record) except -1:
        """Add the rows of one part of a record."""
        cdef const int8_t *kind = self.kind
        cdef const int32_t *tag = self.tag
        cdef const int32_t *parent = self.parent
        cdef const uint8_t *hidden = self.hidden
        cdef int32_t row, up, own, out, last_own = -1, last_out = -1
        cdef uint8_t mark, image, direct, how, last_image = 0, last_direct = 0
        # Whether more than formatting, or than what may stand beside, is between the last row and this one.
        cdef uint8_t broken = 1, apart = 1
        for row in range(top, stop):
            up = parent[row]
            if not (up < row and 0 <= tag[row] < self.tags):
                raise IndexError("rows are no tree")
            mark = self.marks[tag[row]]
            image = mark & SHOWS != 0
            if kind[row] != 1:
                self.place(row, up, top, mark)
            if (self.drop_hidden and hidden[row]) or not (image or kind[row] == 1):
                if kind[row] != 1:
                    broken |= not mark & FORMATS
                    apart |= not mark & (FORMATS | BESIDE)
                continue
            own, out = self.at_or_above(self.holder, up, top), self.at_or_above(self.outer, up, top)
            direct = own == out and not image
            how = ALONE
            if self.join and not image and not last_image:
                if own == last_own and not broken:
                    how = ONE_TEXT
                elif out == last_out and direct != last_direct and not apart:
                    how = BEHIND_WORDS if last_direct else BEFORE_WORDS
            self.add(row, record, row if image else own, top, image, how)
            self.found[self.count - 1].link = self.link[up - self.low] if up >= top else -1
            last_own, last_out, last_image, last_direct = own, out, image, direct
            broken = apart = 0
        return 0

    cdef int place(self, int32_t row, int32_t up, int32_t top, uint8_t mark) except -1:
        """Find out what holds the text of an element, its chain and its link."""
        cdef Py_ssize_t at = row - self.low
        cdef bint inside = up >= top
        self.holder[at] = self.at_or_above(self.holder, up, top) if mark & FORMATS and row > top else row
        self.outer[at] = self.at_or_above(self.outer, up, top) if mark & (FORMATS | BESIDE) and row > top else row
        self.chain[at] = self.next_chain(row, self.chain[up - self.low] if inside else 0)
        self.link[at] = row if mark & LINKS else self.link[up - self.low] if inside else -1
        return 0

    cdef inline int32_t at_or_above(self, const int32_t *known, int32_t row, int32_t top) noexcept:
        """What is known of an element inside of a record, below its top; others hold themselves."""
        return known[row - self.low] if row > top else row

    cdef int32_t next_chain(self, int32_t row, int32_t before) except -1:
        """The number of the chain that an element's tag makes of the one of its parent; 0 is the empty chain."""
        cdef int32_t path = self.path[row]
        if not 0 <= path < self.paths:
            raise IndexError("no such path")
        if self.before_path[path] != before:
            self.before_path[path] = before
            self.chain_of_path[path] = self.chains.number(before, self.tag[row]) + 1
        return self.chain_of_path[path]

    cdef void add(self, int32_t row, int32_t record, int32_t holder, int32_t top, uint8_t image, uint8_t how) noexcept:
        cdef Piece *piece = &self.found[self.count]
        piece.row, piece.record, piece.image, piece.how = row, record, image, how
        piece.chain = self.chain[holder - self.low] if holder >= top else 0
        self.count += 1
        self.images += image


cdef class CellMaker:
    """Makes the cells of pieces: texts are read as UTF-8, and become Python's when they are whole."""

    cdef object data
    cdef bint compiled
    #: The numbers of attributes: addresses of links, sources of pictures, what these say.
    cdef uint32_t href, source, later, words
    cdef Pieces pieces
    cdef Joiner links
    cdef bint all_texts
    cdef dict addresses
    #: What cells of a chain are called, texts and pictures by turns, from 0 on; -1: there was none yet.
    cdef int32_t *symbols
    cdef int32_t symbol_count
    #: The text that is put together, white space folded, and whether a space is due before more of it.
    cdef uint8_t *text
    cdef Py_ssize_t size, room
    cdef bint due
    #: What was encoded last, of pages that the parser did not make.
    cdef bytes kept

    def __cinit__(self, nodes, Pieces pieces, Joiner links, bint all_texts):
        self.data, self.pieces, self.links, self.all_texts = nodes.data, pieces, links, all_texts
        self.addresses = {}
        self.symbols = <int32_t *>malloc(2 * (pieces.chains.known + 1) * sizeof(int32_t))
        if self.symbols is NULL:
            raise MemoryError
        memset(self.symbols, 0xFF, 2 * (pieces.chains.known + 1) * sizeof(int32_t))
        self.compiled = is_compiled(self.data)
        if self.compiled:
            self.href = attribute_number(self.data, "href")
            if pieces.images:
                self.source, self.later = attribute_number(self.data, "src"), attribute_number(self.data, "data-src")
                self.words = attribute_number(self.data, "alt")

    def __dealloc__(self):
        free(self.text)
        free(self.symbols)

    cdef list cells(self, Py_ssize_t records):
        """The cells of each record."""
        cdef list cells = [[] for _ in range(records)]
        cdef Py_ssize_t first = 0, last
        while first < self.pieces.count:
            last = first + 1
            if self.pieces.found[first].image:
                cell = self.picture(&self.pieces.found[first])
            else:
                while last < self.pieces.count and self.goes_on(last):
                    last += 1
                cell = self.text_cell(first, last)
            if cell is not None:
                (<list>cells[self.pieces.found[first].record]).append(cell)
            first = last
        return cells

    cdef bint goes_on(self, Py_ssize_t place) except -1:
        """Whether a piece belongs to the cell of the one before it."""
        cdef Piece *piece = &self.pieces.found[place]
        if piece.how == ALONE or piece.how == ONE_TEXT:
            return piece.how == ONE_TEXT
        return says_word(self.utf8((piece - 1).row if piece.how == BEHIND_WORDS else piece.row, TEXTS, None))

    cdef object text_cell(self, Py_ssize_t first, Py_ssize_t last):
        """The cell of some pieces, None where they say nothing."""
        cdef Piece *pieces = self.pieces.found
        cdef Py_ssize_t place
        cdef int32_t link = -1, symbol = self.symbol(pieces[first].chain, False)
        self.size, self.due = 0, False
        for place in range(first, last):
            if place > first and self.pieces.spaced[pieces[place].row]:
                self.due = True
            self.write(self.utf8(pieces[place].row, TEXTS, None))
            if pieces[place].link >= 0 and (link < 0 or pieces[place].link < link):
                link = pieces[place].link
        if not self.size:
            return None
        text = self.written()
        if not (self.all_texts or has_ascii_word(self.text, self.size) or has_word(text)):
            return None
        url = self.address(link) if link >= 0 else ""
        span = new_span(SPAN, pieces[first].row, pieces[last - 1].row + 1)
        return new_cell(CELL, text, "link" if url else "text", url or None, span, symbol, None, (), None)

    cdef object picture(self, Piece *piece):
        """The cell of a picture, None where it has no source."""
        cdef int32_t symbol = self.symbol(piece.chain, True)
        cdef Utf8 source = self.utf8(piece.row, self.source, "src")
        if not source.size:
            source = self.utf8(piece.row, self.later, "data-src")
        if not source.size:
            return None
        url = self.links.joined(source.at, source.size)
        self.size, self.due = 0, False
        self.write(self.utf8(piece.row, self.words, "alt"))
        span = new_span(SPAN, piece.row, piece.row + 1)
        return new_cell(CELL, self.written(), "image", url, span, symbol, None, (), None)

    cdef object address(self, int32_t row):
        """Where a link leads to, found once."""
        cdef Utf8 target
        found = self.addresses.get(row)
        if found is None:
            target = self.utf8(row, self.href, "href")
            found = self.addresses[row] = self.links.joined(target.at, target.size)
        return found

    cdef int32_t symbol(self, int32_t chain, bint image) noexcept:
        """A number for the tags from a record's top to what holds a cell, and for images.

        Formatting does not count: a title is the same field whether words of it are highlighted or not.
        """
        cdef int32_t *known = &self.symbols[2 * chain + image]
        if known[0] < 0:
            known[0] = self.symbol_count
            self.symbol_count += 1
        return known[0]

    cdef Utf8 utf8(self, int32_t row, uint32_t number, str name) except *:
        """The text of a row (no name), or an attribute; it stays where it is until something else is asked for."""
        cdef Utf8 found
        if self.compiled:
            return utf8_of(self.data, row, number)
        self.kept = plain_utf8(self.data[row], name)
        found.at, found.size = <const uint8_t *><const char *>self.kept, len(self.kept)
        return found

    cdef int write(self, Utf8 piece) except -1:
        """Add to the text, white space folded."""
        self.need(self.size + piece.size + 1)
        cdef uint8_t *text = self.text
        cdef const uint8_t *at = piece.at
        cdef const uint8_t *end = piece.at + piece.size
        cdef Py_ssize_t space, size = self.size
        cdef bint due = self.due
        while at < end:
            space = 0 if is_plain(at[0]) else space_at(at, end - at)
            if space:
                due = True
                at += space
                continue
            if due and size:
                text[size] = c' '
                size += 1
            due = False
            text[size] = at[0]
            size += 1
            at += 1
            while at < end and is_plain(at[0]):
                text[size] = at[0]
                size += 1
                at += 1
        self.size, self.due = size, due
        return 0

    cdef int need(self, Py_ssize_t size) except -1:
        """Make room for so many bytes: each white space becomes a single one at most, but one may be due before a piece."""
        if size > self.room:
            more = <uint8_t *>realloc(self.text, 2 * size)
            if more is NULL:
                raise MemoryError
            self.text, self.room = more, 2 * size
        return 0

    cdef object written(self):
        """The text as Python's."""
        cdef const char *errors = "replace" if self.compiled else "surrogatepass"
        return PyUnicode_DecodeUTF8(<const char *>self.text, self.size, errors) if self.size else ""


cdef bytes plain_utf8(own, str name):
    """The text of a row (no name), or an attribute, of a page whose rows are plain Python values."""
    if name is not None:
        own = next((value or "" for key, value in own if key == name), "")
    return own.encode("utf-8", "surrogatepass")


cdef inline bint is_plain(uint8_t sign) noexcept nogil:
    """Whether a sign is no white space at first sight, as most are: above the space in ASCII there is none."""
    return 0x20 < sign < 0x80


cdef Py_ssize_t space_at(const uint8_t *at, Py_ssize_t left) noexcept nogil:
    """How many bytes the white space has that begins here, as Python takes it; 0 where it is none."""
    if at[0] < 0x80:
        return at[0] == 0x20 or 0x09 <= at[0] <= 0x0D or 0x1C <= at[0] <= 0x1F
    if at[0] == 0xC2 and left > 1 and (at[1] == 0x85 or at[1] == 0xA0):  # U+0085, U+00A0
        return 2
    if left < 3:
        return 0
    if at[0] == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0  # U+1680
    if at[0] == 0xE2 and at[1] == 0x80:  # U+2000 to U+200A, U+2028, U+2029, U+202F
        return 3 if at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
    if at[0] == 0xE2:
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0  # U+205F
    return 3 if at[0] == 0xE3 and at[1] == 0x80 and at[2] == 0x80 else 0  # U+3000


cdef bint has_ascii_word(const uint8_t *text, Py_ssize_t size) noexcept nogil:
    """Whether a text has a letter or a digit of ASCII."""
    cdef Py_ssize_t at
    for at in range(size):
        if 48 <= text[at] <= 57 or 65 <= text[at] <= 90 or 97 <= text[at] <= 122:
            return True
    return False


cdef bint says_word(Utf8 text) except -1:
    """Whether a text has a letter or a digit."""
    if has_ascii_word(text.at, text.size):
        return True
    return text.size > 0 and has_word(PyUnicode_DecodeUTF8(<const char *>text.at, text.size, "replace"))


def are_apart(starts, stops):
    """Tell whether stretches follow one another without overlapping."""
    cdef Py_ssize_t each, count, stop_count
    cdef const int64_t *start = int64s(starts, &count)
    cdef const int64_t *stop = int64s(stops, &stop_count)
    for each in range(min(count, stop_count) - 1):
        if stop[each] > start[each + 1]:
            return False
    return True


def follow_on(starts, stops):
    """Tell whether each stretch surely begins where the one before it ends."""
    cdef Py_ssize_t each, count, stop_count
    cdef const int64_t *start = int64s(starts, &count)
    cdef const int64_t *stop = int64s(stops, &stop_count)
    for each in range(min(count, stop_count) - 1):
        if stop[each] != start[each + 1]:
            return False
    return True


def in_rows(cells, places, most_columns):
    """Return the cells of each record in their columns, as rows of equal length; None where these would be too many.

    `most_columns` gives how many columns so many records and cells may have.
    """
    cdef Py_ssize_t width = 0, count = 0
    cdef list rows = [], row
    for own in places:
        count += len(own)
        for column in own:
            width = max(width, <Py_ssize_t>column + 1)
    if width > most_columns(len(cells), count):
        return None
    if len(cells) != len(places):
        raise ValueError("records differ in number")
    for found, own in zip(cells, places):
        row = [None] * width
        put_in_row(row, found, own)
        rows.append(row)
    return rows


cdef int put_in_row(list row, found, places) except -1:
    """Put the cells of a record into their columns."""
    cdef Py_ssize_t at, place, count = len(places)
    if len(found) != count:
        raise ValueError("cells differ in number")
    for at in range(count):
        place = places[at]
        if not 0 <= place < len(row):
            raise IndexError("no such column")
        row[place] = found[at]
    return 0
