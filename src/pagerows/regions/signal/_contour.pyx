# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Tag path sequence -> stretches where the contour is flat [V20 Def. 3.9-3.11, Alg. 2]; every step is linear."""

from libc.math cimport atan, fabs, pi
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport qsort
from libc.string cimport memset

from pagerows.later import np
from pagerows.measures._sequence cimport slope_of
from pagerows.page._buffers cimport int32s

#: How segments are cut again from right to left: `SignalParams.backward`.
cdef enum: OFF, LOW, LAST
cdef dict BACKWARD = {"off": OFF, "low": LOW, "last": LAST}


cdef class Contour:
    """How regions are found: the parameters of `SignalParams` that say so."""

    def __init__(self, str backward, bint grow, double min_share, Py_ssize_t fallback, double max_angle):
        self.how, self.grow, self.min_share = BACKWARD[backward], grow, min_share
        self.fallback, self.max_angle = fallback, max_angle


cdef Sequence sequence_of(object codes) except *:
    """The sequence, its symbols checked: steps count and mark by symbol without asking again. Who has it keeps it."""
    cdef Sequence found
    cdef uint32_t highest = 0
    cdef Py_ssize_t at
    found.codes, found.symbols = int32s(codes, &found.size), 0
    for at in range(found.size):
        highest = max(highest, <uint32_t>found.codes[at])
    if highest > 0x7FFFFFFE or found.size > 0x7FFFFFFE:
        raise IndexError("symbols are from 0 on, as many as fit into 31 bits")
    if found.size:
        found.symbols = <Py_ssize_t>highest + 1
    return found


def order_by_symbol(codes):
    """Return all positions, those of the smallest symbol first, each symbol's in ascending order: by counting."""
    cdef Sequence own = sequence_of(codes)
    cdef int32_t[::1] place = np.empty(own.symbols + 1, np.int32), found = np.empty(own.size, np.int32)
    if own.size:
        order(&own, &place[0], &found[0])
    return np.array(found, np.int64)


cdef void order(const Sequence *own, int32_t *place, int32_t *found) noexcept nogil:
    """Write that; `place` is room for one number more than there are symbols."""
    cdef Py_ssize_t at
    memset(place, 0, (own.symbols + 1) * sizeof(int32_t))
    for at in range(own.size):
        place[own.codes[at] + 1] += 1
    for at in range(own.symbols):
        place[at + 1] += place[at]
    for at in range(own.size):
        found[place[own.codes[at]]] = at
        place[own.codes[at]] += 1


def flat_regions(codes, Contour how):
    """Return starts and stops of segments of two symbols and more, merged where they share symbols, and grown on request;
    of those the ones of at least a share of the sequence (where there are none, so many of the largest) that are flat."""
    cdef Sequence own = sequence_of(codes)
    cdef Py_ssize_t most = own.size // 2 + 1, count
    cdef int32_t[::1] starts = np.empty(most, np.int32), stops = np.empty(most, np.int32)
    cdef int32_t[::1] room = np.empty(own.size + own.symbols + 1, np.int32)
    cdef uint8_t[::1] cut = np.empty(own.size + 1, np.uint8)
    count = find_regions(&own, how, &room[0], &cut[0], &starts[0], &stops[0])
    return np.array(starts[:count], np.int64), np.array(stops[:count], np.int64)


cdef Py_ssize_t find_regions(
    const Sequence *own, Contour how, int32_t *room, uint8_t *cut, int32_t *starts, int32_t *stops
) noexcept nogil:
    """Write the starts and stops of regions, return how many there are.

    There is room for a number of each symbol, or of each two positions and one more; for one flag more than there are
    positions; and for as many starts and stops as two positions each make, and one more.
    """
    cdef Py_ssize_t count, large
    if own.size < 2:
        return 0
    rises(own, cut)
    if how.how != OFF:
        forget(own, room)
        cut_backward(own, how.how, room, cut)
    count = segments(cut, own.size, starts, stops)
    forget(own, room)
    count = merged(own, room, starts, stops, count)
    if how.grow:
        forget(own, room)
        grown(own, room, starts, stops, count)
    large = keep_large(starts, stops, count, how.min_share * (own.size - 1))
    if not large and count:
        large = keep_largest(starts, stops, count, how.fallback, room)
    return keep_flat(own, starts, stops, large, how.max_angle)


cdef void forget(const Sequence *own, int32_t *seen) noexcept nogil:
    """No symbol was seen yet: -1."""
    memset(seen, 0xFF, own.symbols * sizeof(int32_t))


cdef int largest_first(const void *one, const void *other) noexcept nogil:
    cdef int32_t a = (<const int32_t *>one)[0], b = (<const int32_t *>other)[0]
    return -1 if a > b else a < b


cdef Py_ssize_t keep_largest(
    int32_t *starts, int32_t *stops, Py_ssize_t count, Py_ssize_t most, int32_t *sizes
) noexcept nogil:
    """Move so many of the longest stretches to the front, the first of equally long ones, in their order. `sizes` is room."""
    cdef Py_ssize_t each, longer = 0, kept = 0
    cdef int32_t least
    if most >= count or not most:
        return min(most, count)
    for each in range(count):
        sizes[each] = stops[each] - starts[each]
    qsort(sizes, count, sizeof(int32_t), largest_first)
    least = sizes[most - 1]
    while sizes[longer] > least:
        longer += 1
    for each in range(count):
        if stops[each] - starts[each] < least:
            continue
        if stops[each] - starts[each] == least:
            if longer == most:  # as many of these as still fit
                continue
            longer += 1
        starts[kept], stops[kept] = starts[each], stops[each]
        kept += 1
    return kept


