# cython: language_level=3, boundscheck=True, wraparound=False
"""Cells of data tables that hold one text each, read column by column: what they say needs no template."""

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memcmp

from pagerows._arrays cimport INT32, Array, empty_table
from pagerows._named cimport new_cell, new_span
from pagerows.page._buffers cimport int32s, items_of
from pagerows.page._folding cimport fold, space_at
from pagerows.page._grids cimport Grids
from pagerows.page._joining cimport Joiner
from pagerows.page._parser cimport Attribute, Node, PathStyles, Span as Utf8Span

from pagerows.align.fields._cells import is_said
from pagerows.align.fields.reading import is_spoken
from pagerows.forms import is_rating
from pagerows.values import Cell, Span

cdef type CELL = Cell, SPAN = Span
#: What tags are to such cells, as bits: their text is not simply read (it is said for machines, or in a drawing that nobody
#: reads); it is that of a link.
cdef enum: BARRED = 1, LINKS = 2
cdef dict MARKS = {**dict.fromkeys(("time", "data", "svg", "meta", "noscript"), BARRED), "a": LINKS}
#: Attributes that may say a rating, and those that name a picture behind the text.
cdef tuple RATED = ("title", "aria-label", "data-rating")
cdef tuple PAINTED = ("data-bg", "data-background-image")
cdef enum: MORE_NAMES = 5
#: Elements around a text whose classes and styles are looked at.
cdef enum: AROUND = 6
#: What is known of tag paths.
cdef enum: UNKNOWN, SIMPLE, ODD
#: Without one of these (small letters, white space aside) no class or style hides a text from the eye or paints behind it.
cdef tuple HINTS = (
    b"sr-", b"sronly", b"srtext", b"screen", b"visually", b"assistive", b"a11y", b"accessib", b"clip:", b"clip-path",
    b"left:-", b"indent:-", b"url(",
)
#: What is said instead of the row of a text: the cell is empty, or holds more than a text.
cdef enum: EMPTY = -1, MORE = -2

#: The only text of a cell, what holds that, and the link around it; rows of the page, -1 for none.
cdef struct Held:
    int32_t text, holder, link


