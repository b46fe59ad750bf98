# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Well distributed symbols of regions [V20 Alg. 3, lines 5-10], and single coefficients of their spectra [V20 Eq. 2, 3]."""

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport cos, pi, rint, sin, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t


cdef class Choice:
    """How the symbol that marks a region's records is chosen: the parameters of `SignalParams` that say so."""

    def __init__(self, params):
        self.min_records, self.min_size = max(2, params.min_records), params.min_size
        self.max_cv, self.most_cv = params.max_cv, max(params.max_cv, params.loose_cv)
        self.min_coverage, self.most_tried, self.width = params.min_coverage, params.most_tried, params.peak_width
        self.least = params.min_deviations if params.spectrum == "full" else params.min_ratio
        self.weak = params.weak_peak * self.least


def well_distributed(const int32_t[::1] codes, starts, stops, const int64_t[::1] order, Choice how):
    """Find the symbols of all regions that occur often and evenly enough.

    `order` has all positions by symbol: regions are stretches, so in it the positions of a symbol in one region stand
    together. Returns the positions inside of regions, and per symbol and region: region, symbol, first and last of its
    positions among those, coefficient of variation of its gaps.
    """
    cdef Py_ssize_t size = codes.shape[0], count
    owner, positions, found, variations = np.empty(size, np.int64), np.empty(size, np.int64), np.empty((4, size), np.int64), np.empty(size)
    count = distribute(codes, starts, stops, len(starts), order, how, owner, positions, found, variations, &size)
    return positions[:size], *found[:, :count], variations[:count]


cdef Py_ssize_t distribute(
    const int32_t[::1] codes, const int64_t[::1] starts, const int64_t[::1] stops, Py_ssize_t regions, const int64_t[::1] order,
    Choice how, int64_t[::1] owner, int64_t[::1] positions, int64_t[:, ::1] found, double[::1] variations, Py_ssize_t *inside,
) except -1:
    """Write that, return how many symbols there are, and set how many positions are inside of regions; `owner` is room."""
    cdef Py_ssize_t region, at, size = 0, count = 0, first = 0, last
    cdef double cv
    with nogil:
        owner[:] = -1
        for region in range(regions):
            for at in range(starts[region], stops[region]):
                owner[at] = region
        for at in range(codes.shape[0]):
            if owner[order[at]] >= 0:
                positions[size] = order[at]
                size += 1
        while first < size:
            last = first
            while last + 1 < size and same_group(codes, owner, positions[last + 1], positions[first]):
                last += 1
            region = owner[positions[first]]
            if last - first + 1 >= how.min_records:
                cv = variation(positions, first, last, how.min_size, how.min_coverage * (stops[region] - starts[region]))
                if 0 <= cv < how.most_cv:
                    found[0, count], found[1, count] = region, codes[positions[first]]
                    found[2, count], found[3, count] = first, last
                    variations[count] = cv
                    count += 1
            first = last + 1
    inside[0] = size
    return count


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


cdef class Spectra:
    """The peaks of symbols in the spectra of their own stretches under a window, coefficient by coefficient; or those that
    a function gives for region, positions and frequencies: see `SignalParams.spectrum`."""

    def __cinit__(self, codes, starts, stops, Py_ssize_t regions, positions, given):
        cdef Py_ssize_t region, longest = 1
        self.codes, self.starts, self.stops, self.positions, self.given = codes, starts, stops, positions, given
        for region in range(regions):
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
    const int32_t[::1] codes, const int64_t[::1] starts, const int64_t[::1] stops, table, const uint8_t[::1] empty, given, Choice how
):
    """Return for each region which of the well distributed symbols marks its records, by its place in the table, -1 for none;
    the coefficients looked up until then; all that were looked up for it; and the peak.

    A symbol does that has a peak of more than `least` at a frequency up to `width` from the number of its occurrences [V20
    Alg. 3, lines 11-12]; where none has, the first one of less than `max_cv` with more than `weak`. Regular symbols are
    tried first, those that are always `empty` (no row: nothing is known of that) last, so many of a region at most (0: all).
    `table` is what `well_distributed` gives; `given` is a function for peaks, or None: see `Spectra`.
    """
    cdef Py_ssize_t region, count = starts.shape[0], symbols = len(table[5])
    cdef Spectra spectra = Spectra(codes, starts, stops, count, table[0], given)
    cdef Tried *tried = <Tried *>PyMem_Malloc((count + 1) * sizeof(Tried))
    found, peaks = np.empty((3, count), np.int64), np.empty(count)
    cdef int64_t[:, ::1] in_found = found
    cdef double[::1] in_peaks = peaks
    if tried is NULL:
        raise MemoryError
    try:
        choose(spectra, np.array(table[1:5], np.int64).reshape(4, symbols), table[5], symbols, empty, how, tried, count)
        for region in range(count):
            in_found[0, region], in_found[1, region] = tried[region].chosen, tried[region].until
            in_found[2, region], in_peaks[region] = tried[region].looked_up, tried[region].peak
    finally:
        PyMem_Free(tried)
    return found[0], found[1], found[2], peaks


cdef int choose(
    Spectra spectra, const int64_t[:, ::1] table, const double[::1] cv, Py_ssize_t symbols, const uint8_t[::1] empty, Choice how,
    Tried *tried, Py_ssize_t regions,
) except -1:
    """Find the symbol of each of so many regions; `table` has region, symbol, first and last of each."""
    cdef Py_ssize_t each, turn, region
    cdef uint8_t[::1] turns = bytearray(symbols)
    with nogil:
        for region in range(regions):
            tried[region].sure = tried[region].chosen = -1
            tried[region].until = tried[region].looked_up = tried[region].count = 0
            tried[region].peak = 0
        for each in range(symbols):
            turns[each] = 2 * all_marked(empty, spectra.positions, table[2, each], table[3, each]) + (cv[each] >= how.max_cv)
        for turn in range(4):
            for each in range(symbols):
                if turns[each] == turn:
                    try_symbol(spectra, &tried[table[0, each]], table[0, each], each, table[2, each], table[3, each], turn >= 2,
                               cv[each] < how.max_cv, how)
    return 0


cdef int try_symbol(
    Spectra spectra, Tried *tried, int64_t region, int64_t symbol, int64_t first, int64_t last, bint is_empty, bint regular,
    Choice how,
) except -1 nogil:
    """Look for the peak of one symbol, if the region still needs one."""
    cdef int64_t count = last - first + 1, low = max(1, count - how.width)  # never the mean's own
    cdef int64_t high = min(spectra.stops[region] - spectra.starts[region], count + how.width + 1)
    cdef double peak
    if tried.sure >= 0 or (is_empty and tried.chosen >= 0) or 0 < how.most_tried <= tried.count:
        return 0
    peak = spectra.peak(region, first, last, low, high)
    tried.count += 1
    tried.looked_up += max(<int64_t>0, high - low)
    if peak > how.least:
        tried.sure = symbol
    if peak > how.least or (tried.chosen < 0 and regular and peak > how.weak):
        tried.chosen, tried.peak, tried.until = symbol, peak, tried.looked_up
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
