# cython: language_level=3, boundscheck=True, wraparound=False, cdivision=True
"""Tag path sequence -> stretches where the contour is flat [V20 Def. 3.9-3.11, Alg. 2]; every step is linear."""

import numpy as np

from libc.math cimport atan, fabs, pi
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport qsort

from pagerows.measures._sequence cimport slope_of

#: How segments are cut again from right to left: `SignalParams.backward`.
cdef enum: OFF, LOW, LAST
cdef dict BACKWARD = {"off": OFF, "low": LOW, "last": LAST}


cdef class Contour:
    """How regions are found: the parameters of `SignalParams` that say so."""

    def __init__(self, str backward, bint grow, double min_share, Py_ssize_t fallback, double max_angle):
        self.how, self.grow, self.min_share = BACKWARD[backward], grow, min_share
        self.fallback, self.max_angle = fallback, max_angle


def order_by_symbol(const int32_t[::1] codes):
    """Return all positions, those of the smallest symbol first, each symbol's in ascending order: by counting."""
    found = np.empty(codes.shape[0], np.int64)
    cdef int64_t[::1] in_found = found
    if codes.shape[0]:
        order(codes, np.empty(highest(codes) + 2, np.int64), in_found)
    return found


cdef int order(const int32_t[::1] codes, int64_t[::1] place, int64_t[::1] found) except -1:
    """Write that; `place` is room for two numbers more than the largest symbol."""
    cdef Py_ssize_t at, symbols = highest(codes) + 1
    with nogil:
        place[: symbols + 1] = 0
        for at in range(codes.shape[0]):
            place[codes[at] + 1] += 1
        for at in range(symbols):
            place[at + 1] += place[at]
        for at in range(codes.shape[0]):
            found[place[codes[at]]] = at
            place[codes[at]] += 1
    return 0


cdef int32_t highest(const int32_t[::1] codes) except -1 nogil:
    cdef Py_ssize_t at
    cdef int32_t found = 0
    for at in range(codes.shape[0]):
        found = max(found, codes[at])
    return found


