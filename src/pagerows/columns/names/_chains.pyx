# cython: language_level=3, boundscheck=True, wraparound=False
"""The elements around cells that hold no other cell of their table."""

from libc.stdint cimport int8_t, int32_t, int64_t


cdef Chain chain_of(const Rows *rows, Py_ssize_t start, Py_ssize_t few) noexcept nogil:
    """The elements around a row of the page that hold no other of `starts`, nearest first, no more than DEEPEST; and the element
    around all of these, -1 where that is ``<body>`` or holds more than `few` of `starts`."""
    cdef Chain found
    cdef Py_ssize_t at = smaller(rows, start), row = rows.parent[start] if rows.kind[start] else start
    cdef Py_ssize_t before = rows.starts[at - 1] if at else -1
    cdef Py_ssize_t behind = rows.starts[at + 1] if at + 1 < rows.cells else rows.count
    found.size = 0
    while row > 0 and row > before and rows.end[row] <= behind:
        if found.size < DEEPEST:
            found.rows[found.size] = <int32_t>row
            found.size += 1
        row = rows.parent[row]
    found.box = row if row > 0 and smaller(rows, rows.end[row]) - smaller(rows, row) <= few else -1
    return found


cdef Py_ssize_t smaller(const Rows *rows, int64_t row) noexcept nogil:
    """How many of the cells begin before a row."""
    cdef Py_ssize_t low = 0, high = rows.cells, middle
    while low < high:
        middle = (low + high) // 2
        if rows.starts[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


def chains(
    const int32_t[::1] parent, const int32_t[::1] end, const int8_t[::1] kind, const int64_t[::1] starts, list asked, Py_ssize_t few
):
    """Return `chain_of` for each row that is asked for: the elements around it, and the one around those."""
    cdef list found = []
    if not starts.shape[0] or not parent.shape[0]:
        return found
    cdef Rows rows = Rows(&parent[0], &end[0], &kind[0], parent.shape[0], &starts[0], starts.shape[0])
    cdef Py_ssize_t start, place
    cdef Chain own
    for start in asked:
        if not 0 <= start < rows.count:
            raise IndexError("no such row")
        own = chain_of(&rows, start, few)
        found.append(([own.rows[place] for place in range(own.size)], own.box))
    return found
