"""Records that were cut to an inner box (a caption without its picture and link) -> the whole box.

All records of a region are widened in step, from parent to parent, while these stay distinct and of one tag and none
holds another: siblings in one list have one parent, so a list's items stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.regions import _apart
from pagerows.values import Record, Region, Span

__all__ = ["apart", "widened"]

Rows = NDArray[np.intp]


def widened(page: Page, region: Region) -> tuple[Record, ...]:
    """Return the region's records, each widened to the outermost box that is its alone."""
    nodes = page.nodes
    rows = _tops(nodes, region.records)
    if rows is None:
        return region.records
    found = rows
    while len(above := _parents(nodes, found)):
        found = above
    if found is rows:
        return region.records
    return tuple(
        Record(page, (Span(row, stop),)) for row, stop in zip(found.tolist(), nodes.end[found].tolist(), strict=True)
    )


def _tops(nodes: NodeTable, records: Sequence[Record]) -> Rows | None:
    """The node of each record; None where a record is less or more than one element."""
    if len(records) < 2 or any(len(record.parts) > 1 for record in records):
        return None
    rows = np.array([record.parts[0].start for record in records], np.intp)
    stops = np.array([record.parts[0].stop for record in records], np.intp)
    return rows if (nodes.end[rows] == stops).all() else None


def _parents(nodes: NodeTable, rows: Rows) -> Rows:
    """The parents, in the same order; none where they are not distinct, disjoint, of one tag and below the body."""
    above = nodes.parent[rows].astype(np.intp)
    tags = nodes.tag[above]
    apart = (above > 0).all() and (tags == tags[0]).all() and (above[1:] >= nodes.end[above[:-1]]).all()
    return above if apart else above[:0]


def apart(regions: Sequence[Region]) -> list[Region]:
    """The regions without those that share rows with an earlier one: they are parts of its records."""
    spans = np.array([record.span for region in regions for record in region.records], np.int64).reshape(-1, 2)
    first = np.zeros(len(regions) + 1, np.int64)
    np.cumsum([len(region.records) for region in regions], out=first[1:])
    start, stop = np.ascontiguousarray(spans.T)
    order = np.arange(len(regions))
    return [regions[at] for at in _apart.apart(start, stop, first, order, int(stop.max(initial=0)), len(regions))]
