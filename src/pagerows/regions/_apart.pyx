# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Sets of spans that share no rows: first come, first served."""

import numpy as np

from libc.stdint cimport int64_t, uint8_t


def apart(
    const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, const int64_t[::1] order, Py_ssize_t rows,
    Py_ssize_t most,
):
    """Return which sets are taken, in this order, each unless it shares a row with those before it; at most so many.

    Set s is the spans ``first[s]`` up to ``first[s + 1]``, each the rows ``start`` up to ``stop``, of so many rows.
    """
    cdef uint8_t[::1] taken = np.zeros(rows, np.uint8)
    cdef Py_ssize_t place
    found = []
    for place in range(order.shape[0]):
        if len(found) == most:
            break
        if not mark(start, stop, first[order[place]], first[order[place] + 1], taken):
            found.append(order[place])
    return found


cdef bint mark(
    const int64_t[::1] start, const int64_t[::1] stop, int64_t low, int64_t high, uint8_t[::1] taken
) except -1 nogil:
    """Whether a row of some spans is taken; if not, it is now."""
    cdef int64_t span, row
    for span in range(low, high):
        for row in range(start[span], stop[span]):
            if taken[row]:
                return True
    for span in range(low, high):
        for row in range(start[span], stop[span]):
            taken[row] = True
    return False
