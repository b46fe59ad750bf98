# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Positional XPaths of many rows: ranks among siblings, and paths put together from steps."""

from libc.stdint cimport int8_t, int32_t

from pagerows._arrays cimport INT32, Array, empty, filled, zeros

cdef enum: TEXT = 1


def ranks(const int32_t[::1] tag, const int8_t[::1] kind, const int32_t[::1] end, const int32_t[::1] ordinal,
          Py_ssize_t tags):
    """The position of each row among its parent's children of the same tag, from 1; texts have one already. (n,)"""
    cdef Py_ssize_t rows = tag.shape[0], parent, child
    cdef Array found = empty(INT32, rows)
    cdef int32_t[::1] rank = found, count = zeros(INT32, tags), counted = filled(INT32, tags, -1)
    with nogil:
        if rows:
            rank[0] = 1
        for parent in range(rows):
            child = parent + 1
            while child < end[parent]:
                if kind[child] == TEXT:
                    rank[child] = ordinal[child]
                else:
                    if counted[tag[child]] != parent:  # counts of another parent are none of this one's
                        counted[tag[child]] = <int32_t>parent
                        count[tag[child]] = 0
                    count[tag[child]] += 1
                    rank[child] = count[tag[child]]
                child = end[child]
    return found


def paths_to(rows, const int32_t[::1] parent, const int8_t[::1] kind, const int32_t[::1] tag,
             const int32_t[::1] rank, names, odd, str body):
    """The XPath of each row; what several have in common is put together once.

    `names` begin the step to an element by its tag, None where it has no plain step; `odd` says the steps to such.
    """
    cdef dict known = {0: body}
    cdef list found = [], above = []
    cdef Py_ssize_t row
    for asked in rows:
        row = asked
        while row not in known:
            above.append(row)
            row = parent[row]
        path = known[row]
        while above:
            row = above.pop()
            if kind[row] == TEXT:
                path = f"{path}/text()[{rank[row]}]"
            else:
                name = names[tag[row]]
                path = f"{path}/{odd(row)}" if name is None else f"{path}/{name}[{rank[row]}]"
            known[row] = path
        found.append(path)
    return found