cdef class Plain:
    """Reads the columns of a page's tables whose cells hold one text or nothing."""

    cdef Grids grids
    cdef object nodes
    cdef Joiner joiner
    #: Rows that are not seen, where those are left out; what tags are.
    cdef const uint8_t *unseen
    cdef bytes marks
    cdef bint drops_hidden, all_texts
    #: The numbers of attributes that say more than a text, and whether the page has one of them; that of links' targets.
    cdef uint32_t[MORE_NAMES] names
    cdef uint32_t class_name, style_name, href
    cdef bint has_names
    #: Whether tag paths are numbered as the parser did.
    cdef bint has_paths
    #: Of each tag path: whether its own classes and styles are simple, and those around it, too.
    cdef uint8_t *steps
    cdef uint8_t *paths
    cdef const int32_t *path_above
    cdef Py_ssize_t path_count
    #: What keeps these where they are.
    cdef tuple kept
    cdef uint8_t *room
    cdef Py_ssize_t room_size

    def __cinit__(self, page, params):
        cdef Py_ssize_t rows
        unseen = None
        self.nodes = nodes = page.nodes
        self.grids, self.joiner = nodes.grids, Joiner(page.base_url, page.absolute)
        self.drops_hidden, self.all_texts = params.drop_hidden, not params.drop_separators
        if self.drops_hidden:
            unseen = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
            self.unseen = <const uint8_t *>items_of(unseen, 1, &rows)
            if rows < self.grids.count:
                raise ValueError("columns differ in length")
        self.marks = bytes([MARKS.get(tag, 0) for tag in nodes.tags])
        above = nodes.paths.parent
        self.path_above = int32s(above, &self.path_count)
        self.kept = unseen, above
        self.steps = <uint8_t *>PyMem_Calloc(self.path_count + 1, 1)
        self.paths = <uint8_t *>PyMem_Calloc(self.path_count + 1, 1)
        if self.steps is NULL or self.paths is NULL:
            raise MemoryError
        self.name_attributes()

    def __dealloc__(self):
        PyMem_Free(self.steps)
        PyMem_Free(self.paths)
        PyMem_Free(self.room)

    cdef int name_attributes(self) except -1:
        cdef Py_ssize_t place
        if self.grids.data is None:
            return 0
        for place in range(MORE_NAMES):
            self.names[place] = self.grids.data.number_of((RATED + PAINTED)[place])
            self.has_names |= self.names[place] < self.grids.data.source.document.attribute_names.count
        self.class_name, self.style_name = self.grids.data.number_of("class"), self.grids.data.number_of("style")
        self.href = self.grids.data.number_of("href")
        self.has_paths = (
            isinstance(self.nodes.paths.style, PathStyles)
            and self.path_count == <Py_ssize_t>self.grids.data.table.path_count
        )
        return 0

    # -- columns -------------------------------------------------------------------------------------------------------

    cdef list column(self, const int32_t *cells, Py_ssize_t count):
        """The cells of a column, None where one of them holds more than a text."""
        cdef Py_ssize_t each
        cdef list found = []
        cdef Held held
        for each in range(count):  # most others are known by their first cells
            self.look(cells[each], &held)
            if held.text == MORE or (held.holder >= 0 and self.is_odd(self.grids.path[held.holder])):
                return None
            found.append(None if held.text == EMPTY else self.cell(&held))
        return found

    cdef int look(self, int32_t cell, Held *held) except -1:
        """Find the only text of a cell. Elements may stand in each other around it, but none beside another."""
        cdef Grids grids = self.grids
        cdef int32_t row = cell, stop
        held.text, held.holder, held.link = EMPTY, -1, -1
        if cell < 0:
            return 0
        if cell >= grids.count:
            raise IndexError("no such row")
        stop = grids.end[cell]
        while row < stop:
            if self.says_more(row):
                held.text = MORE
                return 0
            if grids.kind[row] == 1:
                held.text = row
                return 0
            held.holder = row
            if self.marks[grids.tag[row]] & LINKS:
                held.link = row
            row += 1
            if (row < stop and grids.end[row] != stop) or (row == stop and row > cell + 1):
                held.text = MORE  # elements side by side, or one without text
                return 0
        return 0

    # -- what is not simply read ---------------------------------------------------------------------------------------

    cdef bint says_more(self, int32_t row) except -1:
        """Whether a row is hidden, or its tag or attributes say more than its text."""
        if (self.drops_hidden and self.unseen[row]) or self.marks[self.grids.tag[row]] & BARRED:
            return True
        if self.grids.kind[row] == 1:
            return False
        if self.grids.data is None:
            return tells_more(self.nodes.attributes(row))
        return self.has_names and self.has_name(self.grids.data.table.rows[row].node) and tells_more(self.nodes.attributes(row))

    cdef bint has_name(self, const Node *node) noexcept:
        cdef const Attribute *at = self.grids.data.source.document.tokens.attributes.items + node.attributes
        cdef uint32_t place
        cdef int name
        for place in range(node.attribute_count):
            for name in range(MORE_NAMES):
                if at[place].name == self.names[name]:
                    return True
        return False

    cdef bint is_odd(self, int32_t path) except -1:
        """Whether classes or styles around a text hide it from the eye, or paint a picture behind it."""
        cdef int32_t above = path
        cdef int step = 0
        if not 0 <= path < self.path_count:
            raise IndexError("no such path")
        if self.paths[path] == UNKNOWN:
            self.paths[path] = SIMPLE
            while above >= 0 and step < AROUND:
                if self.is_odd_step(above):
                    self.paths[path] = ODD
                    break
                above = self.path_above[above]
                step += 1
        return self.paths[path] == ODD

    cdef bint is_odd_step(self, int32_t path) except -1:
        if path >= self.path_count:
            raise IndexError("no such path")
        if self.steps[path] == UNKNOWN:
            self.steps[path] = ODD if self.may_be_odd(path) and is_odd_style(self.nodes.paths.style[path]) else SIMPLE
        return self.steps[path] == ODD

    cdef bint may_be_odd(self, int32_t path) except -1:
        """Whether the class or style of a path mentions one of the hints."""
        cdef const Node *node
        cdef Utf8Span value
        if not self.has_paths:
            return True
        node = self.grids.data.table.paths[path].node
        value = self.grids.data.span(node, False, self.class_name)
        if value.length and self.mentions(value):
            return True
        value = self.grids.data.span(node, False, self.style_name)
        return value.length and self.mentions(value)

    cdef bint mentions(self, Utf8Span value) except -1:
        """Whether a class or style has one of the hints, or may have one in letters beyond ASCII."""
        cdef Py_ssize_t at, size = 0
        cdef uint8_t sign
        cdef bytes hint
        self.enlarge(value.length)
        for at in range(value.length):
            sign = value.at[at]
            if sign >= 0x80:
                return True
            if not space_at(value.at + at, 1):
                self.room[size] = sign + 32 if c"A" <= sign <= c"Z" else sign
                size += 1
        for hint in HINTS:
            if has(self.room, size, hint):
                return True
        return False

    # -- cells ---------------------------------------------------------------------------------------------------------

    cdef object cell(self, const Held *held):
        """The cell of a text, None where that says nothing."""
        cdef str text = self.text(held.text)
        if text is None:
            return None
        url = None if held.link < 0 else self.address(held.link)
        span = new_span(SPAN, held.holder, self.grids.end[held.holder])
        return new_cell(CELL, text, "link" if url else "text", url, span, 0, None, (), None)

    cdef str text(self, int32_t row):
        """A text with its white space folded, None where it says nothing."""
        cdef Utf8Span span
        cdef Py_ssize_t size
        cdef str found
        if self.grids.data is None:
            found = " ".join(self.nodes.data[row].split())
            return found if found and (self.all_texts or is_said(found)) else None
        span = self.grids.data.table.rows[row].node.text
        self.enlarge(span.length + 1)
        size = fold(span.at, span.length, self.room, 0)
        if not size:
            return None
        found = PyUnicode_DecodeUTF8(<const char *>self.room, size, "replace")
        return found if self.all_texts or has_plain_word(self.room, size) or is_said(found) else None

    cdef object address(self, int32_t link):
        """Where a link leads, None where it does not leave this page."""
        cdef Utf8Span span
        cdef bytes told
        if self.grids.data is None:
            told = (self.nodes.attribute(link, "href") or "").strip().encode("utf-8", "surrogatepass")
            span.at, span.length = <const uint8_t *><const char *>told, <uint32_t>len(told)
        else:
            span = stripped(self.grids.data.span(self.grids.data.table.rows[link].node, False, self.href))
        if not span.length or span.at[0] == c"#":
            return None
        if span.length >= 11 and not memcmp(span.at, b"javascript:", 11):
            return None
        return self.joiner.joined(span.at, span.length)

    cdef int enlarge(self, Py_ssize_t size) except -1:
        cdef uint8_t *room
        if size > self.room_size:
            room = <uint8_t *>PyMem_Realloc(self.room, 2 * size)
            if room is NULL:
                raise MemoryError
            self.room, self.room_size = room, 2 * size
        return 0


