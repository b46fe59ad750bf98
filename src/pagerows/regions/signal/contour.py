"""Tag path sequence -> structured regions: stretches where the contour is flat [V20 Def. 3.9-3.11, Alg. 2]."""

from __future__ import annotations

from math import atan, degrees

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.signal.params import SignalParams

__all__ = ["angle", "by_symbol", "contour", "region_bounds", "stretches"]

Ints = NDArray[np.intp]
#: Starts and stops of disjoint stretches, ascending.
Bounds = tuple[Ints, Ints]


def contour(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the largest value seen so far [V20 Def. 3.9].

    >>> contour(np.array([0, 1, 2, 1, 3, 2])).tolist()
    [0, 1, 2, 2, 3, 3]
    """
    found: NDArray[np.int32] = np.maximum.accumulate(codes)
    return found


def by_symbol(codes: NDArray[np.int32]) -> Ints:
    """Return all positions, those of the smallest symbol first, each symbol's in ascending order.

    >>> by_symbol(np.array([0, 1, 2, 1, 2], np.int32)).tolist()
    [0, 1, 3, 2, 4]
    """
    # Small numbers are sorted by counting them, in linear time and several times quicker.
    small = len(codes) and int(codes.max()) < 2**16
    return np.argsort(codes.astype(np.uint16) if small else codes, kind="stable")


def region_bounds(codes: NDArray[np.int32], params: SignalParams, order: Ints | None = None) -> Bounds:
    """Return the starts and stops of the structured regions [V20 Alg. 2, idRegions].

    `order` is what `by_symbol` gives, where it is at hand.
    """
    none = np.empty(0, np.intp)
    if len(codes) < 2:
        return none, none
    order = by_symbol(codes) if order is None else order
    before, after = _occurrences(codes, order)
    starts, stops = _segments(codes)
    if params.backward != "off":
        starts, stops = _backward(codes, after, starts, stops, params.backward)
    starts, stops = _long(starts, stops, 2)
    starts, stops = _merged(codes, order, before, starts, stops)
    if params.grow:
        starts, stops = _grown(codes, starts, stops)
    starts, stops = _largest(starts, stops, params.min_share * (len(codes) - 1), params.fallback_regions)
    bounds = zip(starts.tolist(), stops.tolist(), strict=True)
    flat = np.array([angle(codes[start:stop]) <= params.max_angle for start, stop in bounds], bool)
    return starts[flat], stops[flat]


def _long(starts: Ints, stops: Ints, least: float) -> Bounds:
    kept = stops - starts >= least
    return starts[kept], stops[kept]


def _largest(starts: Ints, stops: Ints, least: float, fallback: int) -> Bounds:
    """Return the regions of at least that size; on a page of nothing but small ones, the largest of them."""
    kept = _long(starts, stops, max(2, least))
    if len(kept[0]) or not fallback:
        return kept
    longest = np.sort(np.argsort(starts - stops, kind="stable")[:fallback])
    return _long(starts[longest], stops[longest], 2)


def _segments(codes: NDArray[np.int32]) -> Bounds:
    """Cut wherever the contour rises; the run that reaches the end is kept [V20 Alg. 2, segment].

    The text's half-open intervals lose a run's last symbol; here a run goes up to the next rise.
    """
    # A rise is a path never seen before; records only reuse paths, so they live between rises.
    highest = contour(codes)
    cut = np.ones(len(codes), bool)
    np.not_equal(highest[1:], highest[:-1], out=cut[1:])  # [V20 Eq. 5]
    return stretches(cut)


def stretches(cut: NDArray[np.bool_]) -> Bounds:
    """Return the stretches of a sequence from each cut up to the next one.

    >>> [bounds.tolist() for bounds in stretches(np.array([True, False, True]))]
    [[0, 2], [2, 3]]
    """
    starts = cut.nonzero()[0]
    stops = np.full_like(starts, len(cut))
    stops[:-1] = starts[1:]
    return starts, stops


def _backward(codes: NDArray[np.int32], after: Ints, starts: Ints, stops: Ints, how: str) -> Bounds:
    """Cut each segment again, reading from right to left; not in [V20]."""
    cut = np.zeros(len(codes), bool)
    cut[starts] = True
    if how == "low":
        # Segments to the left get smaller values, so that one running minimum serves all of them.
        segment = np.repeat(np.arange(len(starts)), stops - starts)
        low = np.minimum.accumulate((codes + segment * (int(codes.max()) + 1))[::-1])[::-1]
        cut[1:] |= low[1:] != low[:-1]
    else:
        cut[1:] |= (after >= stops.repeat(stops - starts))[:-1]
    return stretches(cut)


def _occurrences(codes: NDArray[np.int32], order: Ints) -> Bounds:
    """Return where each position's symbol occurs last before it (or -1) and next (or one past the end)."""
    size = len(codes)
    ordered = codes[order]
    same = (ordered[1:] == ordered[:-1]).nonzero()[0]
    one, other = order[same], order[same + 1]
    before, after = np.full(size, -1, np.intp), np.full(size, size, np.intp)
    before[other] = one
    after[one] = other
    return before, after


def _merged(codes: NDArray[np.int32], order: Ints, before: Ints, starts: Ints, stops: Ints) -> Bounds:
    """Merge each segment with the region before it where they have a symbol in common [V20 Alg. 2, mergeRegions].

    What lies between two segments belongs to neither. So a segment and the gap in front of it are one block, and what
    counts for all of a symbol's places in it is where the symbol occurs last before the block: one look for each
    symbol of a block, however long the gaps are.
    """
    if len(starts) < 2:
        return starts, stops
    edges = np.concatenate(([0], stops[:-1]))
    block = np.zeros(len(codes), np.intp)
    block[edges[1:]] = 1
    ordered = np.cumsum(block)[order]
    first = np.ones(len(codes), bool)
    first[1:] = (codes[order[1:]] != codes[order[:-1]]) | (ordered[1:] != ordered[:-1])
    earlier = np.empty(len(codes), np.intp)
    earlier[order] = before[order[first]][np.cumsum(first) - 1]
    lengths = stops - starts
    inside = np.zeros(len(codes), bool)
    inside[np.arange(int(lengths.sum())) + (starts - (lengths.cumsum() - lengths)).repeat(lengths)] = True
    earlier[~inside] = -1
    latest = np.maximum.reduceat(earlier, edges)
    kept_starts, kept_stops = [int(starts[0])], [int(stops[0])]
    for start, stop, seen in zip(starts[1:].tolist(), stops[1:].tolist(), latest[1:].tolist(), strict=True):
        if seen >= kept_starts[-1]:
            kept_stops[-1] = stop
        else:
            kept_starts.append(start)
            kept_stops.append(stop)
    return np.array(kept_starts, np.intp), np.array(kept_stops, np.intp)


def _grown(codes: NDArray[np.int32], starts: Ints, stops: Ints) -> Bounds:
    """Let regions grow at both ends while the next symbol belongs to their alphabet; not in [V20 Alg. 2].

    A region begins with the last new path of its first record, so without this the first record is lost; that of
    [V20 Fig. 5a] begins with the first path of its first record, 255, which the printed algorithm cuts off.
    """
    symbols = codes.tolist()
    grown: list[tuple[int, int]] = []
    nexts = [*starts[1:].tolist(), len(symbols)][: len(starts)]  # no regions, no nexts
    for start, stop, following in zip(starts.tolist(), stops.tolist(), nexts, strict=True):
        alphabet = set(symbols[start:stop])
        floor = grown[-1][1] if grown else 0
        while start > floor and symbols[start - 1] in alphabet:
            start -= 1
        while stop < following and symbols[stop] in alphabet:
            stop += 1
        grown.append((start, stop))
    bounds = np.array(grown, np.intp).reshape(-1, 2)
    return bounds[:, 0], bounds[:, 1]


def angle(stretch: NDArray[np.int32]) -> float:
    """Return the absolute angle of a stretch's regression line, in degrees [V20 Alg. 2, filterRegions].

    >>> round(angle(np.arange(5)), 6)
    45.0
    """
    size = len(stretch)
    rise = float((np.arange(size) - (size - 1) / 2).dot(stretch))
    return degrees(atan(abs(rise) / (size * (size * size - 1) / 12))) if size > 1 else 0.0