def flat_regions(const int32_t[::1] codes, Contour how):
    """Return starts and stops of segments of two symbols and more, merged where they share symbols, and grown on request;
    of those the ones of at least a share of the sequence (where there are none, so many of the largest) that are flat."""
    cdef Py_ssize_t size = codes.shape[0]
    starts, stops = np.empty((2, size // 2 + 1), np.int64)
    count = find_regions(codes, how, np.empty(size + 2, np.int64), np.empty(size + 1, np.uint8), starts, stops)
    return starts[:count], stops[:count]


cdef Py_ssize_t find_regions(
    const int32_t[::1] codes, Contour how, int64_t[::1] seen, uint8_t[::1] cut, int64_t[::1] starts, int64_t[::1] stops
) except -1:
    """Write the starts and stops of regions, return how many there are; `seen` and `cut` are room for two numbers and one more
    than the sequence has."""
    cdef Py_ssize_t count, large
    if codes.shape[0] < 2:
        return 0
    with nogil:
        rises(codes, cut)
        if how.how != OFF:
            seen[:] = -1
            cut_backward(codes, how.how, seen, cut)
        count = segments(cut, codes.shape[0], starts, stops)
        seen[:] = -1
        count = merged(codes, seen, starts, stops, count)
        if how.grow:
            seen[:] = -1
            grown(codes, seen, starts, stops, count)
        large = keep_large(starts, stops, count, how.min_share * (codes.shape[0] - 1))
        if not large and count:
            large = keep_largest(starts, stops, count, how.fallback, seen)
        return keep_flat(codes, starts, stops, large, how.max_angle)


cdef int largest_first(const void *one, const void *other) noexcept nogil:
    cdef int64_t a = (<const int64_t *>one)[0], b = (<const int64_t *>other)[0]
    return -1 if a > b else a < b


cdef Py_ssize_t keep_largest(
    int64_t[::1] starts, int64_t[::1] stops, Py_ssize_t count, Py_ssize_t most, int64_t[::1] sizes
) except -1 nogil:
    """Move so many of the longest stretches to the front, the first of equally long ones, in their order. `sizes` is room."""
    cdef Py_ssize_t each, longer = 0, kept = 0
    cdef int64_t least
    if most >= count or not most:
        return min(most, count)
    for each in range(count):
        sizes[each] = stops[each] - starts[each]
    qsort(&sizes[0], count, sizeof(int64_t), largest_first)
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


cdef Py_ssize_t keep_large(int64_t[::1] starts, int64_t[::1] stops, Py_ssize_t count, double least) except -1 nogil:
    """Move the stretches of at least that size to the front, if there are any."""
    cdef Py_ssize_t each, kept = 0
    for each in range(count):
        if stops[each] - starts[each] >= least:
            starts[kept], stops[kept] = starts[each], stops[each]
            kept += 1
    return kept


cdef Py_ssize_t keep_flat(
    const int32_t[::1] codes, int64_t[::1] starts, int64_t[::1] stops, Py_ssize_t count, double max_angle
) except -1 nogil:
    """Move those to the front whose regression line has at most that angle, in degrees [V20 Alg. 2, filterRegions]."""
    cdef Py_ssize_t each, kept = 0
    for each in range(count):
        if atan(fabs(slope_of(codes, starts[each], stops[each]))) * (180 / pi) <= max_angle:
            starts[kept], stops[kept] = starts[each], stops[each]
            kept += 1
    return kept


cdef int rises(const int32_t[::1] codes, uint8_t[::1] cut) except -1 nogil:
    """Cut wherever the contour rises [V20 Eq. 5]; the run that reaches the end is kept [V20 Alg. 2, segment].

    A rise is a path never seen before; records only reuse paths, so they live between rises. The text's half-open intervals
    lose a run's last symbol; here a run goes up to the next rise.
    """
    cdef Py_ssize_t at
    cdef int32_t contour = -1  # [V20 Def. 3.9]
    for at in range(codes.shape[0]):
        cut[at] = codes[at] > contour
        contour = max(contour, codes[at])
    cut[codes.shape[0]] = True
    return 0


cdef int cut_backward(const int32_t[::1] codes, int how, int64_t[::1] seen, uint8_t[::1] cut) except -1 nogil:
    """Cut each segment again, reading from right to left: where a symbol is lower than all to its right (LOW), or behind a
    symbol that occurs for the last time (LAST); not in [V20]."""
    cdef Py_ssize_t at
    cdef int64_t segment = 0
    cdef int32_t low = 0
    cdef bint ends
    for at in range(codes.shape[0] - 1, -1, -1):
        ends = cut[at + 1] == 1  # the segment's last symbol: those that are cut here are marked otherwise
        if ends:
            segment += 1
        if how == LAST:
            if not ends and seen[codes[at]] != segment:
                cut[at + 1] = 2
        elif not ends and codes[at] < low:
            cut[at + 1] = 2
        low = codes[at] if ends else min(low, codes[at])
        seen[codes[at]] = segment
    return 0


cdef Py_ssize_t segments(const uint8_t[::1] cut, Py_ssize_t size, int64_t[::1] starts, int64_t[::1] stops) except -1 nogil:
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
    const int32_t[::1] codes, int64_t[::1] seen, int64_t[::1] starts, int64_t[::1] stops, Py_ssize_t count
) except -1 nogil:
    """Merge each segment with the region before it where they have a symbol in common [V20 Alg. 2, mergeRegions].

    What lies between two segments belongs to neither. `seen` is where a symbol occurs last before the segment and the gap
    in front of it.
    """
    cdef Py_ssize_t segment, kept = 0, at
    cdef int64_t latest, done = 0
    for segment in range(count):
        latest = -1
        for at in range(starts[segment], stops[segment]):
            latest = max(latest, seen[codes[at]])
        for at in range(done, stops[segment]):
            seen[codes[at]] = at
        done = stops[segment]
        if kept and latest >= starts[kept - 1]:
            stops[kept - 1] = stops[segment]
        else:
            starts[kept], stops[kept] = starts[segment], stops[segment]
            kept += 1
    return kept


cdef int grown(
    const int32_t[::1] codes, int64_t[::1] seen, int64_t[::1] starts, int64_t[::1] stops, Py_ssize_t count
) except -1 nogil:
    """Let regions grow at both ends while the next symbol belongs to their alphabet; not in [V20 Alg. 2].

    A region begins with the last new path of its first record, so without this the first record is lost; that of [V20
    Fig. 5a] begins with the first path of its first record, 255, which the printed algorithm cuts off.
    """
    cdef Py_ssize_t region, at
    cdef int64_t start, stop, floor, following
    for region in range(count):
        start, stop = starts[region], stops[region]
        for at in range(start, stop):
            seen[codes[at]] = region
        floor = stops[region - 1] if region else 0
        following = starts[region + 1] if region + 1 < count else codes.shape[0]
        while start > floor and seen[codes[start - 1]] == region:
            start -= 1
        while stop < following and seen[codes[stop]] == region:
            stop += 1
        starts[region], stops[region] = start, stop
    return 0
