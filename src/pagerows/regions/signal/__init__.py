"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`extent`) -> six features (`features`).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from itertools import accumulate
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import ELEMENT, TEXT, NodeTable
from pagerows.regions._evidence import Evidence
from pagerows.regions.signal.contour import angle, contour, region_bounds
from pagerows.regions.signal.extent import Tree, fit_to_tree, plain_stretches
from pagerows.regions.signal.features import signal_features
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import Found, record_starts, spectrum_of
from pagerows.regions.signal.sequence import tag_path_sequences
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "SignalParams", "find_regions"]

Codes = NDArray[np.int32]


def find_regions(page: Page, params: SignalParams) -> list[Region]:
    """Find the regions of records of a page, best first; a region's score is the product of its features."""
    nodes = page.nodes
    codes, shape = tag_path_sequences(nodes, params.style)
    starts, stops = region_bounds(codes, params)
    if not len(starts):
        return []
    empty = (nodes.end == np.arange(1, len(nodes) + 1)) & (nodes.kind == ELEMENT)
    found, _ = record_starts(codes, starts, stops, params, empty)
    tree = Tree.of(nodes, codes, shape)
    drafts = [
        _draft(Span(start, stop), records, tree, params)
        for start, stop, records in zip(starts.tolist(), stops.tolist(), found, strict=True)
        if records is not None
    ]
    regions = _regions(page, codes, drafts, params)
    return _disjoint(sorted(regions, key=lambda region: -region.score))


def _disjoint(regions: list[Region]) -> list[Region]:
    """Leave out regions that overlap a better one: completed records may have met."""
    kept: list[Region] = []
    spans: list[tuple[int, int]] = []  # disjoint and ascending
    for region in regions:
        start, stop = region.records[0].span.start, region.records[-1].span.stop
        place = bisect_left(spans, (start, stop))
        if (place and spans[place - 1][1] > start) or (place < len(spans) and spans[place][0] < stop):
            continue
        kept.append(region)
        spans.insert(place, (start, stop))
    return kept


class _Texts(NamedTuple):
    """What a region's text says about it."""

    share: float
    prose: float


class _Draft(NamedTuple):
    """A region before its features are known: those of its text are had for all regions of a page at once."""

    bounds: Span
    #: Rows that the records cover, for the features.
    size: int
    starts: list[int]
    stops: list[int]
    found: Found


def _draft(bounds: Span, found: Found, tree: Tree, params: SignalParams) -> _Draft:
    """Find where the records of a stretch of the sequence start and end."""
    if not params.fit_tree:
        starts, stops = plain_stretches(found.starts.tolist(), bounds.stop)
        return _Draft(bounds, bounds.stop - bounds.start, starts, stops, found)
    starts, stops = fit_to_tree(tree, found.starts.tolist(), params)
    bounds = Span(min(bounds.start, starts[0]), max(bounds.stop, stops[-1]))
    # Completed records may lie apart: what is between them is not the region's.
    return _Draft(bounds, sum(stops) - sum(starts), starts, stops, found)


def _regions(page: Page, codes: Codes, drafts: list[_Draft], params: SignalParams) -> list[Region]:
    """Make regions, with the six features and four more that [V20] has not.

    These are the angle (it is in the published training data), the share of the visible text, how much of that is
    prose, and regularity.
    """
    if not drafts:
        return []
    largest = int(codes.max())
    regions = []
    for draft, texts in zip(drafts, _text_features(page.nodes, drafts, params), strict=True):
        (start, stop), count = draft.bounds, len(draft.starts)
        values = signal_features(codes, start, stop, count, largest, draft.size)
        score = prod(values.values())
        values["angle"] = angle(codes, start, stop)
        values["text"], values["prose"] = texts
        values["regularity"] = max(0.0, 1 - draft.found.cv)
        regions.append(
            Region(
                tuple([Record(page, (Span(a, b),)) for a, b in zip(draft.starts, draft.stops, strict=True)]),
                score=score,
                features=values,
                evidence=_evidence(codes, draft.bounds, draft.found, params),
            )
        )
    return regions


def _text_features(nodes: NodeTable, drafts: list[_Draft], params: SignalParams) -> list[_Texts]:
    """Return how much of the page's visible text the records of each region hold, and whether that is prose.

    Menus and filters are many short texts. So it is asked how long the text is, on average, that a character stands
    in: a record of a title and a paragraph is prose, whatever short labels it has besides.
    """
    rows = ((nodes.kind == TEXT) & ~nodes.hidden).nonzero()[0]
    lengths = nodes.strings(rows).lengths().tolist()
    # The sums over all texts before each: plain numbers, since a page has few records.
    before, squares = [0, *accumulate(lengths)], [0, *accumulate([length * length for length in lengths])]
    whole = max(1, before[-1])
    found = []
    for draft in drafts:
        first, last = rows.searchsorted(draft.starts).tolist(), rows.searchsorted(draft.stops).tolist()
        text = sum([before[b] - before[a] for a, b in zip(first, last, strict=True)])
        long = sum([squares[b] - squares[a] for a, b in zip(first, last, strict=True)])
        found.append(_Texts(text / whole, min(1.0, long / max(1, text) / max(1.0, params.prose))))
    return found


def _evidence(codes: Codes, bounds: Span, found: Found, params: SignalParams) -> Evidence:
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
        spectrum=lambda: spectrum_of(codes, bounds, found.starts, replace(params, spectrum="full")),
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
