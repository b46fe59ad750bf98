# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""A stretch of the tag path sequence in a few numbers."""

from libc.stdint cimport int32_t, int64_t


def extremes(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop):
    """Return the sum, the smallest and the largest of a stretch."""
    cdef Py_ssize_t at
    cdef int64_t total = 0
    cdef int32_t low, high
    if not 0 <= start < stop <= codes.shape[0]:
        raise IndexError("no such stretch")
    low = high = codes[start]
    with nogil:
        for at in range(start, stop):
            total += codes[at]
            low, high = min(low, codes[at]), max(high, codes[at])
    return total, low, high


def slope(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop):
    """Return the slope of the regression line of a stretch."""
    cdef double size = stop - start, middle = (size - 1) / 2, rise = 0
    cdef Py_ssize_t at
    with nogil:
        for at in range(start, stop):
            rise += (at - start - middle) * codes[at]
    return rise / (size * (size * size - 1) / 12) if size > 1 else 0.0
