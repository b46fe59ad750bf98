# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Well distributed symbols of regions [V20 Alg. 3, lines 5-10], and single coefficients of their spectra [V20 Eq. 2, 3]."""

import numpy as np

from libc.math cimport cos, pi, sin, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t


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
    cdef int64_t[::1] owner = np.empty(codes.shape[0], np.int64)
    positions = np.empty(codes.shape[0], np.int64)
    cdef int64_t[::1] in_positions = positions
    owner[:] = -1
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
    found = np.empty(codes.shape[0])
    cdef double[::1] in_found = found
    with nogil:
        write_signal(codes, 0, codes.shape[0], window, in_found)
    return found


cdef int write_signal(
    const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop, bint window, double[::1] signal
) except -1 nogil:
    """Write the codes from `start` to `stop` as a signal."""
    cdef Py_ssize_t at, size = stop - start
    cdef double mean = 0, turn = 2 * pi / max(<Py_ssize_t>1, size), cosine = 1, sine = 0, step = cos(turn), side = sin(turn)
    for at in range(size):
        mean += codes[start + at]
    mean /= max(<Py_ssize_t>1, size)
    for at in range(size):
        signal[at] = codes[start + at] - mean
        if window:
            signal[at] *= 0.5 - 0.5 * cosine
            # The angle of the next one: its cosine and sine from those of this one.
            cosine, sine = cosine * step - sine * side, sine * step + cosine * side
    return 0


def powers(const double[::1] signal, const int64_t[::1] indices):
    """Return single coefficients of the power spectrum."""
    cdef Py_ssize_t which
    cdef double[:, ::1] waves = np.empty((2, width_of(signal.shape[0])))
    found = np.empty(indices.shape[0])
    cdef double[::1] in_found = found
    with nogil:
        for which in range(indices.shape[0]):
            in_found[which] = power(signal, signal.shape[0], indices[which], waves)
    return found


def lazy_peak(const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t low, Py_ssize_t high):
    """Return the largest of the coefficients `low` up to `high` of a stretch under a window, as a multiple of their mean over
    the whole spectrum [V20 Eq. 7]; 0 where there is none."""
    cdef Py_ssize_t index, at, size = stop - start
    cdef double mean = 0, peak = 0
    cdef double[::1] signal = np.empty(max(1, size))
    cdef double[:, ::1] waves = np.empty((2, width_of(size)))
    with nogil:
        write_signal(codes, start, stop, True, signal)
        for at in range(size):
            mean += signal[at] * signal[at]
        if mean > 0:
            for index in range(low, high):
                peak = max(peak, power(signal, size, index % size, waves) / mean)
    return peak


cdef Py_ssize_t width_of(Py_ssize_t size) noexcept nogil:
    """How many columns a signal is laid out in: about the square root of its length."""
    return <Py_ssize_t>sqrt(<double>size) + 1


cdef double power(const double[::1] signal, Py_ssize_t size, int64_t index, double[:, ::1] waves) except? -1 nogil:
    """One coefficient of the power spectrum.

    The sum over n = row * width + column is done column by column first, so that only 2 sqrt(n) sines and cosines are needed
    instead of n; each is had from the one before by a turn.
    """
    cdef Py_ssize_t row, column, width = width_of(size)
    cdef double angle = index * (2 * pi / size), step = cos(angle), side = sin(angle)
    cdef double cosine = 1, sine = 0, real, imaginary, whole = 0, whole_imaginary = 0
    for column in range(width):
        waves[0, column], waves[1, column] = cosine, -sine
        cosine, sine = cosine * step - sine * side, sine * step + cosine * side
    step, side = cosine, sine  # a whole row's turn
    cosine, sine = 1, 0
    for row in range((size + width - 1) // width):
        real = imaginary = 0
        for column in range(min(width, size - row * width)):
            real += signal[row * width + column] * waves[0, column]
            imaginary += signal[row * width + column] * waves[1, column]
        # (real + i imaginary) e^(-i angle width row)
        whole += real * cosine + imaginary * sine
        whole_imaginary += imaginary * cosine - real * sine
        cosine, sine = cosine * step - sine * side, sine * step + cosine * side
    return whole * whole + whole_imaginary * whole_imaginary


def elements_without_content(const int32_t[::1] end, const int8_t[::1] kind):
    """Return which rows are elements with nothing inside."""
    cdef Py_ssize_t row
    found = np.empty(end.shape[0], np.uint8)
    cdef uint8_t[::1] in_found = found
    with nogil:
        for row in range(end.shape[0]):
            in_found[row] = kind[row] == 0 and end[row] == row + 1
    return found.view(bool)


def visible_text(
    const int32_t[::1] lengths, const uint8_t[::1] hidden, const int64_t[::1] starts, const int64_t[::1] stops
):
    """Return the characters of the visible texts in some stretches, and the sum of the squares of the texts' lengths."""
    cdef Py_ssize_t record, row
    cdef int64_t text = 0, squares = 0
    with nogil:
        for record in range(starts.shape[0]):
            for row in range(starts[record], stops[record]):
                if not hidden[row]:
                    text += lengths[row]
                    squares += <int64_t>lengths[row] * lengths[row]
    return text, squares
