# cython: language_level=3, boundscheck=True, wraparound=False
"""The children of many rows at once: those of one kind together, in the order in which kinds appear.

A row is shown or not, and a text is told or not: ``look`` has SHOWN, TEXT and TOLD as bits.
"""

from libc.stdint cimport int32_t, uint8_t

SHOWN, TEXT, TOLD = 1, 2, 4


def siblings(
    const int32_t[::1] end,
    const int32_t[::1] depth,
    const int32_t[::1] step,
    const uint8_t[::1] look,
    int32_t low,
    list starts,
    list stops,
    list owners,
):
    """Return the shown elements that stand side by side in stretches of rows, each a stretch's whole content.

    Of each: its row, the owner of its stretch, and its position among what is shown there; stretches of one owner stand
    together. And for each step (a number for tag and classes) the places of its elements in these lists. Columns start
    with row `low`.
    """
    cdef list rows = [], held = [], positions = []
    cdef dict groups = {}
    cdef Py_ssize_t each
    cdef int32_t row, stop, top, position = 0
    cdef object owner, last = None, number
    for each in range(len(starts)):
        row, stop, owner = starts[each] - low, stops[each] - low, owners[each]
        if owner != last:
            position, last = 0, owner
        top = depth[row] if row < stop else 0
        while row < stop:
            if depth[row] < top:  # a stretch that leaves its own level: what is inside may be on it
                row += 1
                continue
            if look[row] & 1:
                if not look[row] & 2:
                    number = step[row]
                    group = groups.get(number)
                    if group is None:
                        group = groups[number] = []
                    (<list>group).append(len(rows))
                    rows.append(row + low)
                    held.append(owner)
                    positions.append(position)
                position += 1
            row = end[row] - low
    return rows, held, positions, groups


def texts(
    const int32_t[::1] end,
    const int32_t[::1] depth,
    const int32_t[::1] place,
    const uint8_t[::1] look,
    int32_t low,
    list starts,
    list stops,
    list owners,
):
    """Return the told texts of the same stretches: row, owner and position, as above.

    And for each place (-1 for none) the texts behind its elements, other elements aside, as places in these lists.
    """
    cdef list rows = [], held = [], positions = []
    cdef dict groups = {}
    cdef Py_ssize_t each
    cdef int32_t row, stop, top, position = 0, before = -1
    cdef object owner, last = None, number
    for each in range(len(starts)):
        row, stop, owner = starts[each] - low, stops[each] - low, owners[each]
        if owner != last:
            position, before, last = 0, -1, owner
        top = depth[row] if row < stop else 0
        while row < stop:
            if depth[row] < top:
                row += 1
                continue
            if look[row] & 1:
                if look[row] & 4:
                    number = before
                    group = groups.get(number)
                    if group is None:
                        group = groups[number] = []
                    (<list>group).append(len(rows))
                    rows.append(row + low)
                    held.append(owner)
                    positions.append(position)
                elif not look[row] & 2 and place[row] >= 0:
                    before = place[row]
                position += 1
            row = end[row] - low
    return rows, held, positions, groups
