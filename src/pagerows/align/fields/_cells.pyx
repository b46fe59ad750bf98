# cython: language_level=3, boundscheck=True, wraparound=False
"""Rows -> cells of text: with the address of the link around or inside, and what the markup says for machines."""

from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcmp

from pagerows._named cimport new_cell, new_span
from pagerows._search cimport Plain, smaller
from pagerows.align.fields._look cimport EXACT, LINK
from pagerows.align.fields._reading cimport Shown, folded, is_space
from pagerows.page._joining cimport Joiner
from pagerows.page._parser cimport Span as Signs
from pagerows.page._spans cimport Spans, spans_at
from pagerows.values import Cell, Span

cdef extern from "Python.h":
    Py_UCS4 PyUnicode_ReadChar(str text, Py_ssize_t place) except? 0xFFFFFFFF

cdef type CELL = Cell, SPAN = Span
if Cell._fields != ("text", "kind", "url", "span", "symbol", "exact", "items", "link", "whole"):
    raise TypeError("cells are made of other things")


cpdef bint is_said(str text) except -1:
    """Tell whether a text says something: it has a letter, a digit, a star or a tick."""
    cdef Py_ssize_t place
    cdef Py_UCS4 c
    for place in range(len(text)):
        c = PyUnicode_ReadChar(text, place)
        if c < 0x80:
            if 48 <= c <= 57 or 65 <= c <= 90 or 97 <= c <= 122:
                return True
        elif chr(c).isalnum() or chr(c) in "★☆⭐✓✔":
            return True
    return False


