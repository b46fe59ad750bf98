"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`_extent`) -> six features (`features`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.measures.sequence import angle, signal_features
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.regions._evidence import Evidence
from pagerows.regions.signal._extent import Fit, Tree
from pagerows.regions.signal._peaks import elements_without_content, visible_text
from pagerows.regions.signal.contour import contour, region_bounds
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import Found, plain_stretches, record_starts, spectrum_of
from pagerows.regions.signal.sequence import tag_path_sequences
from pagerows.registry import Method
from pagerows.values import Records, Region, Span

__all__ = ["METHOD", "Marked", "SignalParams", "find_regions", "mark_regions"]

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]


class Marked(NamedTuple):
    """A region whose records are known, as rows."""

    bounds: Span
    starts: Ints
    stops: Ints
    found: Found
    #: The six features of [V20 s. 4.3].
    features: dict[str, float]
    #: Their product.
    score: float


def find_regions(page: Page, params: SignalParams) -> list[Region]:
    """Find the regions of records of a page, best first; a region's score is the product of its features."""
    codes, found = mark_regions(page.nodes, params)
    return _regions(page, codes, found, params)


def mark_regions(nodes: NodeTable, params: SignalParams) -> tuple[Codes, list[Marked]]:
    """Return the page's sequence and its regions, best first, no two of which overlap."""
    codes, shape = tag_path_sequences(nodes, params.style)
    starts, stops = region_bounds(codes, params)
    if not len(starts):
        return codes, []
    found, _ = record_starts(codes, starts, stops, params, elements_without_content(nodes.end, nodes.kind))
    tree, how, largest = Tree(nodes, codes, shape), Fit(params), int(codes.max())
    marked = [
        _marked(tree, how, codes, largest, Span(start, stop), records, params)
        for start, stop, records in zip(starts.tolist(), stops.tolist(), found, strict=True)
        if records is not None
    ]
    return codes, _disjoint(sorted(marked, key=lambda region: -region.score))


def _marked(
    tree: Tree, how: Fit, codes: Codes, largest: int, bounds: Span, found: Found, params: SignalParams
) -> Marked:
    """Find where the records of a stretch of the sequence start and end, and what it is like."""
    if params.fit_tree:
        starts, stops = tree.fit(found.starts, how)
        bounds = Span(min(bounds.start, int(starts[0])), max(bounds.stop, int(stops[-1])))
        size = int((stops - starts).sum())  # completed records may lie apart: what is between them is not the region's
    else:
        starts, stops = (np.array(ends) for ends in plain_stretches(found.starts.tolist(), bounds.stop))
        size = bounds.stop - bounds.start
    features = signal_features(codes, *bounds, len(starts), largest, size)
    return Marked(bounds, starts, stops, found, features, prod(features.values()))


def _disjoint(regions: list[Marked]) -> list[Marked]:
    """Leave out regions that overlap a better one: completed records may have met."""
    kept: list[Marked] = []
    spans: list[tuple[int, int]] = []  # disjoint and ascending
    for region in regions:
        start, stop = int(region.starts[0]), int(region.stops[-1])
        place = bisect_left(spans, (start, stop))
        if (place and spans[place - 1][1] > start) or (place < len(spans) and spans[place][0] < stop):
            continue
        kept.append(region)
        spans.insert(place, (start, stop))
    return kept


def _regions(page: Page, codes: Codes, marked: list[Marked], params: SignalParams) -> list[Region]:
    """Make regions, with the six features and four more that [V20] has not.

    These are the angle (it is in the published training data), the share of the visible text, how much of that is
    prose, and regularity.
    """
    nodes, regions = page.nodes, []
    whole, _ = visible_text(nodes.characters, nodes.hidden.view(np.uint8), _FROM_START, np.array([len(nodes)]))
    for each in marked:
        text, prose = _text_features(nodes, each, params)
        more = {
            "angle": angle(codes, *each.bounds),
            "text": text / max(1, whole),
            "prose": prose,
            "regularity": max(0.0, 1 - each.found.cv),
        }
        regions.append(
            Region(
                Records(page, each.starts, each.stops),
                score=each.score,
                features=each.features | more,
                evidence=Evidence(partial(_evidence, codes, each, params)),
            )
        )
    return regions


_FROM_START: Final = np.zeros(1, np.int64)


def _text_features(nodes: NodeTable, region: Marked, params: SignalParams) -> tuple[int, float]:
    """Return how much visible text the records of a region hold, and whether that is prose.

    Menus and filters are many short texts. So it is asked how long the text is, on average, that a character stands
    in: a record of a title and a paragraph is prose, whatever short labels it has besides.
    """
    text, squares = visible_text(nodes.characters, nodes.hidden.view(np.uint8), region.starts, region.stops)
    return text, min(1.0, squares / max(1, text) / max(1.0, params.prose))


def _evidence(codes: Codes, region: Marked, params: SignalParams) -> dict[str, Callable[[], Any]]:
    """Give what `inspect` shows: all but the spectrum is at hand already."""
    found, bounds = region.found, region.bounds
    return {
        "sequence": lambda: codes,
        "contour": lambda: contour(codes),
        "bounds": lambda: bounds,
        "symbol": lambda: found.symbol,
        "boundaries": lambda: found.starts,
        "cv": lambda: found.cv,
        "peak": lambda: found.peak,
        "looked_up": lambda: found.looked_up,
        "spectrum": lambda: spectrum_of(codes, bounds, found.starts, replace(params, spectrum="full")),
        "strategy": lambda: params.spectrum,
    }


METHOD = Method(
    name="signal",
    summary="tag path signal: flat contour, periodic symbol, spectrum",
    paper="[V20]",
    params=SignalParams,
    find_regions=find_regions,
    content="kmeans",
)