cdef Py_ssize_t keep_large(int32_t *starts, int32_t *stops, Py_ssize_t count, double least) noexcept nogil:
    """Move the stretches of at least that size to the front, if there are any."""
    cdef Py_ssize_t each, kept = 0
    for each in range(count):
        if stops[each] - starts[each] >= least:
            starts[kept], stops[kept] = starts[each], stops[each]
            kept += 1
    return kept


cdef Py_ssize_t keep_flat(
    const Sequence *own, int32_t *starts, int32_t *stops, Py_ssize_t count, double max_angle
) noexcept nogil:
    """Move those to the front whose regression line has at most that angle, in degrees [V20 Alg. 2, filterRegions]."""
    cdef Py_ssize_t each, kept = 0
    for each in range(count):
        if atan(fabs(slope_of(own.codes, starts[each], stops[each]))) * (180 / pi) <= max_angle:
            starts[kept], stops[kept] = starts[each], stops[each]
            kept += 1
    return kept


cdef void rises(const Sequence *own, uint8_t *cut) noexcept nogil:
    """Cut wherever the contour rises [V20 Eq. 5]; the run that reaches the end is kept [V20 Alg. 2, segment].

    A rise is a path never seen before; records only reuse paths, so they live between rises. The text's half-open intervals
    lose a run's last symbol; here a run goes up to the next rise.
    """
    cdef Py_ssize_t at
    cdef int32_t contour = -1  # [V20 Def. 3.9]
    for at in range(own.size):
        cut[at] = own.codes[at] > contour
        contour = max(contour, own.codes[at])
    cut[own.size] = True


cdef void cut_backward(const Sequence *own, int how, int32_t *seen, uint8_t *cut) noexcept nogil:
    """Cut each segment again, reading from right to left: where a symbol is lower than all to its right (LOW), or behind a
    symbol that occurs for the last time (LAST); not in [V20]."""
    cdef Py_ssize_t at
    cdef int32_t segment = 0, low = 0, code
    cdef bint ends
    for at in range(own.size - 1, -1, -1):
        code = own.codes[at]
        ends = cut[at + 1] == 1  # the segment's last symbol: those that are cut here are marked otherwise
        if ends:
            segment += 1
        if how == LAST:
            if not ends and seen[code] != segment:
                cut[at + 1] = 2
            seen[code] = segment
        else:
            if not ends and code < low:
                cut[at + 1] = 2
            low = code if ends else min(low, code)


cdef Py_ssize_t segments(const uint8_t *cut, Py_ssize_t size, int32_t *starts, int32_t *stops) noexcept nogil:
    """List the stretches from each cut up to the next one, without single symbols."""
    cdef Py_ssize_t at, begun = 0, count = 0
    for at in range(1, size + 1):
        if cut[at]:
            if at - begun >= 2:
                starts[count], stops[count] = begun, at
                count += 1
            begun = at
    return count


cdef Py_ssize_t merged(
    const Sequence *own, int32_t *seen, int32_t *starts, int32_t *stops, Py_ssize_t count
) noexcept nogil:
    """Merge each segment with the region before it where they have a symbol in common [V20 Alg. 2, mergeRegions].

    What lies between two segments belongs to neither. `seen` is where a symbol occurs last before the segment and the gap
    in front of it.
    """
    cdef Py_ssize_t segment, kept = 0, at
    cdef int32_t latest, done = 0
    for segment in range(count):
        latest = -1
        for at in range(starts[segment], stops[segment]):
            latest = max(latest, seen[own.codes[at]])
        for at in range(done, stops[segment]):
            seen[own.codes[at]] = at
        done = stops[segment]
        if kept and latest >= starts[kept - 1]:
            stops[kept - 1] = stops[segment]
        else:
            starts[kept], stops[kept] = starts[segment], stops[segment]
            kept += 1
    return kept


cdef void grown(const Sequence *own, int32_t *seen, int32_t *starts, int32_t *stops, Py_ssize_t count) noexcept nogil:
    """Let regions grow at both ends while the next symbol belongs to their alphabet; not in [V20 Alg. 2].

    A region begins with the last new path of its first record, so without this the first record is lost; that of [V20
    Fig. 5a] begins with the first path of its first record, 255, which the printed algorithm cuts off.
    """
    cdef Py_ssize_t region, at
    cdef int32_t start, stop, floor, following
    for region in range(count):
        start, stop = starts[region], stops[region]
        for at in range(start, stop):
            seen[own.codes[at]] = region
        floor = stops[region - 1] if region else 0
        following = starts[region + 1] if region + 1 < count else own.size
        while start > floor and seen[own.codes[start - 1]] == region:
            start -= 1
        while stop < following and seen[own.codes[stop]] == region:
            stop += 1
        starts[region], stops[region] = start, stop
