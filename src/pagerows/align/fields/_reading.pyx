# cython: language_level=3, boundscheck=True, wraparound=False
"""The texts of a stretch of rows that a person reads, and how they go together.

Rows are the page's; columns that are made here start with the first row of the stretch, `low`.
"""

import numpy as np

from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_FromStringAndSize
from libc.stdint cimport int8_t, int32_t, uint8_t

from pagerows.align.fields cimport _look

cdef extern from "Python.h":
    Py_UCS4 PyUnicode_ReadChar(str text, Py_ssize_t place) except? 0xFFFFFFFF

SHOWN, TEXT, TOLD, SPOKEN = _look.SHOWN, _look.TEXT, _look.TOLD, _look.SPOKEN
INLINE, FLOWING, FORMATTING = _look.INLINE, _look.FLOWING, _look.FORMATTING
LINK, PICTURE, EXACT, DRAWING = _look.LINK, _look.PICTURE, _look.EXACT, _look.DRAWING

#: What stands before a text: nothing, a space, the point before cents, or a space where a word ends there and another
#: starts. MAY_BE_CENTS is a bit: nobody looked yet whether there is a point.
cdef enum: NOTHING = 0, SPACE = 1, POINT = 2, BETWEEN_WORDS = 3, MAY_BE_CENTS = 4
cdef tuple SIGNS = ("", " ", ".")
cdef str CURRENCIES = "$€£¥₹"


cdef class Shown:
    """The shown texts of some records, white space folded; those asked for before are kept.

    Made of a page's nodes, the records, and what tags are (bits, by their names). `hide` and `read` come next, in this
    order: what is hidden, and what only screen readers speak.
    """

    def __init__(self, nodes, records, dict marks):
        self.nodes, self.data, self.classes = nodes, nodes.data, {}
        self.end, self.parent, self.depth = nodes.end, nodes.parent, nodes.depth
        self.path, self.tag = nodes.path, nodes.tag
        self.bits, self.marks = marks, bytearray([marks.get(tag, 0) for tag in nodes.tags])
        self.take_parts(records)
        self.looks = np.empty(self.high - self.low, np.uint8)
        self.looks[:] = _look.SHOWN
        self.take_styles(nodes.paths.style)

    cdef int take_parts(self, records) except -1:
        cdef list parts = [(start, stop, number) for number, record in enumerate(records) for start, stop in record.parts]
        cdef Py_ssize_t each, size = len(parts)
        cdef int32_t start, stop, owner
        cdef int32_t[::1] room = np.empty(3 * size, np.int32)
        self.starts, self.stops, self.owners = room[:size], room[size : 2 * size], room[2 * size :]
        self.count, self.low, self.high = len(records), parts[0][0], parts[0][1]
        for each in range(size):
            start, stop, owner = parts[each]
            self.starts[each], self.stops[each], self.owners[each] = start, stop, owner
            self.low, self.high = min(self.low, start), max(self.high, stop)

    cdef int take_styles(self, style) except -1:
        """The styles of the tag paths here, by their codes."""
        cdef Py_ssize_t code
        cdef int32_t row
        cdef uint8_t[::1] here = bytearray(len(style))
        self.styles = {}
        for row in range(self.low, self.high):
            here[self.path[row]] = 1
        for code in range(here.shape[0]):
            if here[code]:
                self.styles[code] = style[code]

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

    def mentioning(self, tuple words):
        """Return the tag paths here with one of some words (small letters, UTF-8) in their classes or styles, white space aside."""
        cdef list found = []
        if self.said is None:
            self.said = plainly("\n".join({value for style in self.styles.values() for _, value in style if value}))
        if has_one(self.said, words):  # as few pages have
            for code, style in self.styles.items():
                for _, value in style:
                    if value and has_one(plainly(value), words):
                        found.append(code)
                        break
        return found

    def read(self, spoken):
        """Find the texts that a person reads; `spoken` has the codes of tag paths for screen readers, with all that is inside."""
        cdef const int8_t[::1] kind = self.nodes.kind
        cdef const int32_t[::1] length = self.nodes.text_length
        cdef int32_t row, at, size = self.high - self.low, spoken_until = 0, drawn_until = 0
        cdef Py_ssize_t count = 0
        cdef int32_t[::1] room = np.empty(3 * size + 2, np.int32)
        cdef uint8_t[::1] silent = bytearray(len(self.nodes.paths))
        for code in spoken:
            silent[<Py_ssize_t>code] = 1
        self.told_rows, self.before, self.filled = room[:size], room[size : 2 * size + 1], room[2 * size + 1 :]
        self.before[0] = self.filled[0] = 0
        self.spoken_rows = []
        for row in range(self.low, self.high):
            at = row - self.low
            if silent[self.path[row]]:
                spoken_until = max(spoken_until, self.end[row])
            if self.marks[self.tag[row]] & _look.DRAWING:  # its text names icons
                drawn_until = max(drawn_until, self.end[row])
            self.filled[at + 1] = self.filled[at]
            if kind[row] == 1:
                self.looks[at] |= _look.TEXT
                if self.looks[at] & _look.SHOWN and row >= drawn_until:
                    if row < spoken_until:
                        self.looks[at] |= _look.SPOKEN
                        self.spoken_rows.append(row)
                    else:
                        self.looks[at] |= _look.TOLD
                        self.told_rows[count] = row
                        self.filled[at + 1] += length[row] > 0
                        count += 1
            self.before[at + 1] = count
        self.told_count = count
        self.single, self.several = [None] * count, {}
        self.find_gaps(self.nodes.spaced.view(np.uint8), length)

    cdef int find_gaps(self, const uint8_t[::1] spaced, const int32_t[::1] length) except -1:
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
            if place and length[row] == 2:
                self.gaps[place] |= MAY_BE_CENTS
            last_holder, before = holder, row

    cdef str class_of(self, int32_t row):
        """The class of an element, empty where there is none."""
        cdef int32_t code = self.path[row]
        found = self.classes.get(code)
        if found is None:
            found = ""
            for name, value in self.nodes.paths.style[code]:
                if name == "class":
                    found = value or ""
                    break
            self.classes[code] = found
        return found

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
        return self.filled[self.stop(row) - self.low] > self.filled[row - self.low]

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
        if last - first == 1:
            found = self.single[first]
            if found is None:
                found = self.single[first] = folded(self.data[self.told_rows[first]])
            return found
        key = (first, last)
        found = self.several.get(key)
        if found is None:
            parts = [self.data[self.told_rows[first]]]
            for place in range(first + 1, last):
                parts.append(self.between(place))
                parts.append(self.data[self.told_rows[place]])
            found = self.several[key] = folded("".join(parts))
        return found

    cdef str between(self, Py_ssize_t place):
        """What stands before a text; what needs a look at texts is found out when it is first asked for."""
        cdef uint8_t gap = self.gaps[place]
        if gap > POINT:
            if gap & ~MAY_BE_CENTS == BETWEEN_WORDS:
                one, other = self.data[self.told_rows[place - 1]], self.data[self.told_rows[place]]
                gap = (gap & MAY_BE_CENTS) | (SPACE if are_apart(one, other) else NOTHING)
            if gap & MAY_BE_CENTS:
                gap = POINT if self.has_point(place) else gap & ~MAY_BE_CENTS
            self.gaps[place] = gap
        return SIGNS[gap]

    def has_point(self, place):
        """Tell whether a text of two characters is raised cents, before which there is a point."""
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


