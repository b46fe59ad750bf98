# cython: language_level=3, boundscheck=True, wraparound=False
"""The texts of a stretch of rows that a person reads, and how they go together.

Columns named after the node table are the whole page's; all others start with the stretch's first row, `low`.
"""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t

from pagerows.align.fields cimport _look

SHOWN, TEXT, TOLD, SPOKEN = _look.SHOWN, _look.TEXT, _look.TOLD, _look.SPOKEN
#: What stands before a text: nothing, a space, or a space where a word ends there and another starts.
NOTHING, SPACE, BETWEEN_WORDS = 0, 1, 2
#: What tags are to lines of text: those that stand in one, and those that only format words.
FLOWING, FORMATTING = 1, 2


def looks(
    const int8_t[::1] kind,
    const int32_t[::1] tag,
    const int32_t[::1] path,
    const int32_t[::1] end,
    const uint8_t[::1] shown,
    const uint8_t[::1] spoken,
    int32_t drawing,
    int32_t low,
):
    """Return SHOWN, TEXT, TOLD and SPOKEN of each row, as bits.

    `spoken` says which tag paths are for screen readers, with all that is inside; text inside of the tag `drawing` names
    icons, and nobody reads it.
    """
    cdef int32_t row, spoken_until = 0, drawn_until = 0
    found = np.zeros(shown.shape[0], np.uint8)
    cdef uint8_t[::1] look = found
    with nogil:
        for row in range(low, low + <int32_t>shown.shape[0]):
            if spoken[path[row]]:
                spoken_until = max(spoken_until, end[row])
            if tag[row] == drawing:
                drawn_until = max(drawn_until, end[row])
            if shown[row - low]:
                look[row - low] = _look.SHOWN
            if kind[row] == 1:
                look[row - low] |= _look.TEXT
                if shown[row - low] and row >= drawn_until:
                    look[row - low] |= _look.SPOKEN if row < spoken_until else _look.TOLD
    return found


def gaps(
    const int32_t[::1] rows,
    const int32_t[::1] parent,
    const int32_t[::1] tag,
    const uint8_t[::1] spaced,
    const uint8_t[::1] flow,
    int32_t low,
    int32_t text_tag,
):
    """Return what stands before each text row: a space of the page, or one because a block ends or starts.

    `flow` says FLOWING and FORMATTING of each tag. Two elements with a style of their own are set apart by it.
    """
    cdef Py_ssize_t place
    cdef int32_t row, holder, last_holder = -1, between
    found = np.zeros(rows.shape[0], np.uint8)
    cdef uint8_t[::1] gap = found
    with nogil:
        for place in range(rows.shape[0]):
            row = rows[place]
            holder = parent[row]
            while holder > low and flow[tag[holder]] & 1:
                holder = parent[holder]
            if spaced[row]:
                gap[place] = 1
            elif place:
                if holder != last_holder:
                    gap[place] = 1
                else:
                    for between in range(rows[place - 1] + 1, row):
                        if tag[between] != text_tag and not flow[tag[between]] & 1:
                            gap[place] = 1
                            break
                if not gap[place] and parent[row] != parent[rows[place - 1]]:
                    if not flow[tag[parent[row]]] & 2 and not flow[tag[parent[rows[place - 1]]]] & 2:
                        gap[place] = 2
            last_holder = holder
    return found


def told(const uint8_t[::1] look, const int32_t[::1] length, int32_t low):
    """Return the rows of told texts, those of spoken ones, and the places of told ones of one or two characters.

    Then, for each row and behind the last: how many told texts stand before it, all of them and those that are not blank.
    """
    cdef list spoken = [], short = []
    cdef Py_ssize_t row, size = look.shape[0], count = 0
    rows, every, filled = np.empty(size, np.int32), np.zeros(size + 1, np.int32), np.zeros(size + 1, np.int32)
    cdef int32_t[::1] in_rows = rows, in_every = every, in_filled = filled
    for row in range(size):
        in_filled[row + 1] = in_filled[row]
        if look[row] & _look.TOLD:
            in_rows[count] = row + low
            in_filled[row + 1] += length[row + low] > 0
            if 1 <= length[row + low] <= 2:
                short.append(count)
            count += 1
        elif look[row] & _look.SPOKEN:
            spoken.append(row + low)
        in_every[row + 1] = count
    return rows[:count], spoken, short, every, filled


cdef class Texts:
    """The shown texts of elements, white space folded; those asked for before are kept.

    Made of the rows of texts and what stands before each; the ends of rows from `low` on; and how many of the texts
    stand before each row, all of them and those that say something.
    """

    def __init__(self, data, list rows, list glue, int32_t low, end, before, filled):
        self.data, self.rows, self.glue, self.low = data, rows, glue, low
        self.end, self.before, self.filled = end, before, filled
        self.single, self.several = [None] * len(rows), {}

    cdef Py_ssize_t first(self, int32_t row) except -1:
        return self.before[row - self.low]

    cdef Py_ssize_t last(self, int32_t row) except -1:
        return self.before[self.end[row - self.low]]

    def pieces(self, int32_t row):
        """Return the places of a subtree's text rows: `rows[first:last]`."""
        return self.first(row), self.last(row)

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
                found = self.single[first] = folded(self.data[self.rows[first]])
            return found
        key = (first, last)
        found = self.several.get(key)
        if found is None:
            parts = [self.data[self.rows[first]]]
            for place in range(first + 1, last):
                parts.append(self.glue[place])
                parts.append(self.data[self.rows[place]])
            found = self.several[key] = folded("".join(parts))
        return found

    def texts(self, rows):
        """Return the texts of some rows."""
        return [self.text(row) for row in rows]

    def is_told(self, rows):
        """Tell whether one of some rows says something."""
        cdef int32_t row
        for each in rows:
            row = <int32_t>each - self.low
            if self.filled[self.end[row]] > self.filled[row]:
                return True
        return False


cdef str folded(str text):
    return " ".join(text.split())
