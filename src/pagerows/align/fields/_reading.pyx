# cython: language_level=3, boundscheck=True, wraparound=False
"""The texts of a stretch of rows that a person reads, and how they go together.

Rows are the page's; columns that are made here start with the first row of the stretch, `low`. Texts, classes and styles are read
where they stand in the page's UTF-8; Python's strings are made of what somebody asks for. Columns are plain memory: rows of the
stretch are looked at once, before anything is read by what they say.
"""

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from pagerows._search cimport Plain, smaller
from pagerows.align.fields cimport _look
from pagerows.align.fields._look cimport HIDES, NAMES, NAMING, RATES, SCORED
from pagerows.align.fields._room cimport Room
from pagerows.page._buffers cimport int32s, int64s, items_of
from pagerows.page._folding cimport space_at
from pagerows.page._parser cimport NODE_TEXT, Attribute, Node, NodeData, Span as Signs, is_compiled
from pagerows.page._spans cimport number_spans, path_spans, spans_at

from pagerows.align.fields.reading import (
    FLOWING as FLOWING_TAGS,
    FORMATTING as FORMATTING_TAGS,
    INLINE as INLINE_TAGS,
    are_cents,
    is_painted,
    is_raised,
    is_spoken,
    whole_amount,
)
from pagerows.page._hiding import hides
from pagerows.values import Records

SHOWN, TEXT, TOLD, SPOKEN = _look.SHOWN, _look.TEXT, _look.TOLD, _look.SPOKEN

#: What stands before a text: nothing, a space, the point before cents, or a space where a word ends there and another
#: starts. MAY_BE_CENTS is a bit: nobody looked yet whether there is a point.
cdef enum: NOTHING = 0, SPACE = 1, POINT = 2, BETWEEN_WORDS = 3, MAY_BE_CENTS = 4
cdef str CURRENCIES = "$€£¥₹"
#: What attributes that hide elements say, as bits: hidden from all; from screen readers alone.
cdef enum: HIDDEN = 1, UNSPOKEN = 2
#: What classes and styles hint at.
cdef enum: LEFT_TO_READERS = 2, PAINTED = 4
#: Inline styles that hide.
cdef tuple UNSEEN = (b"display:none", b"visibility:hidden")
cdef Wanted unseen
want(&unseen, UNSEEN)
#: Without one of these no class or style leaves a text to screen readers; and none paints a background; all of them.
cdef tuple FOR_READERS = (
    b"sr-", b"sronly", b"srtext", b"screen", b"visually", b"assistive", b"a11y", b"accessib", b"clip:", b"clip-path",
    b"left:-", b"indent:-",
)
cdef tuple FOR_PAINT = (b"url(", b"bg", b"background", b"lazy")
cdef tuple ODD = FOR_READERS + FOR_PAINT
cdef Wanted for_readers, for_paint, odd
want(&for_readers, FOR_READERS)
want(&for_paint, FOR_PAINT)
want(&odd, ODD)
#: What attributes may say, by their names: that an element is hidden; what it is called; what it holds; how it is rated, as a
#: number alone or in words.
cdef dict TRAITS = {}
for bit, names in (
    (HIDES, ("hidden", "aria-modal", "aria-hidden")),
    (NAMES, ("title", "aria-label", "alt", "data-title", "data-tooltip", "data-name", "data-color", "value")),
    (NAMING, ("itemprop", "data-label", "data-testid", "data-test", "data-qa", "data-field", "data-type", "property")),
    (RATES, ("title", "aria-label", "alt", "content")),
    (SCORED, ("data-rating", "data-score")),
):
    for name in names:
        TRAITS[name] = TRAITS.get(name, 0) | bit
#: Without one of these nothing is rated, unless it is out of 5, 10 or 100.
cdef tuple RATED = (
    b"star", b"ster", b"stel", b"toile", b"estrel", b"rating", b"rated", b"score", b"bewertung", b"note",
)
cdef Wanted rated
want(&rated, RATED)
#: What tags are, as bits.
cdef dict MARKS = {}
for bit, tags in (
    (_look.INLINE, INLINE_TAGS),
    (_look.FLOWING, FLOWING_TAGS),
    (_look.FORMATTING, FORMATTING_TAGS),
    (_look.LINK, ("a",)),
    (_look.PICTURE, ("img",)),
    (_look.EXACT, ("time", "data")),
    (_look.DRAWING, ("svg",)),
):
    for tag in tags:
        MARKS[tag] = MARKS.get(tag, 0) | bit


