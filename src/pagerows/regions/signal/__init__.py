"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`extent`) -> six features (`features`).
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import TEXT, NodeTable
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
    found, _ = record_starts(codes, starts, stops, params)
    maker = _Maker(page, codes, Tree.of(nodes, codes, shape), _text_before(nodes), params)
    regions = [
        maker.region(Span(start, stop), records)
        for start, stop, records in zip(starts.tolist(), stops.tolist(), found, strict=True)
        if records is not None
    ]
    return _disjoint(sorted(regions, key=lambda region: -region.score))


def _text_before(nodes: NodeTable) -> list[int]:
    """Return how many visible characters stand before each row, and before the end."""
    lengths = np.fromiter(map(len, nodes.data), np.int64, len(nodes))
    lengths[(nodes.kind != TEXT) | nodes.hidden] = 0
    return [0, *np.cumsum(lengths).tolist()]


def _disjoint(regions: list[Region]) -> list[Region]:
    """Leave out regions that overlap a better one: completed records may have met."""
    kept: list[Region] = []
    spans: list[Span] = []
    for region in regions:
        start, stop = region.records[0].span.start, region.records[-1].span.stop
        if all(stop <= other.start or start >= other.stop for other in spans):
            kept.append(region)
            spans.append(Span(start, stop))
    return kept


class _Maker:
    """Makes regions of one page: what all of them need is read once."""

    def __init__(self, page: Page, codes: Codes, tree: Tree, text: list[int], params: SignalParams) -> None:
        self.page, self.codes, self.tree, self.text, self.params = page, codes, tree, text, params
        self.largest = int(codes.max())

    def region(self, bounds: Span, found: Found) -> Region:
        """Make the region of the records found in a stretch of the sequence."""
        if self.params.fit_tree:
            starts, stops = fit_to_tree(self.tree, found.starts.tolist(), self.params)
            bounds = Span(min(bounds.start, starts[0]), max(bounds.stop, stops[-1]))
            # Completed records may lie apart: what is between them is not the region's.
            size = sum(stops) - sum(starts)
        else:
            starts, stops = plain_stretches(found.starts.tolist(), bounds.stop)
            size = bounds.stop - bounds.start
        features = signal_features(self.codes, *bounds, len(starts), self.largest, size)
        score = prod(features.values())
        # Three more that [V20] has not: the angle (it is in the published training data), text, regularity.
        features["angle"] = angle(self.codes[bounds.start : bounds.stop])
        features["text"] = self._text_of(starts, stops) / max(1, self.text[-1])
        features["regularity"] = max(0.0, 1 - found.cv)
        return Region(
            tuple([Record(self.page, (Span(a, b),)) for a, b in zip(starts, stops, strict=True)]),
            score=score,
            features=features,
            evidence=_evidence(self.codes, bounds, found, self.params),
        )

    def _text_of(self, starts: list[int], stops: list[int]) -> int:
        text = self.text
        return sum([text[stop] for stop in stops]) - sum([text[start] for start in starts])


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