cdef bint tells_more(dict attributes) except -1:
    """Whether attributes say a rating, or name a picture behind a text."""
    for name in RATED:
        if name in attributes and is_rating(attributes[name]):
            return True
    for name in PAINTED:
        if name in attributes:
            return True
    return False


cdef bint is_odd_style(tuple style) except -1:
    """Whether a class or style hides a text from the eye, or paints a picture behind it."""
    for name, value in style:
        if name == "style" and value and "url(" in value.casefold():
            return True
    return is_spoken(style)


cdef bint has(const uint8_t *text, Py_ssize_t size, bytes wanted) noexcept:
    cdef const uint8_t *hint = wanted
    cdef Py_ssize_t at, length = len(wanted)
    for at in range(size - length + 1):
        if text[at] == hint[0] and not memcmp(text + at, hint, length):
            return True
    return False


cdef bint has_plain_word(const uint8_t *text, Py_ssize_t size) noexcept:
    """Whether a text has an ASCII letter or digit."""
    cdef Py_ssize_t at
    for at in range(size):
        if c"0" <= text[at] <= c"9" or c"a" <= (text[at] | 32) <= c"z":
            return True
    return False


cdef Utf8Span stripped(Utf8Span span) noexcept:
    """A text without the white space at its ends."""
    cdef Py_ssize_t space = 1, back
    while span.length and space:
        space = space_at(span.at, span.length)
        span.at += space
        span.length -= <uint32_t>space
    space = 1
    while span.length and space:
        back = 1
        while back < span.length and (span.at[span.length - back] & 0xC0) == 0x80:
            back += 1
        space = space_at(span.at + span.length - back, back)
        span.length -= <uint32_t>space
    return span


def plain_columns(page, columns, params):
    """Return the cells of those columns of a table whose cells hold one text or nothing; None for others.

    Each column has the rows of its cells in the page, -1 where there is none.
    """
    cdef Array cells = columns if type(columns) is Array else as_table([list(own) for own in columns])
    cdef Py_ssize_t number, count = cells.sizes[1]
    cdef Plain plain = Plain(page, params)
    if cells.ndim != 2:
        raise ValueError("not a list of columns")
    return [plain.column(cells.int32s() + number * count, count) for number in range(cells.sizes[0])]


cdef Array as_table(list columns):
    """Columns of rows as an array."""
    cdef Py_ssize_t number, each, count = len(columns[0]) if columns else 0
    cdef Array found = empty_table(INT32, len(columns), count)
    for number in range(len(columns)):
        if len(columns[number]) != count:
            raise ValueError("columns differ in length")
        for each in range(count):
            found.int32s()[number * count + each] = columns[number][each]
    return found
