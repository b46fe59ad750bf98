# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""A stretch of the tag path sequence in a few numbers."""


cdef Extremes extremes_of(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop) except * nogil:
    cdef Py_ssize_t at
    cdef Extremes found
    if not 0 <= start < stop <= codes.shape[0]:
        raise IndexError("no such stretch")
    found.total = 0
    found.low = found.high = codes[start]
    for at in range(start, stop):
        found.total += codes[at]
        found.low, found.high = min(found.low, codes[at]), max(found.high, codes[at])
    return found


def extremes(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop):
    """Return the sum, the smallest and the largest of a stretch."""
    cdef Extremes found
    with nogil:
        found = extremes_of(codes, start, stop)
    return found.total, found.low, found.high


cdef double slope_of(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop) except? -1 nogil:
    cdef double size = stop - start, middle = (size - 1) / 2, rise = 0
    cdef Py_ssize_t at
    for at in range(start, stop):
        rise += (at - start - middle) * codes[at]
    return rise / (size * (size * size - 1) / 12) if size > 1 else 0.0


def slope(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop):
    """Return the slope of the regression line of a stretch."""
    cdef double found
    with nogil:
        found = slope_of(codes, start, stop)
    return found
