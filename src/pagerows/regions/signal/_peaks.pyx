# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Well distributed symbols of regions [V20 Alg. 3, lines 5-10], and single coefficients of their spectra [V20 Eq. 2, 3]."""

import numpy as np

from libc.math cimport cos, pi, sin, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t


def well_distributed(
    const int32_t[::1] codes, const int64_t[::1] starts, const int64_t[::1] stops, const int64_t[::1] order,
    Py_ssize_t min_records, double min_size, double max_cv, double min_coverage,
):
    """Find the symbols of all regions that occur often and evenly enough.

    `order` has all positions by symbol: regions are stretches, so in it the positions of a symbol in one region stand
    together. Returns the positions inside of regions, and per symbol and region: region, symbol, first and last of its
    positions among those, coefficient of variation of its gaps.
    """
    cdef Py_ssize_t region, at, size = 0, count = 0, first, last
    cdef int64_t[::1] owner = np.full(codes.shape[0], -1, np.int64)
    positions = np.empty(codes.shape[0], np.int64)
    cdef int64_t[::1] in_positions = positions
    with nogil:
        for region in range(starts.shape[0]):
            for at in range(starts[region], stops[region]):
                owner[at] = region
        for at in range(order.shape[0]):
            if owner[order[at]] >= 0:
                in_positions[size] = order[at]
                size += 1
    found = np.empty((4, size), np.int64)
    variations = np.empty(size)
    cdef int64_t[:, ::1] in_found = found
    cdef double[::1] in_variations = variations
    cdef double cv
    with nogil:
        first = 0
        while first < size:
            last = first
            while last + 1 < size and same_group(codes, owner, in_positions[last + 1], in_positions[first]):
                last += 1
            region = owner[in_positions[first]]
            if last - first + 1 >= min_records:
                cv = variation(in_positions, first, last, min_size, min_coverage * (stops[region] - starts[region]))
                if 0 <= cv < max_cv:
                    in_found[0, count], in_found[1, count] = region, codes[in_positions[first]]
                    in_found[2, count], in_found[3, count] = first, last
                    in_variations[count] = cv
                    count += 1
            first = last + 1
    return positions[:size], *found[:, :count], variations[:count]


cdef bint same_group(const int32_t[::1] codes, const int64_t[::1] owner, int64_t one, int64_t other) except -1 nogil:
    return codes[one] == codes[other] and owner[one] == owner[other]


cdef double variation(
    const int64_t[::1] positions, Py_ssize_t first, Py_ssize_t last, double min_size, double least
) except? -2 nogil:
    """The coefficient of variation of the gaps between positions [V20 Def. 3.4]; -1 where records would be too small, or
    cover less than `least` positions. One occurrence has no gap; the deviation of a single gap is zero."""
    cdef double gaps = last - first, span = positions[last] - positions[first], mean = span / gaps, squares = 0, gap
    cdef Py_ssize_t at
    if not (mean > min_size and span + mean >= least):
        return -1
    for at in range(first, last):
        gap = positions[at + 1] - positions[at]
        squares += gap * gap
    return sqrt(max(0.0, squares - gaps * (mean * mean)) / max(1.0, gaps - 1)) / mean


def mostly(const uint8_t[::1] empty, const int64_t[::1] positions, const int64_t[::1] first, const int64_t[::1] last):
    """Return for each symbol whether all of its positions are marked."""
    cdef Py_ssize_t each, at
    found = np.empty(first.shape[0], bool)
    cdef uint8_t[::1] in_found = found.view(np.uint8)
    with nogil:
        for each in range(first.shape[0]):
            in_found[each] = True
            for at in range(first[each], last[each] + 1):
                if not empty[positions[at]]:
                    in_found[each] = False
                    break
    return found


def signal_of(const int32_t[::1] codes, bint window):
    """Return a stretch as a signal: mean removed [V20 Alg. 3, line 2], on request under a Hann window."""
    cdef Py_ssize_t at, size = codes.shape[0]
    cdef double mean = 0
    found = np.empty(size)
    cdef double[::1] in_found = found
    with nogil:
        for at in range(size):
            mean += codes[at]
        if size:
            mean /= size
        for at in range(size):
            in_found[at] = codes[at] - mean
            if window:
                in_found[at] *= 0.5 - 0.5 * cos(at * (2 * pi / size))
    return found


def powers(const double[::1] signal, const int64_t[::1] indices):
    """Return single coefficients of the power spectrum.

    The sum over n = row * width + column is done column by column first, so that only 2 sqrt(n) sines and cosines per
    coefficient are needed instead of n.
    """
    cdef Py_ssize_t size = signal.shape[0], which, row, column, width = <Py_ssize_t>sqrt(<double>size) + 1
    cdef double angle, real, imaginary, whole, whole_imaginary
    cdef double[::1] cosine = np.empty(width), sine = np.empty(width)
    found = np.empty(indices.shape[0])
    cdef double[::1] in_found = found
    with nogil:
        for which in range(indices.shape[0]):
            angle = indices[which] * (2 * pi / size)
            for column in range(width):
                cosine[column], sine[column] = cos(angle * column), -sin(angle * column)
            whole = whole_imaginary = 0
            for row in range((size + width - 1) // width):
                real = imaginary = 0
                for column in range(min(width, size - row * width)):
                    real += signal[row * width + column] * cosine[column]
                    imaginary += signal[row * width + column] * sine[column]
                # (real + i imaginary) e^(-i angle width row)
                whole += real * cos(angle * width * row) + imaginary * sin(angle * width * row)
                whole_imaginary += imaginary * cos(angle * width * row) - real * sin(angle * width * row)
            in_found[which] = whole * whole + whole_imaginary * whole_imaginary
    return found
