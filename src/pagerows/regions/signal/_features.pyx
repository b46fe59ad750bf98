# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""What regions are like, in a few numbers each: of the sequence, and of the text that a person reads."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t

from pagerows.measures._sequence cimport Extremes, extremes_of, slope_of


def numbers_of(
    const int32_t[::1] codes, const int32_t[::1] lengths, const uint8_t[::1] hidden, const int64_t[::1] starts,
    const int64_t[::1] stops, const int64_t[::1] begin, const int64_t[::1] low, const int64_t[::1] high, bint fitted,
):
    """Return of each region where it starts and stops; how many rows it has; the sum, the smallest and the largest of its
    codes; the characters of its visible texts and the sum of the squares of their lengths (regions, 8); the slopes of the
    regions' regression lines; and the characters of all visible texts of the page.

    The records of region k are ``starts[begin[k]:begin[k + 1]]`` with their stops. A region goes from `low` to `high`; with
    `fitted` as far as its records do, too, and its rows are theirs: completed records may lie apart.
    """
    cdef Py_ssize_t region, record
    cdef int64_t text[2]
    found, rises = np.zeros((low.shape[0], 8), np.int64), np.empty(low.shape[0])
    cdef int64_t[:, ::1] told = found
    cdef double[::1] slopes = rises
    cdef Extremes own
    with nogil:
        for region in range(low.shape[0]):
            told[region, 0], told[region, 1] = low[region], high[region]
            if fitted:
                told[region, 0] = min(low[region], starts[begin[region]])
                told[region, 1] = max(high[region], stops[begin[region + 1] - 1])
            told[region, 2] = 0 if fitted else high[region] - low[region]
            text[0] = text[1] = 0
            for record in range(begin[region], begin[region + 1]):
                if fitted:
                    told[region, 2] += stops[record] - starts[record]
                add_text(lengths, hidden, starts[record], stops[record], text)
            own = extremes_of(codes, told[region, 0], told[region, 1])
            told[region, 3], told[region, 4], told[region, 5] = own.total, own.low, own.high
            told[region, 6], told[region, 7] = text[0], text[1]
            slopes[region] = slope_of(codes, told[region, 0], told[region, 1])
        text[0] = text[1] = 0
        add_text(lengths, hidden, 0, lengths.shape[0], text)
    return found, rises, text[0]


cdef int add_text(
    const int32_t[::1] lengths, const uint8_t[::1] hidden, Py_ssize_t start, Py_ssize_t stop, int64_t *text
) except -1 nogil:
    """Add the characters of the visible texts of some rows, and the squares of the texts' lengths."""
    cdef Py_ssize_t row
    for row in range(start, stop):
        if not hidden[row]:
            text[0] += lengths[row]
            text[1] += <int64_t>lengths[row] * lengths[row]
    return 0
