# cython: language_level=3, boundscheck=True, wraparound=False
"""The children of many rows at once: those of one kind together, in the order in which kinds appear.

Columns start with row `low`; ends are rows of the page.
"""

import numpy as np

from libc.stdint cimport int32_t, uint8_t

from pagerows.align.fields._look cimport SHOWN, TEXT, TOLD


cdef class Siblings:
    """What stands side by side in stretches of rows, each the whole content of something.

    `step` has a number for the tag and classes of each row, `look` SHOWN, TEXT and TOLD as bits.
    """

    cdef const int32_t[::1] end, depth, step
    cdef const uint8_t[::1] look
    cdef int32_t low, count
    #: The number of the place of each row, -1 where it is in none.
    cdef int32_t[::1] place
    #: Whether texts stood among the elements that were last asked for.
    cdef readonly bint has_texts

    def __init__(self, end, depth, step, look, int32_t low):
        self.end, self.depth, self.step, self.look, self.low = end, depth, step, look, low
        self.place = np.full(look.shape[0], -1, np.int32)

    def inside(self, dict one):
        """Return the contents of elements as stretches: starts, stops, and their keys as owners."""
        cdef list starts = [], stops = [], owners = []
        cdef int32_t row
        for owner, each in one.items():
            row = each
            starts.append(row + 1)
            stops.append(self.end[row - self.low])
            owners.append(owner)
        return starts, stops, owners

    def elements(self, list starts, list stops, list owners):
        """Return the shown elements: rows, owners, positions among what is shown there, and groups.

        Stretches of one owner stand together. Groups are for each step the places of its elements in these lists.
        """
        cdef list rows = [], held = [], positions = []
        cdef dict groups = {}
        cdef Py_ssize_t each
        cdef int32_t row, stop, top, position = 0
        cdef object owner, last = None, number
        self.has_texts = False
        for each in range(len(starts)):
            row, stop, owner = starts[each] - self.low, stops[each] - self.low, owners[each]
            if owner != last:
                position, last = 0, owner
            top = self.depth[row] if row < stop else 0
            while row < stop:
                if self.depth[row] < top:  # a stretch that leaves its own level: what is inside may be on it
                    row += 1
                    continue
                if self.look[row] & SHOWN:
                    if not self.look[row] & TEXT:
                        number = self.step[row]
                        group = groups.get(number)
                        if group is None:
                            group = groups[number] = []
                        (<list>group).append(len(rows))
                        rows.append(row + self.low)
                        held.append(owner)
                        positions.append(position)
                    elif self.look[row] & TOLD:
                        self.has_texts = True
                    position += 1
                row = self.end[row] - self.low
        return rows, held, positions, groups

    def texts(self, list starts, list stops, list owners):
        """Return the told texts of the same stretches: rows, owners, positions, and groups.

        Those are for each place (-1 for none) the texts behind its elements, other elements aside.
        """
        cdef list rows = [], held = [], positions = []
        cdef dict groups = {}
        cdef Py_ssize_t each
        cdef int32_t row, stop, top, position = 0, before = -1
        cdef object owner, last = None, number
        for each in range(len(starts)):
            row, stop, owner = starts[each] - self.low, stops[each] - self.low, owners[each]
            if owner != last:
                position, before, last = 0, -1, owner
            top = self.depth[row] if row < stop else 0
            while row < stop:
                if self.depth[row] < top:
                    row += 1
                    continue
                if self.look[row] & SHOWN:
                    if self.look[row] & TOLD:
                        number = before
                        group = groups.get(number)
                        if group is None:
                            group = groups[number] = []
                        (<list>group).append(len(rows))
                        rows.append(row + self.low)
                        held.append(owner)
                        positions.append(position)
                    elif not self.look[row] & TEXT and self.place[row] >= 0:
                        before = self.place[row]
                    position += 1
                row = self.end[row] - self.low
        return rows, held, positions, groups

    def are_whole(self, list starts, list stops):
        """Tell whether each stretch is within the element that it starts with."""
        cdef Py_ssize_t each
        cdef int32_t row
        for each in range(len(starts)):
            row = starts[each]
            if self.end[row - self.low] < <int32_t>stops[each]:
                return False
        return True

    def take(self, list chosen, list rows, list owners, list positions):
        """Make some elements a place of its own; return their rows by owner, and their mean position."""
        cdef dict one = {}
        cdef int32_t row
        cdef Py_ssize_t index, total = 0
        for each in chosen:
            index = each
            row = rows[index]
            one[owners[index]] = row
            self.place[row - self.low] = self.count
            total += <Py_ssize_t>positions[index]
        self.count += 1
        return one, total / <double>len(chosen)


def gathered(list chosen, list rows, list owners, list positions):
    """Return all rows of each owner, the first of each, and the mean position."""
    cdef dict every = {}, one = {}
    cdef Py_ssize_t index, total = 0
    for each in chosen:
        index = each
        owner = owners[index]
        own = every.get(owner)
        if own is None:
            own = every[owner] = []
            one[owner] = rows[index]
        (<list>own).append(rows[index])
        total += <Py_ssize_t>positions[index]
    return every, one, total / <double>len(chosen)


def are_single(list chosen, list owners):
    """Tell whether each owner has one of some elements, where those of one owner stand together."""
    cdef Py_ssize_t place, index, before
    for place in range(1, len(chosen)):
        index, before = chosen[place], chosen[place - 1]
        if owners[index] == owners[before]:
            return False
    return True
