# cython: language_level=3, boundscheck=True, wraparound=False
"""What rows stand in."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t


def nearest(const int32_t[::1] parent, const uint8_t[::1] marked):
    """Return for each row the nearest marked one of itself and what it stands in, -1 where none is.

    A row's parent stands before it.
    """
    cdef Py_ssize_t row
    found = np.full(parent.shape[0], -1, np.int32)
    cdef int32_t[::1] in_found = found
    with nogil:
        for row in range(parent.shape[0]):
            if marked[row]:
                in_found[row] = <int32_t>row
            elif parent[row] >= 0:
                in_found[row] = in_found[parent[row]]
    return found
