"""Records that were cut to an inner box (a caption without its picture and link) -> the whole box.

All records of a region are widened in step, from parent to parent, while these stay distinct and of one tag and none
holds another: siblings in one list have one parent, so a list's items stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.regions import _apart
from pagerows.values import Record, Records, Region

__all__ = ["apart", "widened"]

Ints = NDArray[np.int64]


def widened(page: Page, region: Region) -> Sequence[Record]:
    """Return the region's records, each widened to the outermost box that is its alone."""
    nodes = page.nodes
    spans = _spans(region.records)
    found = None if spans is None else _apart.outermost(nodes.tag, nodes.parent, nodes.end, *spans)
    return region.records if found is None else Records(page, found, nodes.end[found].astype(np.int64))


def _spans(records: Sequence[Record]) -> tuple[Ints, Ints] | None:
    """The starts and stops of records; None where one has several spans."""
    if isinstance(records, Records):
        return records.starts, records.stops
    if any(len(record.parts) > 1 for record in records):
        return None
    start, stop = np.array([record.parts[0] for record in records], np.int64).reshape(-1, 2).T.copy()
    return start, stop


def apart(regions: Sequence[Region]) -> list[Region]:
    """The regions without those that share rows with an earlier one: they are parts of its records."""
    return [regions[at] for at in _apart.lying_apart([_outer(region.records) for region in regions])]


def _outer(records: Sequence[Record]) -> tuple[Ints, Ints]:
    """The starts and stops of records, from the first span to the last."""
    if isinstance(records, Records):
        return records.starts, records.stops
    start, stop = np.array([record.span for record in records], np.int64).reshape(-1, 2).T.copy()
    return start, stop
