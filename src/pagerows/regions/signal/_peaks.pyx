# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Well distributed symbols of regions [V20 Alg. 3, lines 5-10], and single coefficients of their spectra [V20 Eq. 2, 3]."""

from libc.math cimport cos, pi, rint, sin, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from pagerows.later import np
from pagerows.regions.signal._contour cimport Sequence, sequence_of


cdef class Choice:
    """How the symbol that marks a region's records is chosen: the parameters of `SignalParams` that say so."""

    def __init__(self, params):
        self.min_records, self.min_size = max(2, params.min_records), params.min_size
        self.max_cv, self.most_cv = params.max_cv, max(params.max_cv, params.loose_cv)
        self.min_coverage, self.most_tried, self.width = params.min_coverage, params.most_tried, params.peak_width
        self.least = params.min_deviations if params.spectrum == "full" else params.min_ratio
        self.weak = params.weak_peak * self.least


def well_distributed(codes, starts, stops, order, Choice how):
    """Find the symbols of all regions that occur often and evenly enough.

    `order` has all positions by symbol: regions are stretches, so in it the positions of a symbol in one region stand
    together. Returns the positions inside of regions, and per symbol and region: region, symbol, first and last of its
    positions among those, coefficient of variation of its gaps.
    """
    cdef Sequence own = sequence_of(codes)
    cdef int32_t[:, ::1] bounds = checked_bounds(starts, stops, own.size)
    cdef int32_t[::1] by_symbol = np.array(order, np.int32), owner = np.empty(own.size + 1, np.int32)
    cdef int32_t[::1] positions = np.empty(own.size + 1, np.int32)
    cdef Py_ssize_t each, count, inside = 0
    cdef Group *groups = <Group *>malloc((own.size // 2 + 1) * sizeof(Group))
    if groups is NULL:
        raise MemoryError
    try:
        check_positions(by_symbol, own.size, 0, own.size)
        count = distribute(
            &own, &bounds[0, 0], &bounds[1, 0], len(starts), &by_symbol[0], how, &owner[0], &positions[0], groups, &inside
        ) if own.size else 0
        table = [[groups[each].region, groups[each].symbol, groups[each].first, groups[each].last] for each in range(count)]
        variations = [groups[each].cv for each in range(count)]
    finally:
        free(groups)
    return np.array(positions[:inside], np.int64), *np.array(table, np.int64).reshape(-1, 4).T, np.array(variations, float)


cdef object checked_bounds(starts, stops, Py_ssize_t size):
    """Starts and stops of regions, which are known to be stretches of a sequence of that size."""
    bounds = np.zeros((2, len(starts) + 1), np.int32)
    bounds[0, :-1], bounds[1, :-1] = starts, stops
    if (bounds[0] < 0).any() or (bounds[0] > bounds[1]).any() or (bounds[1] > size).any():
        raise IndexError("no such stretch")
    return bounds


cdef Py_ssize_t distribute(
    const Sequence *own, const int32_t *starts, const int32_t *stops, Py_ssize_t regions, const int32_t *order, Choice how,
    int32_t *owner, int32_t *positions, Group *found, Py_ssize_t *inside,
) noexcept nogil:
    """Write that, return how many symbols there are, and set how many positions are inside of regions; `owner` is room."""
    cdef Py_ssize_t each, at, size = 0, count = 0
    cdef int32_t region, symbol = -1, last_region = -1, first = 0
    memset(owner, 0xFF, own.size * sizeof(int32_t))  # -1: of no region
    for each in range(regions):
        for at in range(starts[each], stops[each]):
            owner[at] = each
    for at in range(own.size):
        region = owner[order[at]]
        if region < 0:
            continue
        if region != last_region or own.codes[order[at]] != symbol:
            count += is_well_distributed(positions, first, size, last_region, symbol, starts, stops, how, &found[count])
            last_region, symbol, first = region, own.codes[order[at]], size
        positions[size] = order[at]
        size += 1
    count += is_well_distributed(positions, first, size, last_region, symbol, starts, stops, how, &found[count])
    inside[0] = size
    return count


cdef bint is_well_distributed(
    const int32_t *positions, int32_t first, Py_ssize_t end, int32_t region, int32_t symbol, const int32_t *starts,
    const int32_t *stops, Choice how, Group *found
) noexcept nogil:
    """Whether a symbol that has the positions from `first` up to `end` in a region is well distributed there; if so, write it."""
    cdef double cv
    if end - first < how.min_records:
        return False
    cv = variation(positions, first, end - 1, how.min_size, how.min_coverage * (stops[region] - starts[region]))
    if not 0 <= cv < how.most_cv:
        return False
    found.region, found.symbol, found.first, found.last, found.cv = region, symbol, first, end - 1, cv
    return True


cdef double variation(
    const int32_t *positions, Py_ssize_t first, Py_ssize_t last, double min_size, double least
) noexcept nogil:
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

    cdef int prepare(
        self, Sequence own, const int32_t *starts, const int32_t *stops, Py_ssize_t regions, const int32_t *positions, given
    ) except -1:
        """Take a sequence with its regions."""
        cdef Py_ssize_t region, longest = 1
        self.own, self.starts, self.stops, self.positions, self.given = own, starts, stops, positions, given
        for region in range(regions):
            longest = max(longest, <Py_ssize_t>(stops[region] - starts[region]))
        self.room = <double *>malloc((longest + 2 * width_of(longest)) * sizeof(double))
        if self.room is NULL:
            raise MemoryError
        return 0

    def __dealloc__(self):
        free(self.room)

    cdef double peak(self, const Group *group, int64_t low, int64_t high) except? -1 nogil:
        """The largest of the coefficients `low` up to `high` of a symbol, standardised; 0 where there is none."""
        cdef int64_t start = self.positions[group.first], end = self.positions[group.last]
        if self.given is not None:
            with gil:
                own = [self.positions[at] for at in range(group.first, group.last + 1)]
                return self.given(group.region, np.array(own, np.int64), low, high)
        # From the first position to one mean gap behind the last.
        end = min(<int64_t>self.stops[group.region], end + <int64_t>rint((end - start) / <double>(group.last - group.first)))
        return lazy_peak(self.own.codes, start, end, low, high, self.room)


def marking_symbols(codes, starts, stops, table, const uint8_t[::1] empty, given, Choice how):
    """Return for each region which of the well distributed symbols marks its records, by its place in the table, -1 for none;
    the coefficients looked up until then; all that were looked up for it; and the peak.

    A symbol does that has a peak of more than `least` at a frequency up to `width` from the number of its occurrences [V20
    Alg. 3, lines 11-12]; where none has, the first one of less than `max_cv` with more than `weak`. Regular symbols are
    tried first, those that are always `empty` (no row: nothing is known of that) last, so many of a region at most (0: all).
    `table` is what `well_distributed` gives; `given` is a function for peaks, or None: see `Spectra`.
    """
    cdef Sequence own = sequence_of(codes)
    cdef Py_ssize_t each, regions = len(starts), count = len(table[5])
    cdef int32_t[:, ::1] bounds = checked_bounds(starts, stops, own.size)
    cdef int32_t[::1] positions = np.append(table[0], 0).astype(np.int32)
    cdef Spectra spectra = Spectra.__new__(Spectra)
    cdef Tried *tried = <Tried *>malloc((regions + 1) * sizeof(Tried))
    cdef Group *groups = <Group *>malloc((count + 1) * sizeof(Group))
    if empty.shape[0] and empty.shape[0] < own.size:
        raise IndexError("rows differ in number")
    try:
        if tried is NULL or groups is NULL:
            raise MemoryError
        for each in range(count):
            groups[each].region, groups[each].symbol = table[1][each], table[2][each]
            groups[each].first, groups[each].last, groups[each].cv = table[3][each], table[4][each], table[5][each]
            if not (0 <= groups[each].region < regions and 0 <= groups[each].first < groups[each].last < len(table[0])):
                raise IndexError("no such symbol")
            check_positions(
                positions[groups[each].first :], groups[each].last + 1 - groups[each].first,
                bounds[0, groups[each].region], bounds[1, groups[each].region],
            )
        spectra.prepare(own, &bounds[0, 0], &bounds[1, 0], regions, &positions[0], given)
        choose(spectra, groups, count, &empty[0] if empty.shape[0] else NULL, how, tried, regions)
        found = [(tried[each].chosen, tried[each].until, tried[each].looked_up) for each in range(regions)]
        peaks = [tried[each].peak for each in range(regions)]
    finally:
        free(tried)
        free(groups)
    return *np.array(found, np.int64).reshape(-1, 3).T, np.array(peaks, float)


cdef int check_positions(const int32_t[::1] positions, Py_ssize_t count, int32_t low, int32_t high) except -1:
    """Raise where there are not so many positions, or one is not from `low` up to, not including, `high`."""
    cdef Py_ssize_t at
    for at in range(count):
        if not low <= positions[at] < high:
            raise IndexError("no such position")
    return 0


cdef int choose(
    Spectra spectra, Group *groups, Py_ssize_t count, const uint8_t *empty, Choice how, Tried *tried, Py_ssize_t regions
) except -1 nogil:
    """Find the symbol of each of so many regions."""
    cdef Py_ssize_t each, turn, region
    for region in range(regions):
        tried[region].sure = tried[region].chosen = -1
        tried[region].until = tried[region].looked_up = tried[region].count = 0
        tried[region].peak = 0
    for each in range(count):
        groups[each].turn = 2 * all_marked(empty, spectra.positions, &groups[each]) + (groups[each].cv >= how.max_cv)
    for turn in range(4):
        for each in range(count):
            if groups[each].turn == turn:
                try_symbol(spectra, &tried[groups[each].region], &groups[each], each, how)
    return 0


cdef int try_symbol(Spectra spectra, Tried *tried, const Group *group, Py_ssize_t number, Choice how) except -1 nogil:
    """Look for the peak of one symbol, if the region still needs one."""
    cdef int64_t count = group.last - group.first + 1, low = max(<int64_t>1, count - how.width)  # never the mean's own
    cdef int64_t high = min(
        <int64_t>(spectra.stops[group.region] - spectra.starts[group.region]), count + how.width + 1
    )
    cdef double peak
    if tried.sure >= 0 or (group.turn >= 2 and tried.chosen >= 0) or 0 < how.most_tried <= tried.count:
        return 0
    peak = spectra.peak(group, low, high)
    tried.count += 1
    tried.looked_up += max(<int64_t>0, high - low)
    if peak > how.least:
        tried.sure = number
    if peak > how.least or (tried.chosen < 0 and group.cv < how.max_cv and peak > how.weak):
        tried.chosen, tried.peak, tried.until = number, peak, tried.looked_up
    return 0


cdef bint all_marked(const uint8_t *marks, const int32_t *positions, const Group *group) noexcept nogil:
    """Whether all positions of a symbol are marked; without marks none is."""
    cdef Py_ssize_t at
    if marks is NULL:
        return False
    for at in range(group.first, group.last + 1):
        if not marks[positions[at]]:
            return False
    return True


def signal_of(const int32_t[::1] codes, bint window):
    """Return a stretch as a signal: mean removed [V20 Alg. 3, line 2], on request under a Hann window."""
    cdef double[::1] found = np.empty(codes.shape[0])
    if codes.shape[0]:
        write_signal(&codes[0], codes.shape[0], window, &found[0])
    return np.asarray(found)


cdef void write_signal(const int32_t *codes, Py_ssize_t size, bint window, double *signal) noexcept nogil:
    """Write so many codes, one at least, as a signal."""
    cdef Py_ssize_t at
    cdef double mean = 0, turn = 2 * pi / size, cosine = 1, sine = 0, step = cos(turn), side = sin(turn)
    for at in range(size):
        mean += codes[at]
    mean /= size
    for at in range(size):
        signal[at] = codes[at] - mean
        if window:
            signal[at] *= 0.5 - 0.5 * cosine
            # The angle of the next one: its cosine and sine from those of this one.
            cosine, sine = cosine * step - sine * side, sine * step + cosine * side


def powers(const double[::1] signal, const int64_t[::1] indices):
    """Return single coefficients of the power spectrum."""
    cdef Py_ssize_t which, size = signal.shape[0]
    cdef double[::1] waves = np.empty(2 * width_of(size)), found = np.zeros(indices.shape[0])
    for which in range(indices.shape[0] if size else 0):
        found[which] = power(&signal[0], size, indices[which], &waves[0])
    return np.asarray(found)


cdef double lazy_peak(
    const int32_t *codes, Py_ssize_t start, Py_ssize_t stop, Py_ssize_t low, Py_ssize_t high, double *room
) noexcept nogil:
    """The largest of the coefficients `low` up to `high` of a stretch under a window, as a multiple of their mean over the
    whole spectrum [V20 Eq. 7]; 0 where there is none. There is room for the stretch and the waves of a row of it."""
    cdef Py_ssize_t index, at, size = stop - start
    cdef double mean = 0, peak = 0
    if size < 1:
        return 0
    write_signal(codes + start, size, True, room)
    for at in range(size):
        mean += room[at] * room[at]
    if mean > 0:
        for index in range(low, high):
            peak = max(peak, power(room, size, index % size, room + size) / mean)
    return peak


cdef Py_ssize_t width_of(Py_ssize_t size) noexcept nogil:
    """How many columns a signal is laid out in: about the square root of its length."""
    return <Py_ssize_t>sqrt(<double>size) + 1


cdef double power(const double *signal, Py_ssize_t size, int64_t index, double *waves) noexcept nogil:
    """One coefficient of the power spectrum.

    The sum over n = row * width + column is done column by column first, so that only 2 sqrt(n) sines and cosines are needed
    instead of n; each is had from the one before by a turn.
    """
    cdef Py_ssize_t row, column, width = width_of(size)
    cdef double angle = index * (2 * pi / size), step = cos(angle), side = sin(angle)
    cdef double cosine = 1, sine = 0, real, imaginary, whole = 0, whole_imaginary = 0
    cdef const double *own = signal
    for column in range(width):
        waves[2 * column], waves[2 * column + 1] = cosine, -sine
        cosine, sine = cosine * step - sine * side, sine * step + cosine * side
    step, side = cosine, sine  # a whole row's turn
    cosine, sine = 1, 0
    for row in range((size + width - 1) // width):
        real = imaginary = 0
        for column in range(min(width, size - row * width)):
            real += own[column] * waves[2 * column]
            imaginary += own[column] * waves[2 * column + 1]
        own += width
        # (real + i imaginary) e^(-i angle width row)
        whole += real * cosine + imaginary * sine
        whole_imaginary += imaginary * cosine - real * sine
        cosine, sine = cosine * step - sine * side, sine * step + cosine * side
    return whole * whole + whole_imaginary * whole_imaginary
