# cython: language_level=3, boundscheck=True, wraparound=False
"""The elements around cells that hold no other cell of their table."""

from libc.stdint cimport int8_t, int32_t, int64_t

from pagerows._search cimport smaller


def chains(
    const int32_t[::1] parent, const int32_t[::1] end, const int8_t[::1] kind, const int64_t[::1] starts, list asked,
    Py_ssize_t deepest, Py_ssize_t few,
):
    """Return for each row that is asked for the elements around it that hold no other of `starts`, nearest first, no more
    than `deepest`; and the element around all of these, -1 where that is ``<body>`` or holds more than `few` of `starts`.

    `starts` are the rows where all cells of a table begin, in order; texts have the kind 1.
    """
    cdef list found = [], own
    cdef Py_ssize_t at, start, row, before, behind
    for start in asked:
        at = smaller(starts, starts.shape[0], start)
        before = starts[at - 1] if at else -1
        behind = starts[at + 1] if at + 1 < starts.shape[0] else parent.shape[0]
        row = parent[start] if kind[start] else start
        own = []
        while row > 0 and row > before and end[row] <= behind:
            if len(own) < deepest:
                own.append(row)
            row = parent[row]
        if row > 0 and smaller(starts, starts.shape[0], end[row]) - smaller(starts, starts.shape[0], row) > few:
            row = -1
        found.append((own, row if row > 0 else -1))
    return found
