# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Well distributed symbols of regions [V20 Alg. 3, lines 5-10], and single coefficients of their spectra [V20 Eq. 2, 3]."""

import numpy as np

from libc.math cimport cos, pi, rint, sin, sqrt
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


#: What is known of a region while its symbols are tried: the one that marks its records for sure, and the first one that
#: may (-1 for none), their peaks, the coefficients looked up until each, how many symbols were tried.
cdef struct Tried:
    int64_t sure, unsure, sure_looked_up, unsure_looked_up, looked_up, count
    double sure_peak, unsure_peak


TRIED = np.dtype(
    [(name, np.int64) for name in ("sure", "unsure", "sure_looked_up", "unsure_looked_up", "looked_up", "count")]
    + [(name, np.float64) for name in ("sure_peak", "unsure_peak")]
)


cdef class Spectra:
    """The peaks of symbols in the spectra of their own stretches under a window, coefficient by coefficient; or those that
    a function gives for region, positions and frequencies: see `SignalParams.spectrum`."""

    cdef const int32_t[::1] codes
    cdef const int64_t[::1] starts, stops, positions
    cdef object given
    cdef double[::1] signal
    cdef double[:, ::1] waves

    def __cinit__(self, codes, starts, stops, positions, given):
        cdef Py_ssize_t region, longest = 1
        self.codes, self.starts, self.stops, self.positions, self.given = codes, starts, stops, positions, given
        for region in range(self.starts.shape[0]):
            longest = max(longest, self.stops[region] - self.starts[region])
        self.signal, self.waves = np.empty(longest), np.empty((2, width_of(longest)))

    cdef double peak(self, int64_t region, int64_t first, int64_t last, int64_t low, int64_t high) except? -1 nogil:
        """The largest of the coefficients `low` up to `high` of a symbol, standardised; 0 where there is none."""
        cdef int64_t start = self.positions[first], end = self.positions[last]
        if self.given is not None:
            with gil:
                return self.given(region, np.asarray(self.positions[first : last + 1]), low, high)
        # From the first position to one mean gap behind the last.
        end = min(self.stops[region], end + <int64_t>rint((end - start) / <double>(last - first)))
        return lazy_peak(self.codes, start, end, low, high, self.signal, self.waves)


def marking_symbols(
    const int32_t[::1] codes, const int64_t[::1] starts, const int64_t[::1] stops, table, const uint8_t[::1] empty, given, *,
    double max_cv, double least, double weak, Py_ssize_t most_tried, Py_ssize_t width,
):
    """Return for each region which of the well distributed symbols marks its records, by its place in the table, -1 for none;
    the coefficients looked up until then; all that were looked up for it; and the peak.

    A symbol does that has a peak of more than `least` at a frequency up to `width` from the number of its occurrences [V20
    Alg. 3, lines 11-12]; where none has, the first one of less than `max_cv` with more than `weak`. Regular symbols are
    tried first, those that are always `empty` (no row: nothing is known of that) last, so many of a region at most (0: all).
    `table` is what `well_distributed` gives; `given` is a function for peaks, or None: see `Spectra`.
    """
    cdef const int64_t[::1] positions = table[0], region_of = table[1], first = table[3], last = table[4]
    cdef const double[::1] cv = table[5]
    cdef Py_ssize_t each, turn, region, count = starts.shape[0]
    cdef uint8_t[::1] turns = np.empty(cv.shape[0], np.uint8)
    cdef Spectra spectra = Spectra(codes, starts, stops, positions, given)
    cdef Tried[::1] tried = np.zeros(count, TRIED)
    with nogil:
        for region in range(count):
            tried[region].sure = tried[region].unsure = -1
        for each in range(cv.shape[0]):
            turns[each] = 2 * all_marked(empty, positions, first[each], last[each]) + (cv[each] >= max_cv)
        for turn in range(4):
            for each in range(cv.shape[0]):
                if turns[each] == turn:
                    try_symbol(spectra, &tried[region_of[each]], region_of[each], each, first[each], last[each], turn >= 2,
                               cv[each] < max_cv, least, weak, most_tried, width)
    found, peaks = np.empty((3, count), np.int64), np.empty(count)
    cdef int64_t[:, ::1] in_found = found
    cdef double[::1] in_peaks = peaks
    for region in range(count):
        in_found[2, region] = tried[region].looked_up
        if tried[region].sure >= 0:
            in_found[0, region], in_found[1, region] = tried[region].sure, tried[region].sure_looked_up
            in_peaks[region] = tried[region].sure_peak
        else:
            in_found[0, region], in_found[1, region] = tried[region].unsure, tried[region].unsure_looked_up
            in_peaks[region] = tried[region].unsure_peak
    return found[0], found[1], found[2], peaks


cdef int try_symbol(
    Spectra spectra, Tried *tried, int64_t region, int64_t symbol, int64_t first, int64_t last, bint is_empty, bint regular,
    double least, double weak, Py_ssize_t most_tried, Py_ssize_t width,
) except -1 nogil:
    """Look for the peak of one symbol, if the region still needs one."""
    cdef int64_t count = last - first + 1, low = max(1, count - width)  # never the mean's own
    cdef int64_t high = min(spectra.stops[region] - spectra.starts[region], count + width + 1)
    cdef double peak
    if tried.sure >= 0 or (is_empty and tried.unsure >= 0) or 0 < most_tried <= tried.count:
        return 0
    peak = spectra.peak(region, first, last, low, high)
    tried.count += 1
    tried.looked_up += max(<int64_t>0, high - low)
    if peak > least:
        tried.sure, tried.sure_peak, tried.sure_looked_up = symbol, peak, tried.looked_up
    elif tried.unsure < 0 and regular and peak > weak:
        tried.unsure, tried.unsure_peak, tried.unsure_looked_up = symbol, peak, tried.looked_up
    return 0


cdef bint all_marked(const uint8_t[::1] marks, const int64_t[::1] positions, int64_t first, int64_t last) except -1 nogil:
    """Whether all positions of a symbol are marked; without marks none is."""
    cdef int64_t at
    for at in range(first, last + 1):
        if not marks.shape[0] or not marks[positions[at]]:
            return False
    return True


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


cdef double lazy_peak(
    const int32_t[::1] codes, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t low, Py_ssize_t high, double[::1] signal,
    double[:, ::1] waves,
) except? -1 nogil:
    """The largest of the coefficients `low` up to `high` of a stretch under a window, as a multiple of their mean over the
    whole spectrum [V20 Eq. 7]; 0 where there is none. `signal` and `waves` are room."""
    cdef Py_ssize_t index, at, size = stop - start
    cdef double mean = 0, peak = 0
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