cdef class Cells:
    """Makes the cells of texts of one page.

    Made of what is shown, how a target becomes an address, and whether texts without a word are cells.
    """

    def __init__(self, Shown shown, Joiner absolute, bint all_texts):
        self.shown, self.absolute, self.all_texts = shown, absolute, all_texts
        self.find_starts()
        self.times = shown.marked(EXACT, &self.time_count)
        self.find_links()

    cdef int find_starts(self) except -1:
        """Where the parts of records start, in ascending order, as they mostly are."""
        cdef Shown shown = self.shown
        cdef Py_ssize_t each
        self.starts = shown.starts
        for each in range(1, shown.parts):
            if shown.starts[each] < shown.starts[each - 1]:
                break
        else:
            return 0
        self.starts = shown.memory.numbers(shown.parts)
        for each, start in enumerate(sorted([shown.starts[each] for each in range(shown.parts)])):
            self.starts[each] = start
        return 0

    # -- links ---------------------------------------------------------------------------------------------------------

    cdef int find_links(self) except -1:
        """Keep the links that lead away from this page."""
        cdef Py_ssize_t each, count
        cdef int32_t *rows = self.shown.marked(LINK, &count)
        cdef Spans targets = spans_at(self.shown.nodes, rows, count, "href") if count else Spans(0, None)
        self.links, self.targets = rows, targets
        for each in range(targets.count):
            if self.leads(targets.items[each]):
                self.links[self.link_count], targets.items[self.link_count] = rows[each], targets.items[each]
                self.link_count += 1
        self.addresses = [None] * self.link_count
        return 0

    cdef bint leads(self, Signs target) except -1:
        """Whether a target leads away: it is neither empty nor a part of this page nor a script."""
        target = stripped(target)
        if target.length and target.at[0] >= 0x80:  # a space of another kind, perhaps
            text = self.text_of(target).strip()
            return bool(text) and not text.startswith(("#", "javascript:"))
        if not target.length or target.at[0] == c"#":
            return False
        return target.length < 11 or memcmp(target.at, b"javascript:", 11) != 0

    cdef str text_of(self, Signs text):
        return PyUnicode_DecodeUTF8(<const char *>text.at, text.length, self.shown.errors) if text.length else ""

    cdef object joined(self, Signs target):
        """A target as an address."""
        target = stripped(target)
        if not target.length:
            return self.absolute.join("")
        if self.shown.compiled and target.at[0] < 0x80 and target.at[target.length - 1] < 0x80:
            return self.absolute.joined(target.at, target.length)
        return self.absolute.join(self.text_of(target).strip())

    cpdef url(self, int32_t start, int32_t stop):
        """Return the address of the link around some rows, or of the first one inside."""
        cdef Py_ssize_t at = smaller(<Plain>self.links, self.link_count, start + 1)
        if at and self.shown.end[self.links[at - 1]] > start and self.links[at - 1] >= self.top(start):
            return self.address(at - 1)
        if at < self.link_count and self.links[at] < stop:
            return self.address(at)
        return None

    cdef object link_at(self, int32_t row):
        """The address of a link, None where it leads nowhere."""
        cdef Py_ssize_t at = smaller(<Plain>self.links, self.link_count, row)
        return self.address(at) if at < self.link_count and self.links[at] == row else None

    cdef int32_t top(self, int32_t row) except? -1:
        """Where the part of a record starts that a row is in."""
        cdef Py_ssize_t at = smaller(<Plain>self.starts, self.shown.parts, row + 1)
        return self.starts[at - 1 if at else 0]

    cdef object address(self, Py_ssize_t link):
        found = self.addresses[link]
        if found is None:
            found = self.addresses[link] = self.joined(self.targets.items[link])
        return found

    # -- what machines are told ----------------------------------------------------------------------------------------

    cpdef exact(self, int32_t start, int32_t stop):
        """Return what the markup says for machines of the only value in some rows, or around them."""
        cdef Py_ssize_t at, count = self.time_count
        if not count:
            return None
        at = smaller(<Plain>self.times, count, start)
        if at < count and self.times[at] < stop:
            if at + 1 < count and self.times[at + 1] < stop:
                return None
            return self.machine(self.times[at])
        if at and self.shown.end[self.times[at - 1]] >= stop:
            return self.machine(self.times[at - 1])
        return None

    cdef object machine(self, int32_t row):
        """What an element says for machines."""
        nodes = self.shown.nodes
        return nodes.attribute(row, "datetime") or nodes.attribute(row, "value")

    # -- cells ---------------------------------------------------------------------------------------------------------

    cdef bint is_cell(self, str text) except -1:
        return len(text) > 0 and (self.all_texts or is_said(text))

    cpdef made(self, str text, int32_t start, int32_t stop):
        """Return a cell with the link and the exact value of its rows, None where it says nothing."""
        return self.linked(text, start, stop, self.exact(start, stop)) if self.is_cell(text) else None

    cdef object linked(self, str text, int32_t start, int32_t stop, exact):
        url = self.url(start, stop)
        return new_cell(CELL, text, "link" if url else "text", url, new_span(SPAN, start, stop), 0, exact, (), None)

    cpdef told(self, str text, int32_t row):
        """Return the cell of a row with a text that it does not hold itself: what an attribute says."""
        return self.linked(text, row, self.shown.end[row], None)

    cdef object listed(self, list items, str text):
        """The cell of a list: its members, and what they say."""
        first, last = items[0], items[len(items) - 1]
        span = new_span(SPAN, first.span.start, last.span.stop)
        return new_cell(CELL, text, "text", first.url, span, 0, None, tuple(items), None)

    def picture(self, str text, str source, int32_t row):
        """Return the cell of a picture: what it says, its source, and where it leads."""
        return self.drawn(folded(text), self.absolute.join(source), row)

    cdef object drawn(self, str text, source, int32_t row):
        """The same of a folded text and an address."""
        return new_cell(CELL, text, "image", source, new_span(SPAN, row, row + 1), 0, None, (), self.url(row, row + 1))

    cdef object bare_link(self, int32_t row):
        """Return the cell of a link without text."""
        url = self.link_at(row)
        if url is None:
            return None
        return new_cell(CELL, "", "link", url, new_span(SPAN, row, self.shown.end[row]), 0, None, (), None)

    cpdef element(self, int32_t row):
        """Return the cell of an element: all its text."""
        return self.made(self.shown.text(row), row, self.shown.end[row])

    cdef object texts(self, const int32_t *rows, Py_ssize_t count):
        """The cell of some rows, elements or texts: their texts as one."""
        cdef Py_ssize_t first = 0, last = -1
        cdef str text = self.piece(rows, count, &first, &last)
        if last < 0:
            return None
        return self.made(text, self.shown.told_rows[first], self.shown.told_rows[last] + 1)

    cdef str said(self, const int32_t *rows, Py_ssize_t count):
        """The text of that cell, or nothing where there is none."""
        cdef Py_ssize_t first = 0, last = -1
        cdef str text = self.piece(rows, count, &first, &last)
        return text if self.is_cell(text) else ""

    cdef bint says(self, const int32_t *rows, Py_ssize_t count) except -1:
        """Whether there is such a cell."""
        cdef Shown shown = self.shown
        cdef Py_ssize_t each, place
        for each in range(count):  # most texts have a letter or a digit of ASCII
            for place in range(shown.first(rows[each]), shown.last(rows[each])):
                if has_plain_word(shown.told.items[place]):
                    return True
        return len(self.said(rows, count)) > 0

    def of_rows(self, list rows):
        """Return the cell of some rows and its text, empty where there is none."""
        cdef Py_ssize_t each, count = len(rows)
        cdef int32_t *own = self.shown.memory.numbers(count)
        for each in range(count):
            own[each] = rows[each]
        return self.texts(own, count), self.said(own, count)

    cdef str piece(self, const int32_t *rows, Py_ssize_t size, Py_ssize_t *first, Py_ssize_t *last):
        """The texts of some rows as one, and the places of the first and the last of them; -1 where there is none."""
        cdef Shown shown = self.shown
        cdef Py_ssize_t count = 0, place, each, start, stop
        for each in range(size):
            start, stop = shown.first(rows[each]), shown.last(rows[each])
            if start < stop:
                if not count:
                    first[0] = start
                last[0] = stop - 1
                count += stop - start
        if not count:
            return ""
        if last[0] - first[0] + 1 == count:
            return shown.joined(first[0], last[0] + 1)
        parts = []
        for each in range(size):
            for place in range(shown.first(rows[each]), shown.last(rows[each])):
                parts.append(shown.joined(place, place + 1))
        return folded(" ".join(parts))


cdef Signs stripped(Signs text) noexcept nogil:
    """A text without white space of ASCII at its ends."""
    while text.length and is_space(text.at[0]):
        text.at += 1
        text.length -= 1
    while text.length and is_space(text.at[text.length - 1]):
        text.length -= 1
    return text


cdef bint has_plain_word(Signs text) noexcept nogil:
    """Whether a text has a letter or a digit of ASCII."""
    cdef Py_ssize_t at
    for at in range(text.length):
        if 48 <= text.at[at] <= 57 or 97 <= text.at[at] | 32 <= 122:
            return True
    return False
