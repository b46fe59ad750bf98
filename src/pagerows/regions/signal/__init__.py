"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`_extent`) -> six features (`_features`,
`measures.sequence`). Each step is one call of a kernel for all regions of the page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.measures.sequence import angle_of, features_of
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.regions._evidence import Evidence
from pagerows.regions.signal._extent import Fit, Tree
from pagerows.regions.signal._features import numbers_of
from pagerows.regions.signal._peaks import elements_without_content
from pagerows.regions.signal.contour import contour, region_bounds
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import Found, Marks, marks, plain_stretches, spectrum_of
from pagerows.regions.signal.sequence import tag_path_sequences
from pagerows.registry import Method
from pagerows.values import Records, Region, Span

__all__ = ["METHOD", "Marked", "Marking", "SignalParams", "find_regions", "mark_regions"]

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
    #: The slope of the regression line; characters of visible texts, and the sum of the squares of the texts' lengths.
    slope: float = 0.0
    text: int = 0
    squares: int = 0


class Marking(NamedTuple):
    """What is found on a page."""

    codes: Codes
    #: Best first, no two of which overlap.
    regions: list[Marked]
    #: Characters of all visible texts.
    text: int = 0


def find_regions(page: Page, params: SignalParams) -> list[Region]:
    """Find the regions of records of a page, best first; a region's score is the product of its features."""
    return _regions(page, mark_regions(page.nodes, params), params)


def mark_regions(nodes: NodeTable, params: SignalParams) -> Marking:
    """Return the page's sequence and its regions."""
    codes, shape = tag_path_sequences(nodes, params.style)
    low, high = region_bounds(codes, params)
    if not len(low):
        return Marking(codes, [])
    told = marks(codes, low, high, params, elements_without_content(nodes.end, nodes.kind))
    kept = np.flatnonzero(told.chosen >= 0)
    records = _records(nodes, codes, shape, told, kept, high, params)
    hidden = nodes.hidden.view(np.uint8)
    numbers, slopes, text = numbers_of(
        codes, nodes.characters, hidden, *records, low[kept], high[kept], params.fit_tree
    )
    starts, stops, begin = records
    largest, ends = int(codes.max()), begin.tolist()
    marked = []
    for place, (region, slope, own) in enumerate(zip(kept.tolist(), slopes.tolist(), numbers.tolist(), strict=True)):
        first, last = ends[place], ends[place + 1]
        features = features_of(len(codes) - 1, largest, last - first, *own[:6])
        marked.append(
            Marked(
                Span(own[0], own[1]),
                starts[first:last],
                stops[first:last],
                told.found(region),
                features,
                prod(features.values()),
                slope,
                own[6],
                own[7],
            )
        )
    return Marking(codes, _disjoint(sorted(marked, key=lambda region: -region.score)), text)


def _records(
    nodes: NodeTable, codes: Codes, shape: Codes, told: Marks, kept: Ints, high: Ints, params: SignalParams
) -> tuple[Ints, Ints, Ints]:
    """Find where the records of regions start and end; and where those of each region begin, with the end."""
    table, rows = told.candidates, told.chosen[kept]
    if params.fit_tree:
        return Tree(nodes, codes, shape).fit(table.positions, table.first[rows], table.last[rows], Fit(params))
    plain = [
        plain_stretches(told.found(region).starts.tolist(), stop)
        for region, stop in zip(kept.tolist(), high[kept].tolist(), strict=True)
    ]
    starts, stops = (np.array([row for each in plain for row in each[end]], np.int64) for end in (0, 1))
    return starts, stops, np.cumsum([0, *(len(own) for own, _ in plain)], dtype=np.int64)


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


def _regions(page: Page, marking: Marking, params: SignalParams) -> list[Region]:
    """Make regions, with the six features and four more that [V20] has not.

    These are the angle (it is in the published training data), the share of the visible text, how much of that is
    prose, and regularity. Menus and filters are many short texts, so of prose it is asked how long the text is, on
    average, that a character stands in: a record of a title and a paragraph is prose, whatever short labels it has
    besides.
    """
    regions = []
    for each in marking.regions:
        more = {
            "angle": angle_of(each.slope),
            "text": each.text / max(1, marking.text),
            "prose": min(1.0, each.squares / max(1, each.text) / max(1.0, params.prose)),
            "regularity": max(0.0, 1 - each.found.cv),
        }
        regions.append(
            Region(
                Records(page, each.starts, each.stops),
                score=each.score,
                features=each.features | more,
                evidence=Evidence(partial(_evidence, marking.codes, each, params)),
            )
        )
    return regions


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