cdef class Shown:
    """The shown texts of some records of a page, white space folded; those asked for before are kept."""

    def __init__(self, page, records, params):
        self.page, self.params, self.nodes = page, params, page.nodes
        self.data, self.memory = self.nodes.data, Room()
        self.compiled, self.errors = is_compiled(self.data), b"surrogatepass"
        if self.compiled:
            self.errors = b"replace"
        self.take_columns()
        self.take_parts(records)
        self.take_rows()
        self.take_styles()
        self.take_traits()
        self.looks = self.memory.marks(self.high - self.low)
        memset(self.looks, _look.SHOWN, self.high - self.low)
        if params.drop_hidden:
            self.hide()
        self.read()

    def __dealloc__(self):
        PyMem_Free(self.room)

    # -- the page ------------------------------------------------------------------------------------------------------

    cdef int take_columns(self) except -1:
        """The page's columns, and what its tags are."""
        cdef Py_ssize_t each
        cdef tuple tags = self.nodes.tags
        nodes = self.nodes
        self.end = int32s(nodes.end, &self.every)
        self.parent, self.depth = self.column(nodes.parent), self.column(nodes.depth)
        self.path, self.tag = self.column(nodes.path), self.column(nodes.tag)
        self.kind = <const int8_t *>self.bytes_of(nodes.kind)
        self.spaced = self.bytes_of(nodes.spaced)
        self.tag_count = len(tags)
        self.marks = self.memory.marks(self.tag_count)
        for each in range(self.tag_count):
            self.marks[each] = MARKS.get(tags[each], 0)
        return 0

    cdef const int32_t *column(self, array) except? NULL:
        """A column of the page's rows."""
        cdef Py_ssize_t count
        cdef const int32_t *found = int32s(array, &count)
        if count != self.every:
            raise ValueError("columns differ in length")
        return found

    cdef const uint8_t *bytes_of(self, array) except? NULL:
        """The same of one byte a row."""
        cdef Py_ssize_t count
        cdef const uint8_t *found = <const uint8_t *>items_of(array, 1, &count)
        if count != self.every:
            raise ValueError("columns differ in length")
        return found

    cdef int take_parts(self, records) except -1:
        """The parts of the records; records of one part each are not made for that."""
        cdef Py_ssize_t each, starts, stops
        cdef const int64_t *first
        cdef const int64_t *behind
        self.count = len(records)
        if isinstance(records, Records):
            first, behind = int64s(records.starts, &starts), int64s(records.stops, &stops)
            if starts != self.count or stops != self.count:
                raise ValueError("starts and stops differ in number")
            self.make_parts(self.count)
            for each in range(self.count):
                self.take_part(each, first[each], behind[each], each)
            return 0
        parts = [(start, stop, number) for number, record in enumerate(records) for start, stop in record.parts]
        self.make_parts(len(parts))
        for each in range(self.parts):
            own = parts[each]
            self.take_part(each, own[0], own[1], own[2])
        return 0

    cdef int make_parts(self, Py_ssize_t size) except -1:
        self.parts, self.starts = size, self.memory.numbers(3 * size)
        self.stops, self.owners = self.starts + size, self.starts + 2 * size
        return 0

    cdef int take_part(self, Py_ssize_t each, int64_t start, int64_t stop, Py_ssize_t owner) except -1:
        if not 0 <= start <= stop <= self.every:
            raise IndexError("a record lies outside of its page")
        self.starts[each], self.stops[each], self.owners[each] = <int32_t>start, <int32_t>stop, <int32_t>owner
        if each == 0 or start < self.low:
            self.low = <int32_t>start
        if each == 0 or stop > self.high:
            self.high = <int32_t>stop
        return 0

    cdef int take_rows(self) except -1:
        """Look once at what the page's columns say of the rows here, so that they can be read by it; what tags there are."""
        cdef int32_t row, code
        self.classes, self.styles = path_spans(self.nodes.paths, "class"), path_spans(self.nodes.paths, "style")
        self.paths = self.classes.count
        if self.styles.count != self.paths:
            raise ValueError("columns differ in length")
        self.path_tag = self.memory.filled(self.paths, -1)
        for row in range(self.low, self.high):
            code = self.path[row]
            if not (row < self.end[row] <= self.every and -1 <= self.parent[row] < row and 0 <= code < self.paths):
                raise IndexError("no such row")
            self.seen |= self.mark_of(row)
            if self.kind[row] == 0:
                self.path_tag[code] = self.tag[row]
        return 0

    cdef uint8_t mark_of(self, int32_t row) except? 255:
        """What the tag of a row is."""
        cdef int32_t tag = self.tag[row] if 0 <= row < self.every else -1
        if not 0 <= tag < self.tag_count:
            raise IndexError("no such tag")
        return self.marks[tag]

    cdef int take_styles(self) except -1:
        """Number the classes here; find the tag paths for screen readers, and those that may have a picture as background."""
        cdef Py_ssize_t code
        cdef int32_t number
        cdef uint8_t hint
        cdef uint8_t *hints
        self.class_number = self.memory.numbers(self.paths)
        self.class_count = number_spans(self.classes, self.class_number)
        self.silent, hints = self.memory.marks(2 * self.paths), self.memory.marks(self.class_count)
        self.painted = self.silent + self.paths
        for code in range(self.paths):
            if self.path_tag[code] < 0:
                continue
            number = self.class_number[code]
            if not hints[number]:
                hints[number] = 1 | hints_in(self.classes.items[code].at, self.classes.items[code].length)
            hint = hints[number]
            if self.styles.items[code].length:
                self.used = 0
                self.put_plain(self.styles.items[code])
                hint |= hints_in(self.room, self.used)
            if hint & LEFT_TO_READERS and is_spoken(self.nodes.paths.style[code]):
                self.silent[code] = True
            if hint & PAINTED and is_painted(self.nodes.paths.style[code]):
                self.painted[code] = self.has_painted = True
        return 0

    cdef int take_traits(self) except -1:
        """What attributes may say of each row: one look at the names of all."""
        cdef Py_ssize_t count
        cdef uint8_t *wanted
        cdef NodeData data
        cdef int32_t row
        cdef uint32_t place
        cdef uint8_t bit, found
        cdef const Node *node
        cdef const Attribute *at
        self.traits = self.memory.marks(self.high - self.low)
        if not self.compiled:
            return self.take_plain_traits()
        data = self.data
        count = data.source.document.attribute_names.count
        wanted = self.memory.marks(count + 1)
        for name, traits in TRAITS.items():
            wanted[data.number_of(name)] |= <uint8_t>traits
        wanted[count] = 0  # what no element has
        if self.high > <int64_t>data.table.row_count:
            raise IndexError("no such row")
        for row in range(self.low, self.high):
            node = data.table.rows[row].node
            if node.kind == NODE_TEXT:
                continue
            at, found = data.source.document.tokens.attributes.items + node.attributes, 0
            for place in range(node.attribute_count):
                bit = wanted[at[place].name]
                if bit:
                    if bit & RATES and not may_rate(at[place].value):
                        bit &= ~RATES
                    if bit & SCORED and at[place].value.length:
                        bit |= RATES
                    found |= bit
            self.traits[row - self.low] = found
            self.said |= found
        return 0

    cdef int take_plain_traits(self) except -1:
        """The same of a page whose rows are plain Python values."""
        cdef int32_t row
        cdef uint8_t found
        for row in range(self.low, self.high):
            own = self.data[row]
            if isinstance(own, str):
                continue
            found = 0
            for name, value in own:
                found |= <uint8_t>TRAITS.get(name, 0)
            self.traits[row - self.low] = found | RATES if found & SCORED else found
            self.said |= self.traits[row - self.low]
        return 0

    cdef bint has_trait(self, int32_t row, uint8_t trait) noexcept:
        """Whether attributes of a row may say something."""
        return self.low <= row < self.high and self.traits[row - self.low] & trait != 0

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def look(self):
        """SHOWN, TEXT, TOLD (a person reads it) and SPOKEN of each row, as bits."""
        return [self.looks[row] for row in range(self.high - self.low)]

    @property
    def rows(self):
        """The rows of told texts."""
        return [self.told_rows[place] for place in range(self.told_count)]

    @property
    def silent_paths(self):
        """The tag paths here of what only screen readers speak."""
        return [code for code in range(self.paths) if self.silent[code]]

    @property
    def painted_paths(self):
        """The tag paths here that may have a picture as background."""
        return [code for code in range(self.paths) if self.painted[code]]

    cdef int hide(self) except -1:
        """Leave out the rows that are hidden.

        Where the records are hidden themselves (a script shows them later) their text is all there is to read.
        """
        cdef Py_ssize_t each
        cdef int32_t row
        cdef bint some = False
        layout = self.nodes.layout
        hidden = self.nodes.hidden if layout is None else ~layout.visible
        cdef const uint8_t *is_hidden = self.bytes_of(hidden)
        for each in range(self.parts):
            if self.starts[each] < self.every and not is_hidden[self.starts[each]]:
                break
        else:
            return 0
        for row in range(self.low, self.high):
            self.looks[row - self.low] = 0 if is_hidden[row] else _look.SHOWN
            some = some or is_hidden[row]
        if some and layout is None:
            self.show_decoration()
        return 0

    cdef int show_decoration(self) except -1:
        """Show what is hidden from screen readers alone: everybody else sees it."""
        cdef int32_t row = self.low, child, stop, parent
        cdef uint8_t *told = self.told_hidden()
        while row < self.high:
            parent = self.parent[row]
            if self.looks[row - self.low] or self.kind[row] == 1 or (parent >= self.low and not self.looks[parent - self.low]):
                row += 1
                continue
            stop = self.stop(row)
            if told[row - self.low] & UNSPOKEN and not self.hides(row, told):
                self.looks[row - self.low] = _look.SHOWN
                for child in range(row + 1, stop):
                    if self.looks[self.parent[child] - self.low] and not self.hides(child, told):
                        self.looks[child - self.low] = _look.SHOWN
                    else:
                        self.looks[child - self.low] = 0
            row = stop
        return 0

    cdef uint8_t *told_hidden(self) except NULL:
        """What attributes say of each row: that it is hidden from all, or that its content is not spoken."""
        cdef uint8_t *found = self.memory.marks(self.high - self.low)
        cdef int32_t row
        for row in range(self.low, self.high):
            if self.traits[row - self.low] & HIDES:
                for name, value in self.data[row]:
                    if name == "aria-hidden":
                        found[row - self.low] |= UNSPOKEN
                    elif name == "hidden" or (name == "aria-modal" and value == "true"):
                        found[row - self.low] |= HIDDEN
        return found

    cdef bint hides(self, int32_t row, const uint8_t *told) except -1:
        """Whether an element is hidden from all, by attributes or by an inline style."""
        cdef int32_t code = self.code_of(row)
        if told[row - self.low] & HIDDEN:
            return True
        if not self.styles.items[code].length:
            return False
        self.used, self.wide = 0, False
        self.put_plain(self.styles.items[code])
        if self.wide:  # white space of other kinds, perhaps
            return hides((("style", self.data_style(code)),))
        return has_one(self.room, self.used, &unseen)

    cdef str data_style(self, int32_t code):
        """The inline style of a tag path."""
        cdef Signs own = self.styles.items[code]
        return PyUnicode_DecodeUTF8(<const char *>own.at, own.length, self.errors)

    cdef int put_plain(self, Signs text) except -1:
        """Write a style without white space, on a line of its own; note whether it has signs beyond ASCII."""
        cdef Py_ssize_t at
        cdef uint8_t sign
        if not text.length:
            return 0
        self.reserve(<Py_ssize_t>text.length + 1)
        for at in range(text.length):
            sign = text.at[at]
            self.wide = self.wide or sign >= 0x80
            if not is_space(sign):
                self.room[self.used] = sign
                self.used += 1
        self.room[self.used] = 10
        self.used += 1
        return 0

    cdef int reserve(self, Py_ssize_t more) except -1:
        """Make room for so many signs behind those in use."""
        cdef Py_ssize_t size = self.used + more
        cdef void *room
        if size > self.room_size:
            room = PyMem_Realloc(self.room, 2 * size + 64)
            if room is NULL:
                raise MemoryError
            self.room, self.room_size = <uint8_t *>room, 2 * size + 64
        return 0

    cdef int read(self) except -1:
        """Find the texts that a person reads; those for screen readers are left to these, with all that is inside."""
        cdef int32_t row, at, size = self.high - self.low, spoken_until = 0, drawn_until = 0
        cdef Py_ssize_t count = 0, place
        cdef int32_t *room = self.memory.numbers(4 * size + 2)
        self.told_rows, self.spoken_rows = room, room + size
        self.before, self.filled = room + 2 * size, room + 3 * size + 1
        self.before[0] = self.filled[0] = 0
        for row in range(self.low, self.high):
            at = row - self.low
            if self.kind[row] == 1:
                self.looks[at] |= _look.TEXT
                if self.looks[at] & _look.SHOWN and row >= drawn_until:
                    if row < spoken_until:
                        self.looks[at] |= _look.SPOKEN
                        self.spoken_rows[self.spoken_count] = row
                        self.spoken_count += 1
                    else:
                        self.looks[at] |= _look.TOLD
                        self.told_rows[count] = row
                        count += 1
            else:
                if self.silent[self.path[row]]:
                    spoken_until = max(spoken_until, self.end[row])
                if self.marks[self.tag[row]] & _look.DRAWING:  # its text names icons
                    drawn_until = max(drawn_until, self.end[row])
            self.before[at + 1] = count
        self.told_count = count
        self.told = spans_at(self.nodes, self.told_rows, count, None)
        for place in range(count):
            self.filled[place + 1] = self.filled[place] + (not is_blank(self.told.items[place]))
        self.single, self.several = [None] * count, {}
        return self.find_gaps()

    cdef int find_gaps(self) except -1:
        """What stands before each text: a space of the page, or one because a block ends or starts.

        Two elements with a style of their own are set apart by it.
        """
        cdef Py_ssize_t place
        cdef int32_t row, holder, last_holder = -1, between, before = -1
        self.gaps = self.memory.marks(self.told_count)
        for place in range(self.told_count):
            row = self.told_rows[place]
            holder = self.parent[row]
            while holder > self.low and self.marks[self.tag[holder]] & _look.FLOWING:
                holder = self.parent[holder]
            if self.spaced[row]:
                self.gaps[place] = SPACE
            elif place:
                if holder != last_holder:
                    self.gaps[place] = SPACE
                else:
                    for between in range(before + 1, row):
                        if not self.marks[self.tag[between]] & _look.FLOWING:
                            self.gaps[place] = SPACE
                            break
                if self.gaps[place] == NOTHING and self.parent[row] != self.parent[before]:
                    if not self.mark_of(self.parent[row]) & _look.FORMATTING:
                        if not self.mark_of(self.parent[before]) & _look.FORMATTING:
                            self.gaps[place] = BETWEEN_WORDS
            if place and is_two_digits(self.told.items[place]):
                self.gaps[place] |= MAY_BE_CENTS
            last_holder, before = holder, row
        return 0

    cdef Signs class_of(self, int32_t row) except *:
        """The class of an element, empty where there is none."""
        return self.classes.items[self.code_of(row)]

    cdef int32_t class_at(self, int32_t row) except -1:
        """A number for the class of an element, the same for the same class."""
        return self.class_number[self.code_of(row)]

    cdef int32_t code_of(self, int32_t row) except -1:
        """The code of a row's tag path."""
        cdef int32_t code = self.path[row] if 0 <= row < self.every else -1
        if not 0 <= code < self.paths:
            raise IndexError("no such path")
        return code

    # -- texts -----------------------------------------------------------------------------------------------------------

    cdef int32_t stop(self, int32_t row) except -1:
        """One past the last row of a subtree, as far as it is here."""
        if not 0 <= row < self.every:
            raise IndexError("no such row")
        return min(self.end[row], self.high)

    cdef Py_ssize_t first(self, int32_t row) except -1:
        """The place of the first text of a subtree."""
        if not self.low <= row < self.high:
            raise IndexError("no such row")
        return self.before[row - self.low]

    cdef Py_ssize_t last(self, int32_t row) except -1:
        """The place behind the last one."""
        if not self.low <= row < self.high:
            raise IndexError("no such row")
        return self.before[min(self.end[row], self.high) - self.low]

    cdef bint says(self, int32_t row) except -1:
        """Whether a subtree has text."""
        return self.filled[self.last(row)] > self.filled[self.first(row)]

    cdef Py_ssize_t characters(self, int32_t row) except -1:
        """How many characters the told texts of a subtree have, all white space counted."""
        cdef Py_ssize_t place, at, count = 0
        for place in range(self.first(row), self.last(row)):
            for at in range(self.told.items[place].length):
                count += self.told.items[place].at[at] & 0xC0 != 0x80
        return count

    cdef int32_t *marked(self, uint8_t wanted, Py_ssize_t *count) except NULL:
        """The rows whose tags are of some kind."""
        cdef int32_t row
        cdef int32_t *found
        count[0] = 0
        if not self.seen & wanted:
            return self.memory.numbers(0)
        for row in range(self.low, self.high):
            count[0] += self.marks[self.tag[row]] & wanted != 0
        found, count[0] = self.memory.numbers(count[0]), 0
        for row in range(self.low, self.high):
            if self.marks[self.tag[row]] & wanted:
                found[count[0]] = row
                count[0] += 1
        return found

    def pieces(self, int32_t row):
        """Return the places of a subtree's text rows: `rows[first:last]`."""
        return self.first(row), self.last(row)

    def piece(self, Py_ssize_t place):
        """Return one of the told texts as the page has it."""
        return self.data[self.told_rows[place]]

    def piece_row(self, Py_ssize_t place):
        """Return the row of one of the told texts."""
        return self.told_rows[place]

    cpdef str text(self, int32_t row):
        """Return the shown text of a row's subtree."""
        return self.joined(self.first(row), self.last(row))

    cpdef str joined(self, Py_ssize_t first, Py_ssize_t last):
        """Return the text of some text rows as one."""
        cdef Py_ssize_t place
        if first >= last:
            return ""
        if first < 0 or last > self.told_count:
            raise IndexError("no such texts")
        if last - first == 1:
            found = self.single[first]
            if found is None:
                found = self.single[first] = self.folded_signs(self.told.items[first])
            return found
        key = first * self.told_count + last
        found = self.several.get(key)
        if found is None:
            self.start()
            self.put(self.told.items[first])
            for place in range(first + 1, last):
                self.put_gap(self.between(place))
                self.put(self.told.items[place])
            found = self.several[key] = self.made()
        return found

    cdef uint8_t between(self, Py_ssize_t place) except 255:
        """What stands before a text; what needs a look at texts is found out when it is first asked for."""
        cdef uint8_t gap = self.gaps[place]
        if gap > POINT:
            if gap & ~MAY_BE_CENTS == BETWEEN_WORDS:
                gap = (gap & MAY_BE_CENTS) | (SPACE if self.are_apart(place) else NOTHING)
            if gap & MAY_BE_CENTS:
                gap = POINT if self.has_point(place) else gap & ~MAY_BE_CENTS
            self.gaps[place] = gap
        return gap

    cdef bint are_apart(self, Py_ssize_t place) except -1:
        """Whether the words of a text and of the one before would grow together; "was", then "$5" would, too."""
        cdef Signs one = self.told.items[place - 1], other = self.told.items[place]
        cdef uint8_t end, start
        if not one.length or not other.length:
            return False
        end, start = one.at[one.length - 1], other.at[0]
        if end >= 0x80 or start >= 0x80:
            return grow_together(self.data[self.told_rows[place - 1]], self.data[self.told_rows[place]])
        if is_letter(start) or is_digit(start):
            return is_letter(end) or (is_digit(end) and not is_digit(start))
        return 97 <= end <= 122 and start == c"$"

    cdef bint has_point(self, Py_ssize_t place) except -1:
        """Whether a text of two digits is raised cents, before which there is a point."""
        cdef Py_ssize_t own
        if not are_cents(self.piece(place)) or not self.nodes.around.asked(is_raised, self.told_rows[place]):
            return False
        said = "".join([self.piece(own) for own in range(max(0, place - 2), place)])  # as far as an amount reaches
        return whole_amount.search(said) is not None

    cdef str spoken_text(self, int32_t row):
        """The text in a row's subtree that only screen readers speak."""
        cdef Py_ssize_t first, last
        if not self.spoken_count:
            return ""
        first = smaller(<Plain>self.spoken_rows, self.spoken_count, row)
        last = smaller(<Plain>self.spoken_rows, self.spoken_count, self.stop(row))
        if first == last:
            return ""
        return " ".join(" ".join([self.data[self.spoken_rows[place]] for place in range(first, last)]).split())

    def texts(self, rows):
        """Return the texts of some rows."""
        return [self.text(row) for row in rows]

    def is_told(self, rows):
        """Tell whether one of some rows says something."""
        for row in rows:
            if self.says(row):
                return True
        return False

    # -- folded white space ----------------------------------------------------------------------------------------------

    cdef str folded_signs(self, Signs text):
        """A text with its white space folded; most have none but single spaces and what is around them."""
        while text.length and is_space(text.at[0]):
            text.at += 1
            text.length -= 1
        while text.length and is_space(text.at[text.length - 1]):
            text.length -= 1
        if not text.length:
            return ""
        if is_folded(text):
            return PyUnicode_DecodeUTF8(<const char *>text.at, text.length, self.errors)
        self.start()
        self.put(text)
        return self.made()

    cdef int start(self) except -1:
        """Begin a text."""
        self.used, self.due = 0, False
        return 0

    cdef int put(self, Signs text) except -1:
        """Add to the text at hand, white space folded."""
        cdef Py_ssize_t at = 0, begun, wide
        self.reserve(<Py_ssize_t>text.length + 1)
        while at < text.length:
            wide = space_at(text.at + at, text.length - at)
            if wide:
                self.due = self.used > 0
                at += wide
                continue
            if self.due:
                self.room[self.used] = 32
                self.used += 1
                self.due = False
            begun = at
            while at < text.length and (33 <= text.at[at] < 0xC2 or not space_at(text.at + at, text.length - at)):
                at += 1
            memcpy(self.room + self.used, text.at + begun, at - begun)
            self.used += at - begun
        return 0

    cdef int put_gap(self, uint8_t gap) except -1:
        """Add what stands between two texts."""
        cdef uint8_t sign = 46 if gap == POINT else 32
        cdef Signs own
        if gap != NOTHING:
            own.at, own.length = &sign, 1
            self.put(own)
        return 0

    cdef str made(self):
        """The text at hand."""
        return PyUnicode_DecodeUTF8(<const char *>self.room, self.used, self.errors) if self.used else ""


