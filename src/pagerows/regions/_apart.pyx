# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Sets of spans that share no rows: first come, first served."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t


def apart(
    const int64_t[::1] start, const int64_t[::1] stop, const int64_t[::1] first, const int64_t[::1] order, Py_ssize_t rows,
    Py_ssize_t most,
):
    """Return which sets are taken, in this order, each unless it shares a row with those before it; at most so many.

    Set s is the spans ``first[s]`` up to ``first[s + 1]``, each the rows ``start`` up to ``stop``, of so many rows.
    """
    cdef uint8_t[::1] taken = np.zeros(rows, np.uint8)
    cdef Py_ssize_t place
    cdef list found = []
    for place in range(order.shape[0]):
        if len(found) == most:
            break
        if not mark(start, stop, first[order[place]], first[order[place] + 1], taken):
            found.append(order[place])
    return found


def lying_apart(list sets):
    """Return which sets share no row with those before them that are taken; each is the starts and the stops of its spans."""
    cdef const int64_t[::1] start, stop
    cdef Py_ssize_t span, place
    cdef int64_t rows = 0
    for each in sets:
        stop = each[1]
        for span in range(stop.shape[0]):
            rows = max(rows, stop[span])
    cdef uint8_t[::1] taken = np.zeros(rows, np.uint8)
    cdef list found = []
    for place in range(len(sets)):
        start, stop = sets[place]
        if not mark(start, stop, 0, start.shape[0], taken):
            found.append(place)
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


def outermost(
    const int32_t[::1] tag, const int32_t[::1] parent, const int32_t[::1] end, const int64_t[::1] start, const int64_t[::1] stop
):
    """Widen records, in step from parent to parent, while these are distinct, disjoint, of one tag and below the body.

    Returns the rows of the boxes that they end in; None where they stay as they are, or where one is less or more than an
    element.
    """
    cdef Py_ssize_t record, count = start.shape[0]
    cdef bint wider = False
    if count < 2:
        return None
    found = np.empty(count, np.int64)
    cdef int64_t[::1] rows = found
    with nogil:
        for record in range(count):
            if end[start[record]] != stop[record]:
                with gil:
                    return None
            rows[record] = start[record]
        while have_own_parents(tag, parent, end, rows):
            wider = True
            for record in range(count):
                rows[record] = parent[rows[record]]
    return found if wider else None


cdef bint have_own_parents(
    const int32_t[::1] tag, const int32_t[::1] parent, const int32_t[::1] end, const int64_t[::1] rows
) except -1 nogil:
    cdef Py_ssize_t record
    cdef int32_t above, before = -1
    for record in range(rows.shape[0]):
        above = parent[rows[record]]
        if above <= 0 or tag[above] != tag[parent[rows[0]]] or (record and above < end[before]):
            return False
        before = above
    return True
