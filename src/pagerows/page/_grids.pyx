# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Rows and cells of tables, and what they stand in."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t


def table_parts(
    const int32_t[::1] tag, const int32_t[::1] parent, int32_t table, int32_t line, int32_t cell, int32_t header
):
    """Return the rows of tables, the nearest table around each (-1 for none), the cells, and the parent of each.

    What is a table, a row, a cell or a header cell is told by the number of its tag; -1 is that of none.
    """
    cdef Py_ssize_t row, count = tag.shape[0], line_count = 0, cell_count = 0
    cdef int32_t above
    if max(line, cell, header) < 0:  # as on most pages
        count = 0
    lines, tables = np.empty(count, np.int64), np.empty(count, np.int64)
    cells, owners = np.empty(count, np.int64), np.empty(count, np.int64)
    cdef int64_t[::1] in_lines = lines, in_tables = tables, in_cells = cells, in_owners = owners
    cdef int32_t[::1] around = np.empty(count, np.int32)  # the nearest table above each row
    with nogil:
        for row in range(count):
            above = parent[row]
            around[row] = -1 if above < 0 else above if tag[above] == table else around[above]
            if tag[row] == line:
                in_lines[line_count], in_tables[line_count] = row, around[row]
                line_count += 1
            elif tag[row] == cell or tag[row] == header:
                in_cells[cell_count], in_owners[cell_count] = row, above
                cell_count += 1
    return lines[:line_count], tables[:line_count], cells[:cell_count], owners[:cell_count]


def grouped(const int64_t[::1] owners, const int64_t[::1] rows):
    """Return the rows of each owner, in their order; those without one (-1) are left out."""
    cdef Py_ssize_t place
    cdef dict found = {}
    cdef list own
    for place in range(owners.shape[0]):
        if owners[place] >= 0:
            own = found.get(owners[place])
            if own is None:
                own = found[owners[place]] = []
            own.append(rows[place])
    return found


def cells_of(list rows, const int32_t[::1] tag, const int32_t[::1] end, int32_t cell, int32_t header):
    """Return the children of each of some rows that are cells or header cells by the number of their tag."""
    cdef list found = [], own
    cdef Py_ssize_t row
    cdef int32_t child
    for row in rows:
        own, child = [], row + 1
        while child < end[row]:
            if tag[child] == cell or tag[child] == header:
                own.append(child)
            child = end[child]
        found.append(own)
    return found


def facts_in(
    list lines, const int8_t[::1] kind, const int32_t[::1] end, const int32_t[::1] characters, int64_t longest, int64_t most
):
    """Return how many cells rows have, how many of these hold one short text at most, and how many rows hold several texts.

    Each row is given by the cell at each of its columns, -1 for none. A cell that holds one short text has at most two rows of
    text, so many characters and so many nodes.
    """
    cdef Py_ssize_t row, cell
    cdef int64_t cells = 0, facts = 0, filled = 0, held, texts, chars
    for line in lines:
        held = 0
        for cell in set(line):
            if cell < 0:
                continue
            texts = chars = 0
            for row in range(cell + 1, end[cell]):
                if kind[row] == 1:
                    texts += 1
                    chars += characters[row]
            cells += 1
            held += texts > 0
            facts += texts <= 2 and chars <= longest and end[cell] - cell - 1 <= most
        filled += held > 1
    return cells, facts, filled
