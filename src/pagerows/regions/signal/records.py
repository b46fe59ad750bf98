"""Region -> where its records start: the first well distributed symbol that has a peak in the spectrum [V20 Alg. 3]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.signal._peaks import lazy_peak, mostly, well_distributed
from pagerows.regions.signal.contour import by_symbol
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.spectrum import FullSpectrum, LazySpectrum, Spectrum, prepared

__all__ = [
    "Candidates",
    "Found",
    "candidates",
    "gap_statistics",
    "plain_stretches",
    "record_starts",
    "spectrum_of",
]

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Symbols that are well distributed in a region, in ascending order, all regions in one table."""

    region: list[int]
    symbol: list[int]
    #: The symbol's positions are ``positions[first:last + 1]``.
    first: list[int]
    last: list[int]
    cv: list[float]
    positions: Ints


@dataclass(frozen=True, slots=True)
class Found:
    """The symbol that marks a region's records."""

    symbol: int
    #: Positions of the symbol: the records' starts.
    starts: Ints
    cv: float
    #: Standardised power of the peak.
    peak: float
    #: Coefficients looked up for this region.
    looked_up: int


def gap_statistics(positions: Ints) -> tuple[float, float]:
    """Return mean and coefficient of variation of the gaps between positions [V20 Def. 3.4].

    >>> mean, cv = gap_statistics(np.array([4, 6, 8, 11]))
    >>> round(mean, 4), round(100 * cv, 3)
    (2.3333, 24.744)
    """
    gaps = np.diff(positions)
    mean = float(gaps.mean())
    return mean, float(gaps.std(ddof=1)) / mean  # the text's 24.744 % is the sample deviation


def candidates(codes: NDArray[np.int32], starts: Ints, stops: Ints, params: SignalParams) -> Candidates:
    """Find the well distributed symbols of all regions at once [V20 Alg. 3, lines 5-10]."""
    positions, region, symbol, first, last, cv = well_distributed(
        codes,
        starts,
        stops,
        by_symbol(codes),
        max(2, params.min_records),
        params.min_size,
        max(params.max_cv, params.loose_cv),
        params.min_coverage,
    )
    return Candidates(region.tolist(), symbol.tolist(), first.tolist(), last.tolist(), cv.tolist(), positions)


def spectrum_of(codes: NDArray[np.int32], bounds: tuple[int, int], positions: Ints, params: SignalParams) -> Spectrum:
    """Return the spectrum in which a symbol's peak is looked for.

    The whole region's [V20 Alg. 3, lines 2-3], or that of the stretch from the symbol's first position to one mean
    gap behind its last: see `SignalParams.spectrum_over`.
    """
    start, stop = bounds
    if params.spectrum_over == "region":
        signal = prepared(codes[start:stop])
    else:
        first, last = _stretch(positions, stop)
        signal = prepared(codes[first:last], window=True)
    return FullSpectrum(signal) if params.spectrum == "full" else LazySpectrum(signal)


def _stretch(positions: Ints, stop: int) -> tuple[int, int]:
    """From a symbol's first position to one mean gap behind its last, or to `stop`."""
    first, last = int(positions[0]), int(positions[-1])
    return first, min(stop, last + round((last - first) / (len(positions) - 1)))


def record_starts(
    codes: NDArray[np.int32],
    starts: Ints,
    stops: Ints,
    params: SignalParams,
    empty: NDArray[np.bool_] | None = None,
) -> tuple[list[Found | None], int]:
    """Find the records of each region, None where it has none; and count the coefficients looked up for all.

    `empty` tells which positions are elements with nothing inside, where that is known.
    """
    table = candidates(codes, starts, stops, params)
    found: list[Found | None] = [None] * len(starts)
    weak: list[Found | None] = [None] * len(starts)
    looked_up, tried = [0] * len(starts), [0] * len(starts)
    bounds = list(zip(starts.tolist(), stops.tolist(), strict=True))
    peak_of = _Peaks(codes, bounds, params)
    least = params.min_deviations if params.spectrum == "full" else params.min_ratio
    for row, is_empty in _turns(table, params, empty):
        region, cv = table.region[row], table.cv[row]
        if found[region] or (is_empty and weak[region]) or 0 < params.most_tried <= tried[region]:
            continue
        tried[region] += 1
        positions = table.positions[table.first[row] : table.last[row] + 1]
        low, high = _interval(len(positions), bounds[region][1] - bounds[region][0], params.peak_width)
        peak = peak_of(region, positions, low, high)  # [V20 Alg. 3, line 12]
        looked_up[region] += max(0, high - low)
        marked = Found(table.symbol[row], positions, cv, peak, looked_up[region])
        if peak > least:
            found[region] = marked
        elif weak[region] is None and cv < params.max_cv and peak > params.weak_peak * least:
            weak[region] = marked
    return [sure or unsure for sure, unsure in zip(found, weak, strict=True)], sum(looked_up)


class _Peaks:
    """The standardised peak of a symbol in the spectrum, by one of the strategies."""

    def __init__(self, codes: NDArray[np.int32], bounds: list[tuple[int, int]], params: SignalParams) -> None:
        self._codes, self._bounds, self._params = codes, bounds, params
        self._of_region: dict[int, Spectrum] = {}

    def __call__(self, region: int, positions: Ints, low: int, high: int) -> float:
        """Return the largest of the coefficients from `low` up to `high`."""
        if self._params.spectrum == "lazy" and self._params.spectrum_over == "symbol":
            return lazy_peak(self._codes, *_stretch(positions, self._bounds[region][1]), low, high)
        return float(self._spectrum(region, positions).standard(np.arange(low, high)).max(initial=0.0))

    def _spectrum(self, region: int, positions: Ints) -> Spectrum:
        known = self._of_region.get(region) or spectrum_of(self._codes, self._bounds[region], positions, self._params)
        if self._params.spectrum_over == "region":
            self._of_region[region] = known
        return known


def _interval(count: int, size: int, width: int) -> tuple[int, int]:
    """Return the frequencies around a number of records, never the mean's own [V20 Alg. 3, line 11]: from, up to.

    >>> _interval(2, 30, 2)
    (1, 5)
    """
    return max(1, count - width), min(size, count + width + 1)


def _turns(table: Candidates, params: SignalParams, empty: NDArray[np.bool_] | None) -> list[tuple[int, bool]]:
    """Return the order in which candidates are tried, regular ones first, and which of them are always empty: last."""
    later = [cv >= params.max_cv for cv in table.cv]
    always = [False] * len(later)
    if empty is not None and params.empty_last:
        first, last = np.array(table.first, np.int64), np.array(table.last, np.int64)
        always = mostly(empty.view(np.uint8), table.positions, first, last).tolist()
    return [(row, always[row]) for row in sorted(range(len(later)), key=lambda row: (always[row], later[row]))]


def plain_stretches(starts: list[int], stop: int) -> tuple[list[int], list[int]]:
    """Return records as stretches up to the next start; the last one is as long as they are on average.

    >>> plain_stretches([2, 5, 8], 30)
    ([2, 5, 8], [5, 8, 11])
    """
    gap = round((starts[-1] - starts[0]) / max(1, len(starts) - 1))
    return starts, [*starts[1:], min(stop, starts[-1] + max(1, gap))]
