# cython: language_level=3, boundscheck=True, wraparound=False
"""The texts of a stretch of rows that a person reads, and how they go together.

Rows are the page's; columns that are made here start with the first row of the stretch, `low`. Texts, classes and styles are read
where they stand in the page's UTF-8; Python's strings are made of what somebody asks for.
"""

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset

from pagerows.align.fields cimport _look
from pagerows.page._hiding import hides
from pagerows.page._folding cimport space_at
from pagerows.page._parser cimport Span as Signs, is_compiled
from pagerows.page._spans cimport numbered_spans, path_spans, row_spans
from pagerows.values import Records

SHOWN, TEXT, TOLD, SPOKEN = _look.SHOWN, _look.TEXT, _look.TOLD, _look.SPOKEN
INLINE, FLOWING, FORMATTING = _look.INLINE, _look.FLOWING, _look.FORMATTING
LINK, PICTURE, EXACT, DRAWING = _look.LINK, _look.PICTURE, _look.EXACT, _look.DRAWING

#: What stands before a text: nothing, a space, the point before cents, or a space where a word ends there and another
#: starts. MAY_BE_CENTS is a bit: nobody looked yet whether there is a point.
cdef enum: NOTHING = 0, SPACE = 1, POINT = 2, BETWEEN_WORDS = 3, MAY_BE_CENTS = 4
cdef str CURRENCIES = "$€£¥₹"
#: Attributes that hide elements, and what they say, as bits: hidden from all; from screen readers alone.
cdef tuple HIDING = ("hidden", "aria-modal", "aria-hidden")
cdef enum: HIDDEN = 1, UNSPOKEN = 2
#: Inline styles that hide.
cdef tuple UNSEEN = (b"display:none", b"visibility:hidden")
cdef Wanted unseen
want(&unseen, UNSEEN)


