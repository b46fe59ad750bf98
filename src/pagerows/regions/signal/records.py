"""Region -> where its records start: the first well distributed symbol that has a peak in the spectrum [V20 Alg. 3]."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from pagerows.later import Bools, Floats, np
from pagerows.later import Ints as Codes
from pagerows.later import Longs as Ints
from pagerows.regions.signal._peaks import Choice, marking_symbols, well_distributed
from pagerows.regions.signal.contour import by_symbol
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.spectrum import FullSpectrum, LazySpectrum, Spectrum, prepared

__all__ = [
    "Candidates",
    "Found",
    "candidates",
    "gap_statistics",
    "marks",
    "peaks_of",
    "record_starts",
    "spectrum_of",
]


class Candidates(NamedTuple):
    """Symbols that are well distributed in a region, in ascending order, all regions in one table."""

    #: A symbol's positions are ``positions[first:last + 1]``.
    positions: Ints
    region: Ints
    symbol: Ints
    first: Ints
    last: Ints
    cv: Floats


class Marks(NamedTuple):
    """Which of the candidates mark records."""

    candidates: Candidates
    #: Per region the place of its symbol among the candidates, -1 where it has none.
    chosen: Ints
    #: Coefficients looked up until it was found, and all that were looked up.
    until: Ints
    looked_up: Ints
    #: Standardised power of its peak.
    peak: Floats

    def found(self, region: int) -> Found:
        """The symbol that marks a region's records."""
        table, row = self.candidates, int(self.chosen[region])
        positions = table.positions[table.first[row] : table.last[row] + 1]
        return Found(
            int(table.symbol[row]), positions, float(table.cv[row]), float(self.peak[region]), int(self.until[region])
        )


class Found(NamedTuple):
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


def candidates(codes: Codes, starts: Ints, stops: Ints, params: SignalParams) -> Candidates:
    """Find the well distributed symbols of all regions at once [V20 Alg. 3, lines 5-10]."""
    return Candidates(*well_distributed(codes, starts, stops, by_symbol(codes), Choice(params)))


def spectrum_of(codes: Codes, bounds: tuple[int, int], positions: Ints, params: SignalParams) -> Spectrum:
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
    codes: Codes,
    starts: Ints,
    stops: Ints,
    params: SignalParams,
    empty: Bools | None = None,
) -> tuple[list[Found | None], int]:
    """Find the records of each region, None where it has none; and count the coefficients looked up for all.

    `empty` tells which positions are elements with nothing inside, where that is known.
    """
    told = marks(codes, starts, stops, params, empty)
    found = [told.found(region) if row >= 0 else None for region, row in enumerate(told.chosen.tolist())]
    return found, int(told.looked_up.sum())


def marks(
    codes: Codes,
    starts: Ints,
    stops: Ints,
    params: SignalParams,
    empty: Bools | None = None,
) -> Marks:
    """Find the symbol that marks the records of each region."""
    table, peaks = candidates(codes, starts, stops, params), peaks_of(params)
    found = marking_symbols(
        codes,
        starts,
        stops,
        table,
        # Nothing: of no row is known whether it is empty.
        np.empty(0, np.uint8) if empty is None or not params.empty_last else empty.view(np.uint8),
        peaks(codes, starts, stops) if peaks else None,
        Choice(params),
    )
    return Marks(table, *found)


def peaks_of(params: SignalParams) -> Callable[[Codes, Ints, Ints], _Peaks] | None:
    """Return what gives the peaks of the symbols of regions; None where the kernel does by single coefficients."""
    quick = params.spectrum == "lazy" and params.spectrum_over == "symbol"
    return None if quick else partial(_Peaks, params)


class _Peaks:
    """The standardised peak of a symbol in the spectrum, by a strategy that needs all of it, or a region's."""

    def __init__(self, params: SignalParams, codes: Codes, starts: Ints, stops: Ints) -> None:
        self._codes, self._params = codes, params
        self._bounds = list(zip(starts.tolist(), stops.tolist(), strict=True))
        self._of_region: dict[int, Spectrum] = {}

    def __call__(self, region: int, positions: Ints, low: int, high: int) -> float:
        """Return the largest of the coefficients from `low` up to `high`."""
        return float(self._spectrum(region, positions).standard(np.arange(low, high)).max(initial=0.0))

    def _spectrum(self, region: int, positions: Ints) -> Spectrum:
        known = self._of_region.get(region) or spectrum_of(self._codes, self._bounds[region], positions, self._params)
        if self._params.spectrum_over == "region":
            self._of_region[region] = known
        return known
