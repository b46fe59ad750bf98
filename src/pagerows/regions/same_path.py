"""The simplest candidate there is: nodes with the same tag path, the group with most text first. A yardstick."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagerows.page import Page
from pagerows.page.nodes import ELEMENT
from pagerows.registry import Method
from pagerows.values import Record, Region, Span

__all__ = ["METHOD", "SamePathParams", "find_regions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SamePathParams:
    """How large a group must be, and how many are given."""

    #: Fewest nodes of a group.
    min_records: int = 3
    #: Most regions given.
    most: int = 30


def find_regions(page: Page, params: SamePathParams) -> list[Region]:
    """Group elements by tag path; the score is the group's share of the page's text."""
    nodes = page.nodes
    rows = np.flatnonzero(nodes.kind == ELEMENT)[1:]
    if not len(rows):
        return []
    text = np.r_[0, np.cumsum(nodes.text_length)]
    codes = nodes.path[rows]
    share = np.bincount(codes, weights=text[nodes.end[rows]] - text[rows]) / max(1, text[-1])
    size = np.bincount(codes)
    # A path below another one holds no more text; of equals the outer one comes first (smaller code).
    order = sorted(np.flatnonzero((size >= params.min_records) & (share > 0)).tolist(), key=lambda c: (-share[c], c))
    return [
        Region(
            tuple(Record(page, (Span(row, int(nodes.end[row])),)) for row in rows[codes == code].tolist()),
            score=float(share[code]),
        )
        for code in order[: params.most]
    ]


METHOD = Method(
    name="same_path",
    summary="nodes with the same tag path, most text first: a yardstick",
    paper="",
    params=SamePathParams,
    find_regions=find_regions,
)
