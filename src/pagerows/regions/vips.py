"""VIPS as a method: the visual blocks that an element is divided into, as records [CYWM03].

It segments a page and says nothing about records: what ViDE starts from, to be looked at and compared. Every element
that was divided into several blocks is a region here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.regions._spans import joined_spans
from pagerows.registry import Method
from pagerows.values import Record, Region
from pagerows.visual.vips import segmented

__all__ = ["METHOD", "VipsParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VipsParams:
    """How far the page is divided."""

    #: Permitted degree of coherence (PDoC), 1 to 10: blocks below it are divided. Our choice: the report leaves it to
    #: the use that blocks are put to.
    permitted: int = 6
    #: Share of the page below which an element is not divided for its size; the report gives no value.
    small: float = 0.02
    #: Fewest parts of a region.
    min_records: int = 3
    #: Most regions given.
    most: int = 30


def find_regions(page: Page, params: VipsParams) -> list[Region]:
    """Return a region for every element that VIPS divides into parts, that with most and largest parts first."""
    nodes = page.nodes
    if nodes.layout is None:
        raise ParameterError("method 'vips' needs a rendered page: pass a source, or a page that render() gave")
    sizes = nodes.layout.boxes[:, 2] * nodes.layout.boxes[:, 3]
    whole = max(1.0, nodes.layout.size[0] * nodes.layout.size[1])
    regions = []
    for parts in segmented(nodes, permitted=params.permitted, small=params.small).divided.values():
        if len(parts) >= max(2, params.min_records):
            area = min(1.0, sum(float(sizes[list(rows)].sum()) for rows in parts) / whole)
            records = tuple(Record(page, joined_spans(nodes, rows)) for rows in parts)
            regions.append(Region(records, score=area * log2(len(parts))))
    return sorted(regions, key=lambda region: -region.score)[: params.most]


METHOD = Method(
    name="vips",
    summary="visual blocks, divided from the top down: what vide starts from",
    paper="[CYWM03]",
    params=VipsParams,
    find_regions=find_regions,
    needs_render=True,
    align="items",
)