# -- hints ---------------------------------------------------------------------------------------------------------------


cdef uint8_t hints_in(const uint8_t *text, Py_ssize_t size) noexcept nogil:
    """Whether signs have a word without which nothing is left to screen readers, or painted."""
    cdef uint8_t found = 0
    if has_one(text, size, &odd):
        found |= LEFT_TO_READERS if has_one(text, size, &for_readers) else 0
        found |= PAINTED if has_one(text, size, &for_paint) else 0
    return found


cdef bint may_rate(Signs text) noexcept nogil:
    """Whether a text may say a rating: it has a digit, and what a rating is out of or a word for one; beyond ASCII it may."""
    cdef uint32_t at
    cdef bint digit = False, out_of = False
    for at in range(text.length):
        if text.at[at] >= 0x80:
            return True
        digit = digit or 48 <= text.at[at] <= 57
        out_of = out_of or (at and (text.at[at] == c"5" or (text.at[at] == c"0" and text.at[at - 1] == c"1")))
    return digit and (out_of or has_one(text.at, text.length, &rated))


# -- words in signs ------------------------------------------------------------------------------------------------------


cdef int want(Wanted *wanted, tuple words) except -1:
    """Look for some words: in small letters, of ASCII. The words must live as long as they are looked for."""
    cdef bytes word
    cdef Py_ssize_t count = 0
    if len(words) > MOST_WORDS:
        raise ValueError("too many words")
    memset(wanted.first, 0, 256)
    memset(wanted.last, 0, 256)
    for word in sorted(words):  # those that start alike stand together
        if len(word) < 2:
            raise ValueError("too short a word")
        wanted.words[count].at = <const uint8_t *><const char *>word
        wanted.words[count].length = len(word)
        for sign in {word[0], word.upper()[0]}:
            if not wanted.last[<uint8_t>sign]:
                wanted.first[<uint8_t>sign] = count
            wanted.last[<uint8_t>sign] = count + 1
        count += 1
    return 0


