"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`extent`) -> six features (`features`).
"""

from __future__ import annotations

from bisect import bisect_left
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import ELEMENT, TEXT, NodeTable
from pagerows.regions._evidence import Evidence
from pagerows.regions.signal.contour import angles, by_symbol, contour, region_bounds
from pagerows.regions.signal.extent import Tree, fit_to_tree, plain_stretches
from pagerows.regions.signal.features import region_features
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
    order = by_symbol(codes)
    starts, stops = region_bounds(codes, params, order)
    if not len(starts):
        return []
    empty = (nodes.end == np.arange(1, len(nodes) + 1)) & (nodes.kind == ELEMENT)
    found, _ = record_starts(codes, starts, stops, params, order, empty)
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
    """A region before its features are known: those are had for all regions of a page at once."""

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
    bounds = np.array([draft.bounds for draft in drafts], np.intp)
    counts = [len(draft.starts) for draft in drafts]
    features = region_features(codes, bounds[:, 0], bounds[:, 1], counts, [draft.size for draft in drafts])
    angle_of = angles(codes, bounds[:, 0], bounds[:, 1]).tolist()
    texts_of = _text_features(page.nodes, drafts, counts, params)
    regions = []
    for draft, values, angle, texts in zip(drafts, features, angle_of, texts_of, strict=True):
        score = prod(values.values())
        values |= {"angle": angle, "text": texts.share, "prose": texts.prose}
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


def _text_features(nodes: NodeTable, drafts: list[_Draft], counts: list[int], params: SignalParams) -> list[_Texts]:
    """Return how much of the page's visible text the records of each region hold, and whether that is prose.

    Menus and filters are many short texts. So it is asked how long the text is, on average, that a character stands
    in: a record of a title and a paragraph is prose, whatever short labels it has besides.
    """
    lengths = np.fromiter(map(len, nodes.data), np.int64, len(nodes))
    lengths[(nodes.kind != TEXT) | nodes.hidden] = 0
    before = np.zeros((len(nodes) + 1, 2), np.int64)
    np.cumsum(lengths, out=before[1:, 0])
    np.cumsum(lengths * lengths, out=before[1:, 1])
    starts = np.array([row for draft in drafts for row in draft.starts], np.intp)
    stops = np.array([row for draft in drafts for row in draft.stops], np.intp)
    sums = np.add.reduceat(before[stops] - before[starts], np.cumsum([0, *counts[:-1]])).tolist()
    whole = max(1, int(before[-1, 0]))
    return [_Texts(text / whole, min(1.0, squares / max(1, text) / max(1.0, params.prose))) for text, squares in sums]


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
