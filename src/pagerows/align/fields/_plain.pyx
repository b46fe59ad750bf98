# cython: language_level=3, boundscheck=True, wraparound=False
"""Cells of tables that hold one text and nothing else."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t

#: What tags are to such cells, as bits: their text is not simply read; it is that of a link.
BARRED, LINKS = 1, 2
#: What is said instead of the row of a text: the cell is empty, or holds more than a text.
EMPTY, MORE = -1, -2


def only_texts(
    const int8_t[::1] kind,
    const int32_t[::1] end,
    const int32_t[::1] tag,
    const uint8_t[::1] tags,
    const uint8_t[::1] odd,
    const int32_t[::1] cells,
):
    """Return for each cell the row of its only text (or EMPTY, or MORE), of what holds that, and of the link around it, or -1. (cells, 3)

    A cell that is not there (-1) is empty. Elements may stand in each other around the text, but none beside another. `tags` says what tags are, `odd` which rows are
    not simply read.
    """
    cdef Py_ssize_t each
    cdef int32_t row, stop
    made = np.full((cells.shape[0], 3), -1, np.int32)
    cdef int32_t[:, ::1] found = made
    for each in range(cells.shape[0]):
        row = cells[each]
        stop = end[row] if row >= 0 else row
        while row < stop:
            if odd[row] or tags[tag[row]] & 1:
                found[each, 0] = -2
                break
            if kind[row] == 1:
                found[each, 0] = row
                break
            found[each, 1] = row
            if tags[tag[row]] & 2:
                found[each, 2] = row
            row += 1
            if row < stop and end[row] != stop or row == stop and row > cells[each] + 1:
                found[each, 0] = -2  # elements side by side, or one without text
                break
    return made
