# cython: language_level=3, boundscheck=True, wraparound=False
"""What rows stand in."""

from libc.stdint cimport int32_t, uint8_t


def marked_above(const int32_t[::1] parent, const uint8_t[::1] marks, uint8_t wanted, rows, Py_ssize_t most):
    """Return for each of some rows those with a wanted mark among it and what it stands in, nearest first.

    Marks are bits. Row 0 is left out, and no more than `most` rows are looked at for each.
    """
    cdef list found = []
    cdef int32_t at
    cdef Py_ssize_t step
    for row in rows:
        own = []
        at = row
        for step in range(most):
            if at <= 0:
                break
            if marks[at] & wanted:
                own.append(at)
            at = parent[at]
        found.append(own)
    return found
