"""Region -> where its records start: the first well distributed symbol that has a peak in the spectrum [V20 Alg. 3]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.signal._peaks import mostly, well_distributed
from pagerows.regions.signal.contour import by_symbol
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.spectrum import FullSpectrum, LazySpectrum, Spectrum, prepared

__all__ = ["Candidates", "Found", "candidates", "gap_statistics", "record_starts", "spectrum_of"]

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
        first, last = int(positions[0]), int(positions[-1])
        gap = (last - first) / (len(positions) - 1)
        signal = prepared(codes[first : min(stop, last + round(gap))], window=True)
    return FullSpectrum(signal) if params.spectrum == "full" else LazySpectrum(signal)


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
    of_region: list[Spectrum | None] = [None] * len(starts)
    least = params.min_deviations if params.spectrum == "full" else params.min_ratio
    for row, is_empty in _turns(table, params, empty):
        region, cv = table.region[row], table.cv[row]
        if found[region] or (is_empty and weak[region]) or 0 < params.most_tried <= tried[region]:
            continue
        tried[region] += 1
        positions = table.positions[table.first[row] : table.last[row] + 1]
        bounds = int(starts[region]), int(stops[region])
        spectrum = of_region[region] or spectrum_of(codes, bounds, positions, params)
        if params.spectrum_over == "region":
            of_region[region] = spectrum
        interval = _interval(len(positions), bounds[1] - bounds[0], params.peak_width)
        peak = float(spectrum.standard(interval).max(initial=0.0))  # [V20 Alg. 3, line 12]
        looked_up[region] += len(interval)
        marked = Found(table.symbol[row], positions, cv, peak, looked_up[region])
        if peak > least:
            found[region] = marked
        elif weak[region] is None and cv < params.max_cv and peak > params.weak_peak * least:
            weak[region] = marked
    return [sure or unsure for sure, unsure in zip(found, weak, strict=True)], sum(looked_up)


def _interval(count: int, size: int, width: int) -> Ints:
    """Return the frequencies around a number of records, never the mean's own [V20 Alg. 3, line 11].

    >>> _interval(2, 30, 2).tolist()
    [1, 2, 3, 4]
    """
    return np.arange(max(1, count - width), min(size, count + width + 1))


def _turns(table: Candidates, params: SignalParams, empty: NDArray[np.bool_] | None) -> list[tuple[int, bool]]:
    """Return the order in which candidates are tried, regular ones first, and which of them are always empty: last."""
    later = [cv >= params.max_cv for cv in table.cv]
    always = [False] * len(later)
    if empty is not None and params.empty_last:
        first, last = np.array(table.first, np.int64), np.array(table.last, np.int64)
        always = mostly(empty.view(np.uint8), table.positions, first, last).tolist()
    return [(row, always[row]) for row in sorted(range(len(later)), key=lambda row: (always[row], later[row]))]
