# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""A stretch of the tag path sequence in a few numbers."""

from libc.math cimport atan, fabs, pi


cdef Extremes extremes_of(const int32_t *codes, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t at
    cdef Extremes found
    found.total = 0
    found.low = found.high = codes[start]
    for at in range(start, stop):
        found.total += codes[at]
        found.low, found.high = min(found.low, codes[at]), max(found.high, codes[at])
    return found


def extremes(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop):
    """Return the sum, the smallest and the largest of a stretch."""
    cdef Extremes found
    if not 0 <= start < stop <= codes.shape[0]:
        raise IndexError("no such stretch")
    found = extremes_of(&codes[0], start, stop)
    return found.total, found.low, found.high


cdef double slope_of(const int32_t *codes, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef double size = stop - start, middle = (size - 1) / 2, rise = 0
    cdef Py_ssize_t at
    for at in range(start, stop):
        rise += (at - start - middle) * codes[at]
    return rise / (size * (size * size - 1) / 12) if size > 1 else 0.0


def slope(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop):
    """Return the slope of the regression line of a stretch."""
    if not 0 <= start <= stop <= codes.shape[0]:
        raise IndexError("no such stretch")
    return slope_of(&codes[0], start, stop) if start < stop else 0.0


# -- the six features of [V20 s. 4.3], each between 0 and 1 -------------------------------------------------------------


cpdef double size_share(double region_size, double sequence_size) noexcept nogil:
    """Return the region's share of the sequence [V20 Eq. 8, Fig. 9].

    >>> round(100 * size_share(618, 1336), 2)
    46.26
    """
    return region_size / sequence_size


cpdef double center_position(double region_center, double sequence_center) noexcept nogil:
    """Return how close the region's centre is to the sequence's [V20 Eq. 9, Fig. 10].

    >>> round(100 * center_position(784, 667), 2)
    82.46
    """
    return 1 - fabs(region_center - sequence_center) / sequence_center


cpdef double horizontal_position(double region_center, double sequence_size) noexcept nogil:
    """Return the distance from the region's centre to the end of the sequence [V20 Eq. 10, Fig. 10].

    >>> round(100 * horizontal_position(782, 1336), 2)
    41.47
    """
    return (sequence_size - region_center) / sequence_size


cpdef double vertical_position(double region_mean, double largest) noexcept nogil:
    """Return the region's mean code as a share of the largest code [V20 Eq. 11, Fig. 10].

    >>> round(100 * vertical_position(263, 391), 2)
    67.26
    """
    return region_mean / largest


cpdef double range_share(double lowest, double highest, double largest) noexcept nogil:
    """Return the range of the region's codes as a share of the sequence's [V20 Eq. 12, Fig. 11].

    >>> round(100 * range_share(254, 283, 391), 2)
    7.42
    """
    return (highest - lowest) / largest


cpdef double record_ratio(double count, double size) noexcept nogil:
    """Return how alike record count and average record size are [V20 Eq. 13, Fig. 12].

    Eq. 13 names its arguments numRecs and recCount; the text says record count and record size.

    >>> round(100 * record_ratio(20, 31), 2)
    64.52
    """
    return min(count, size) / max(count, size)


cdef Six six_of(
    Py_ssize_t size, int64_t largest, int64_t records, int64_t start, int64_t stop, int64_t covered, Extremes codes
) noexcept nogil:
    """All six of a stretch whose records cover so many rows, in a sequence of so many symbols up to the largest."""
    cdef double center = (start + stop) / 2.0 - 1
    cdef Six found
    found.size = size_share(covered, size)
    found.center = max(0.0, center_position(center, size / 2.0))
    found.horizontal = horizontal_position(center, size)
    found.vertical = vertical_position(codes.total / <double>(stop - start), largest)
    found.range = range_share(codes.low, codes.high, largest)
    found.record = record_ratio(records, covered / <double>records)
    return found


def six(
    Py_ssize_t size, int64_t largest, int64_t records, int64_t start, int64_t stop, int64_t covered, int64_t total, int32_t low,
    int32_t high,
):
    """Return all six by their names; `total`, `low` and `high` are sum, smallest and largest of the stretch's codes."""
    cdef Extremes codes
    if size <= 0 or largest <= 0 or records <= 0 or start >= stop:
        raise ValueError("no such stretch")
    codes.total, codes.low, codes.high = total, low, high
    return six_of(size, largest, records, start, stop, covered, codes)


cdef double angle_of(double slope) noexcept nogil:
    """The absolute angle of a line, in degrees."""
    return atan(fabs(slope)) * (180 / pi)
