# cython: language_level=3, boundscheck=True, wraparound=False
"""Rows -> cells of text: with the address of the link around or inside, and what the markup says for machines."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcmp

from pagerows._search cimport smaller
from pagerows.align.fields._reading cimport Texts, folded
from pagerows.values import Cell, Span

cdef extern from "Python.h":
    Py_UCS4 PyUnicode_ReadChar(str text, Py_ssize_t place) except? 0xFFFFFFFF

cdef object new = tuple.__new__
#: What a cell has behind text, kind, address, span, symbol and exact value.
cdef tuple REST = tuple(Cell(""))[6:]
#: What a picture has between its span and the address that it leads to, and behind that.
cdef Py_ssize_t LINK = Cell._fields.index("link")
cdef tuple UNLINKED = tuple(Cell(""))[4:LINK], BEHIND_LINK = tuple(Cell(""))[LINK + 1:]



def leading(const uint8_t[::1] buffer, const int64_t[::1] start, const int64_t[::1] stop):
    """Return the places of the targets (stripped) that lead away from this page: neither empty nor a part of it nor a script."""
    cdef Py_ssize_t each, count = 0
    cdef bytes script = b"javascript:"
    found = np.empty(start.shape[0], np.int64)
    cdef int64_t[::1] place = found
    for each in range(start.shape[0]):
        if stop[each] == start[each] or buffer[start[each]] == 35:  # "#"
            continue
        if stop[each] - start[each] >= 11 and not memcmp(&buffer[start[each]], <const char *>script, 11):
            continue
        place[count] = each
        count += 1
    return found[:count]


def is_said(str text):
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

    Made of the ends of the page's rows; rows of links, and their targets as one buffer with starts and stops; where parts of records start; rows that speak to
    machines; how a target becomes an address, and what a row says to machines; whether texts without a word are cells.
    """

    cdef Texts texts
    cdef object absolute, machine
    cdef bint all_texts
    cdef const int32_t[::1] end, links, starts, times
    cdef bytes targets
    cdef const int64_t[::1] target, target_end
    cdef list addresses

    def __init__(self, Texts texts, end, links, targets, starts, times, absolute, machine, bint all_texts):
        self.texts, self.end, self.links = texts, end, links
        self.targets, self.target, self.target_end = targets[0].tobytes(), targets[1], targets[2]
        self.starts, self.times, self.absolute, self.machine = starts, times, absolute, machine
        self.all_texts = all_texts
        self.addresses = [None] * len(links)

    cpdef url(self, int32_t start, int32_t stop):
        """Return the address of the link around some rows, or of the first one inside."""
        cdef Py_ssize_t at = smaller(self.links, self.links.shape[0], start + 1)
        if at and self.end[self.links[at - 1]] > start and self.links[at - 1] >= self.top(start):
            return self.address(at - 1)
        if at < self.links.shape[0] and self.links[at] < stop:
            return self.address(at)
        return None

    cdef int32_t top(self, int32_t row) except? -1:
        """Where the part of a record starts that a row is in."""
        cdef Py_ssize_t at = smaller(self.starts, self.starts.shape[0], row + 1)
        return self.starts[at - 1 if at else 0]

    cdef object address(self, Py_ssize_t link):
        found = self.addresses[link]
        if found is None:
            target = self.targets[self.target[link] : self.target_end[link]].decode("utf-8", "surrogatepass")
            found = self.addresses[link] = self.absolute(target)
        return found

    cpdef exact(self, int32_t start, int32_t stop):
        """Return what the markup says for machines of the only value in some rows, or around them."""
        cdef Py_ssize_t at, count = self.times.shape[0]
        if not count:
            return None
        at = smaller(self.times, count, start)
        if at < count and self.times[at] < stop:
            if at + 1 < count and self.times[at + 1] < stop:
                return None
            return self.machine(self.times[at])
        if at and self.end[self.times[at - 1]] >= stop:
            return self.machine(self.times[at - 1])
        return None

    cdef bint is_cell(self, str text) except -1:
        return len(text) > 0 and (self.all_texts or is_said(text))

    cpdef made(self, str text, int32_t start, int32_t stop):
        """Return a cell with the link and the exact value of its rows, None where it says nothing."""
        return self.linked(text, start, stop, self.exact(start, stop)) if self.is_cell(text) else None

    cdef object linked(self, str text, int32_t start, int32_t stop, exact):
        url = self.url(start, stop)
        return new(Cell, (text, "link" if url else "text", url, new(Span, (start, stop)), 0, exact) + REST)

    def told(self, str text, int32_t row):
        """Return the cell of a row with a text that it does not hold itself: what an attribute says."""
        return self.linked(text, row, self.end[row], None)

    def picture(self, str text, str source, int32_t row):
        """Return the cell of a picture: what it says, its source, and where it leads."""
        return new(Cell, (folded(text), "image", self.absolute(source), new(Span, (row, row + 1))) + UNLINKED + (self.url(row, row + 1),) + BEHIND_LINK)

    def element(self, int32_t row):
        """Return the cell of an element: all its text."""
        return self.made(self.texts.text(row), row, self.end[row])

    def elements(self, dict rows):
        """Return the cells of elements by their keys, those that say something."""
        cdef dict found = {}
        for key, row in rows.items():
            cell = self.element(row)
            if cell is not None:
                found[key] = cell
        return found

    def texts_of(self, dict rows):
        """Return the cells of rows together by their keys, those that say something."""
        cdef dict found = {}
        for key, own in rows.items():
            cell = self.pieces(own)
            if cell is not None:
                found[key] = cell
        return found

    cpdef pieces(self, rows):
        """Return the cell of some rows, elements or texts: their texts as one."""
        cdef Py_ssize_t first = 0, last = -1
        cdef str text = self.piece(rows, &first, &last)
        if last < 0:
            return None
        return self.made(text, self.texts.rows[first], self.texts.rows[last] + 1)

    def said(self, rows):
        """Return the text of that cell, or nothing where there is none."""
        cdef Py_ssize_t first = 0, last = -1
        cdef str text = self.piece(rows, &first, &last)
        return text if self.is_cell(text) else ""

    cdef str piece(self, rows, Py_ssize_t *first, Py_ssize_t *last):
        """The texts of some rows as one, and the places of the first and the last of them; -1 where there is none."""
        cdef Py_ssize_t count = 0, place
        cdef int32_t row
        for each in rows:
            row = each
            if self.texts.first(row) < self.texts.last(row):
                if not count:
                    first[0] = self.texts.first(row)
                last[0] = self.texts.last(row) - 1
                count += self.texts.last(row) - self.texts.first(row)
        if not count:
            return ""
        if last[0] - first[0] + 1 == count:
            return self.texts.joined(first[0], last[0] + 1)
        parts = []
        for each in rows:
            row = each
            parts += [self.texts.joined(place, place + 1) for place in range(self.texts.first(row), self.texts.last(row))]
        return folded(" ".join(parts))
