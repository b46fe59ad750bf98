"""Signal records [V20, VD20]: the page as a sequence of tag paths, its flat stretches, their period.

sequence (`sequence`) -> regions where the contour is flat (`contour`) -> the symbol that marks records, checked
against the spectrum (`records`, `spectrum`) -> records as spans of rows (`_extent`) -> six features (`_features`,
`measures.sequence`). From the sequence on it is one call of a kernel (`_marking`) for all regions of the page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from pagerows.later import Ints as Codes
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.plain import replace
from pagerows.regions._evidence import Evidence
from pagerows.regions.signal._marking import Marked, Plan, marked_regions
from pagerows.regions.signal.contour import contour
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import peaks_of, spectrum_of
from pagerows.regions.signal.sequence import tag_path_sequences
from pagerows.registry import Method
from pagerows.values import Records, Region

__all__ = ["METHOD", "Marked", "Marking", "SignalParams", "find_regions", "mark_regions"]


class Marking(NamedTuple):
    """What is found on a page."""

    codes: Codes
    #: Best first, no two of which overlap.
    regions: list[Marked]
    #: Characters of all visible texts.
    text: int = 0


def find_regions(page: Page, params: SignalParams) -> list[Region]:
    """Find the regions of records of a page, best first; a region's score is the product of its features."""
    marking = mark_regions(page.nodes, params)
    return [
        Region(
            Records(page, each.starts, each.stops),
            score=each.score,
            features=each.features(marking.text, params.prose),
            evidence=Evidence(partial(_evidence, marking.codes, each, params)),
        )
        for each in marking.regions
    ]


def mark_regions(nodes: NodeTable, params: SignalParams) -> Marking:
    """Return the page's sequence and its regions."""
    codes, shape = tag_path_sequences(nodes, params.style)
    return Marking(codes, *marked_regions(nodes, codes, shape, _plan(params)))


def _plan(params: SignalParams) -> Plan:
    """How regions are marked; the same parameters are asked page after page, and have many fields to compare."""
    global _last
    if _last is None or _last[0] is not params:
        _last = params, Plan(params, peaks_of(params))
    return _last[1]


_last: tuple[SignalParams, Plan] | None = None


def _evidence(codes: Codes, region: Marked, params: SignalParams) -> dict[str, Callable[[], Any]]:
    """Give what `inspect` shows: all but the spectrum is at hand already."""
    bounds, boundaries = region.bounds, region.boundaries
    return {
        "sequence": lambda: codes,
        "contour": lambda: contour(codes),
        "bounds": lambda: bounds,
        "symbol": lambda: region.symbol,
        "boundaries": lambda: boundaries,
        "cv": lambda: region.cv,
        "peak": lambda: region.peak,
        "looked_up": lambda: region.looked_up,
        "spectrum": lambda: spectrum_of(codes, bounds, boundaries, replace(params, spectrum="full")),
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