cdef bytes plainly(str text):
    """A text in small letters, without white space."""
    return "".join(text.casefold().split()).encode("utf-8", "surrogatepass")


cdef bint has_one(bytes text, tuple words) except -1:
    for word in words:
        if word in text:
            return True
    return False


cdef bint are_apart(str one, str other) except -1:
    """Whether the words of two texts would grow together; "was", then "$5" would, too."""
    if not one or not other:
        return False
    cdef str end = one[len(one) - 1], start = other[0]
    if end.isalnum() and start.isalnum() and not (end.isdigit() and start.isdigit()):
        return True
    return end.islower() and start in CURRENCIES


cdef inline bint is_space(char sign) noexcept:
    return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31


cdef str folded(str text):
    """A text with its white space folded; most have none but single spaces and what is around them."""
    cdef Py_ssize_t low = 0, high = 0, at
    cdef const char *signs
    if not text.isascii():
        return " ".join(text.split())
    signs = PyUnicode_AsUTF8AndSize(text, &high)
    cdef Py_ssize_t size = high
    while low < high and is_space(signs[low]):
        low += 1
    while low < high and is_space(signs[high - 1]):
        high -= 1
    for at in range(low, high):
        if is_space(signs[at]) and (signs[at] != 32 or signs[at - 1] == 32):
            return " ".join(text.split())
    return text if high - low == size else PyUnicode_FromStringAndSize(signs + low, high - low)