cdef bint has_one(const uint8_t *text, Py_ssize_t size, const Wanted *wanted) noexcept nogil:
    """Whether signs have one of the words, in letters of any case."""
    cdef Py_ssize_t at, each, length, same
    cdef const uint8_t *word
    for at in range(size - 1):
        if not wanted.last[text[at]]:
            continue
        for each in range(wanted.first[text[at]], wanted.last[text[at]]):
            word, length = wanted.words[each].at, wanted.words[each].length
            if small(text[at + 1]) != word[1] or length > size - at:
                continue
            same = 2
            while same < length and small(text[at + same]) == word[same]:
                same += 1
            if same == length:
                return True
    return False


# -- signs ---------------------------------------------------------------------------------------------------------------


cdef inline bint is_digit(uint8_t sign) noexcept nogil:
    return 48 <= sign <= 57


cdef inline uint8_t small(uint8_t sign) noexcept nogil:
    return sign + 32 if 65 <= sign <= 90 else sign


cdef inline bint is_letter(uint8_t sign) noexcept nogil:
    return 65 <= sign <= 90 or 97 <= sign <= 122


cdef bint is_space(uint8_t sign) noexcept nogil:
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


cdef bint is_folded(Signs text) noexcept nogil:
    """Whether a text has no white space but single spaces inside."""
    cdef Py_ssize_t at
    cdef uint8_t sign, before = 32
    for at in range(text.length):
        sign = text.at[at]
        if sign <= 32:
            if is_space(sign) and (sign != 32 or before == 32):
                return False
        elif sign >= 0xC2 and space_at(text.at + at, text.length - at):
            return False
        before = sign
    return before != 32


