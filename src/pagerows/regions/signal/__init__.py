"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`extent`) -> six features (`features`).
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.regions._evidence import Evidence
from pagerows.regions.signal.contour import contour, region_bounds
from pagerows.regions.signal.extent import fit_to_tree, plain_stretches
from pagerows.regions.signal.features import signal_features
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import Found, record_starts, spectrum_of
from pagerows.regions.signal.sequence import tag_path_sequence
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "SignalParams", "find_regions"]


def find_regions(page: Page, params: SignalParams) -> list[Region]:
    """Find the regions of records of a page, best first; a region's score is the product of its features."""
    codes = tag_path_sequence(page.nodes, params.style)
    starts, stops = region_bounds(codes, params)
    if not len(starts):
        return []
    largest = int(codes.max())
    found = record_starts(codes, starts, stops, params)
    regions = [
        _region(page, codes, Span(start, stop), records, largest, params)
        for start, stop, records in zip(starts.tolist(), stops.tolist(), found, strict=True)
        if records is not None
    ]
    return sorted(regions, key=lambda region: -region.score)


def _region(
    page: Page, codes: NDArray[np.int32], bounds: Span, found: Found, largest: int, params: SignalParams
) -> Region:
    if params.fit_tree:
        starts, stops = fit_to_tree(page.nodes, codes, found.starts)
    else:
        starts, stops = plain_stretches(found.starts, bounds.stop)
    features = signal_features(codes, *bounds, len(starts), largest)
    return Region(
        tuple(Record(page, (Span(a, b),)) for a, b in zip(starts.tolist(), stops.tolist(), strict=True)),
        score=prod(features.values()),
        features=features,
        evidence=_evidence(codes, bounds, found, params),
    )


def _evidence(codes: NDArray[np.int32], bounds: Span, found: Found, params: SignalParams) -> Evidence:
    """Give what `inspect` shows: all but the spectrum is at hand already."""
    return Evidence(
        sequence=lambda: codes,
        contour=lambda: contour(codes),
        bounds=lambda: bounds,
        symbol=lambda: found.symbol,
        boundaries=lambda: found.starts,
        cv=lambda: found.cv,
        peak=lambda: found.peak,
        looked_up=lambda: found.looked_up,
        spectrum=lambda: spectrum_of(codes, found.starts, bounds.stop, "full"),
        strategy=lambda: params.spectrum,
    )


METHOD = Method(
    name="signal",
    summary="tag path signal: flat contour, periodic symbol, spectrum",
    paper="[V20]",
    params=SignalParams,
    find_regions=find_regions,
    content="kmeans",
)