cdef class Shown:
    """The shown texts of some records, white space folded; those asked for before are kept.

    Made of a page's nodes, the records, and what tags are (bits, by their names). `hide` and `read` come next, in this
    order: what is hidden, and what only screen readers speak.
    """

    def __init__(self, nodes, records, dict marks):
        self.nodes, self.data = nodes, nodes.data
        self.compiled, self.errors = is_compiled(self.data), b"surrogatepass"
        if self.compiled:
            self.errors = b"replace"
        self.end, self.parent, self.depth = nodes.end, nodes.parent, nodes.depth
        self.path, self.tag, self.kind = nodes.path, nodes.tag, nodes.kind
        self.marks = bytearray([marks.get(tag, 0) for tag in nodes.tags])
        self.take_parts(records)
        self.looks = bytearray(self.high - self.low)
        self.looks[:] = _look.SHOWN
        self.take_styles(nodes.paths)

    def __dealloc__(self):
        PyMem_Free(self.room)

    cdef int take_parts(self, records) except -1:
        """The parts of the records; records of one part each are not made for that."""
        cdef Py_ssize_t each
        cdef const int64_t[::1] starts, stops
        self.count = len(records)
        if isinstance(records, Records):
            starts, stops = records.starts, records.stops
            self.make_parts(self.count)
            for each in range(self.count):
                self.take_part(each, starts[each], stops[each], each)
            return 0
        parts = [(start, stop, number) for number, record in enumerate(records) for start, stop in record.parts]
        self.make_parts(len(parts))
        for each, (start, stop, number) in enumerate(parts):
            self.take_part(each, start, stop, number)
        return 0

    cdef int make_parts(self, Py_ssize_t size) except -1:
        cdef int32_t[::1] room = np.empty(3 * size, np.int32)
        self.starts, self.stops, self.owners = room[:size], room[size : 2 * size], room[2 * size :]
        return 0

    cdef int take_part(self, Py_ssize_t each, int32_t start, int32_t stop, int32_t owner) except -1:
        self.starts[each], self.stops[each], self.owners[each] = start, stop, owner
        self.low, self.high = min(self.low, start) if each else start, max(self.high, stop) if each else stop
        return 0

    cdef int take_styles(self, paths) except -1:
        """The tags, classes and inline styles of the tag paths here, by their codes."""
        cdef Py_ssize_t size
        cdef int32_t row
        cdef int32_t[::1] room
        self.classes, self.styles = path_spans(paths, "class"), path_spans(paths, "style")
        size = self.classes.count
        room = np.empty(2 * size, np.int32)
        self.path_tag, self.class_number = room[:size], room[size:]
        self.path_tag[:] = -1
        for row in range(self.low, self.high):
            if self.kind[row] == 0:
                self.path_tag[self.path[row]] = self.tag[row]
        self.class_count = numbered_spans(self.classes, self.class_number)
        return 0

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def look(self):
        """SHOWN, TEXT, TOLD (a person reads it) and SPOKEN of each row, as bits."""
        return np.asarray(self.looks)

    @property
    def rows(self):
        """The rows of told texts."""
        return np.asarray(self.told_rows[: self.told_count]).tolist()

    def hide(self, const uint8_t[::1] hidden):
        """Leave out the rows that are hidden; tell whether there are some.

        Where the records are hidden themselves (a script shows them later) their text is all there is to read.
        """
        cdef Py_ssize_t each
        cdef int32_t row
        cdef bint some = False, all_starts = True
        for each in range(self.starts.shape[0]):
            if not hidden[self.starts[each]]:
                all_starts = False
                break
        if all_starts:
            return False
        for row in range(self.low, self.high):
            if hidden[row]:
                self.looks[row - self.low] = 0
                some = True
        return some

    def show_decoration(self):
        """Show what is hidden from screen readers alone: everybody else sees it."""
        cdef int32_t row = self.low, child, stop, parent
        cdef uint8_t[::1] told = self.told_hidden()
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

    cdef uint8_t[::1] told_hidden(self):
        """What attributes say of each row: that it is hidden from all, or that its content is not spoken."""
        cdef uint8_t[::1] found = bytearray(self.high - self.low)
        for row in self.nodes.rows_having(HIDING, self.low, self.high):
            for name, value in self.data[row]:
                if name == "aria-hidden":
                    found[<int32_t>row - self.low] |= UNSPOKEN
                elif name == "hidden" or (name == "aria-modal" and value == "true"):
                    found[<int32_t>row - self.low] |= HIDDEN
        return found

    cdef bint hides(self, int32_t row, uint8_t[::1] told) except -1:
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

    def mentioning(self, tuple words):
        """Return the tag paths here that have one of some words (small letters of ASCII) in their classes or styles.

        White space in styles does not count.
        """
        cdef list found = []
        cdef Py_ssize_t code
        cdef int32_t number
        cdef Wanted wanted
        cdef uint8_t[::1] known = bytearray(self.class_count)  # 0: nobody asked yet, 1: none of the words, 2: one of them
        cdef bint styled
        want(&wanted, words)
        if self.said is None:
            self.say_styles()
        styled = has_one(<const uint8_t *><const char *>self.said, len(self.said), &wanted)  # as on few pages
        for code in range(self.path_tag.shape[0]):
            if self.path_tag[code] < 0:
                continue
            number = self.class_number[code]
            if not known[number]:
                known[number] = 2 if has_one(self.classes.items[code].at, self.classes.items[code].length, &wanted) else 1
            if known[number] == 2 or (styled and self.is_styled(code, &wanted)):
                found.append(code)
        return found

    cdef int say_styles(self) except -1:
        """Put together what the inline styles here say."""
        cdef Py_ssize_t code
        self.used = 0
        for code in range(self.path_tag.shape[0]):
            if self.path_tag[code] >= 0:
                self.put_plain(self.styles.items[code])
        self.said = (<const char *>self.room)[: self.used] if self.used else b""
        return 0

    cdef bint is_styled(self, Py_ssize_t code, const Wanted *wanted) except -1:
        """Whether the inline style of a tag path has one of some words."""
        self.used = 0
        self.put_plain(self.styles.items[code])
        return has_one(self.room, self.used, wanted)

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

    def read(self, spoken):
        """Find the texts that a person reads; `spoken` has the codes of tag paths for screen readers, with all that is inside."""
        cdef int32_t row, at, size = self.high - self.low, spoken_until = 0, drawn_until = 0
        cdef Py_ssize_t count = 0, place
        cdef int32_t[::1] room = np.empty(3 * size + 2, np.int32)
        cdef uint8_t[::1] silent = bytearray(self.path_tag.shape[0])
        for code in spoken:
            silent[<Py_ssize_t>code] = 1
        self.told_rows, self.before, self.filled = room[:size], room[size : 2 * size + 1], room[2 * size + 1 :]
        self.before[0] = self.filled[0] = 0
        self.spoken_rows = []
        for row in range(self.low, self.high):
            at = row - self.low
            if self.kind[row] == 1:
                self.looks[at] |= _look.TEXT
                if self.looks[at] & _look.SHOWN and row >= drawn_until:
                    if row < spoken_until:
                        self.looks[at] |= _look.SPOKEN
                        self.spoken_rows.append(row)
                    else:
                        self.looks[at] |= _look.TOLD
                        self.told_rows[count] = row
                        count += 1
            else:
                if silent[self.path[row]]:
                    spoken_until = max(spoken_until, self.end[row])
                if self.marks[self.tag[row]] & _look.DRAWING:  # its text names icons
                    drawn_until = max(drawn_until, self.end[row])
            self.before[at + 1] = count
        self.told_count = count
        self.told = row_spans(self.nodes, self.told_rows[:count], None)
        for place in range(count):
            self.filled[place + 1] = self.filled[place] + (not is_blank(self.told.items[place]))
        self.single, self.several = [None] * count, {}
        self.find_gaps(self.nodes.spaced)

    cdef int find_gaps(self, const uint8_t[::1] spaced) except -1:
        """What stands before each text: a space of the page, or one because a block ends or starts.

        Two elements with a style of their own are set apart by it.
        """
        cdef Py_ssize_t place
        cdef int32_t row, holder, last_holder = -1, between, before = -1
        self.gaps = bytearray(self.told_count)
        for place in range(self.told_count):
            row = self.told_rows[place]
            holder = self.parent[row]
            while holder > self.low and self.marks[self.tag[holder]] & _look.FLOWING:
                holder = self.parent[holder]
            if spaced[row]:
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
                    if not self.marks[self.tag[self.parent[row]]] & _look.FORMATTING:
                        if not self.marks[self.tag[self.parent[before]]] & _look.FORMATTING:
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
        cdef int32_t code = self.path[row]
        if not 0 <= code < self.classes.count:
            raise IndexError("no such path")
        return code

    cdef frozenset rows_naming(self, tuple names):
        """The rows with an attribute of one of some names, the same ones each time."""
        if self.named is None:
            self.named = frozenset(self.nodes.rows_having(names, self.low, self.high))
        return self.named

    # -- texts -----------------------------------------------------------------------------------------------------------

    cdef int32_t stop(self, int32_t row) except -1:
        """One past the last row of a subtree, as far as it is here."""
        return min(self.end[row], self.high)

    cdef Py_ssize_t first(self, int32_t row) except -1:
        return self.before[row - self.low]

    cdef Py_ssize_t last(self, int32_t row) except -1:
        return self.before[self.stop(row) - self.low]

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

    cdef list marked(self, uint8_t wanted):
        """The rows whose tags are of some kind."""
        cdef int32_t row
        cdef list found = []
        for row in range(self.low, self.high):
            if self.marks[self.tag[row]] & wanted:
                found.append(row)
        return found

    def rows_with(self, uint8_t wanted):
        """Return the rows whose tags are of some kind."""
        return self.marked(wanted)

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

    def has_point(self, place):
        """Tell whether a text of two digits is raised cents, before which there is a point."""
        return False

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