cdef bint is_blank(Signs text) noexcept nogil:
    """Whether a text has nothing but white space."""
    cdef Py_ssize_t at = 0, wide
    while at < text.length:
        wide = space_at(text.at + at, text.length - at)
        if not wide:
            return False
        at += wide
    return True


cdef bint is_two_digits(Signs text) noexcept nogil:
    """Whether a text is two digits, white space around them aside."""
    cdef Py_ssize_t at = 0, wide, digits = 0, last = 0
    while at < text.length:
        if is_digit(text.at[at]):
            if digits == 2 or (digits and last != at - 1):
                return False
            digits, last, wide = digits + 1, at, 1
        else:
            wide = space_at(text.at + at, text.length - at)
            if not wide:
                return False
        at += wide
    return digits == 2


cdef bint grow_together(str one, str other) except -1:
    """Whether the words of two texts would grow together."""
    cdef str end = one[len(one) - 1], start = other[0]
    if end.isalnum() and start.isalnum() and not (end.isdigit() and start.isdigit()):
        return True
    return end.islower() and start in CURRENCIES


cdef str folded(str text):
    """A text with its white space folded."""
    cdef Signs signs
    cdef Py_ssize_t size = 0
    if not text.isascii():
        return " ".join(text.split())
    signs.at = <const uint8_t *>PyUnicode_AsUTF8AndSize(text, &size)
    signs.length = size
    return text if is_folded(signs) else " ".join(text.split())
