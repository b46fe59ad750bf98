"""ViDE: leaf blocks clustered by type and font, regrouped into records by position [Liu 2010, as in E17 ch. 4].

A yardstick for `gestalt`. Its blocks are those of VIPS, divided as far as they can be. ViDE assumes records in one
column, each with one block of the largest cluster; what it misses on grids and on records with several blocks of one
look is the method's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.page.nodes import Layout, NodeTable
from pagerows.regions._spans import joined_spans
from pagerows.registry import Method
from pagerows.values import Record, Region
from pagerows.visual.vips import Segmented, appearance, segmented

__all__ = ["METHOD", "VideParams", "data_region", "find_regions"]

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class VideParams:
    """Where records are looked for."""

    #: The whole page, or the main data region only [E17 s. 5.3].
    target: Literal["page", "region"] = "page"
    #: Share of the page that the region covers at least, 0-1. ViDE has 0.40; [E17 s. 6.4] gives all systems 0.20.
    region_area: float = 0.20
    #: Pixels by which sizes and left edges that count as the same may differ.
    tolerance: float = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """The leaf blocks of a page, from top to bottom and left to right."""

    #: Their rows, ascending.
    rows: list[tuple[int, ...]]
    #: x, y, width, height. (m, 4)
    boxes: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, which: Rows) -> _Blocks:
        """Return some of them, in the given order."""
        return _Blocks([self.rows[place] for place in which.tolist()], self.boxes[which])


def find_regions(page: Page, params: VideParams) -> list[Region]:
    """Return the one set of records that ViDE finds."""
    if page.nodes.layout is None:
        raise ParameterError("method 'vide' needs a rendered page: pass a source, or a page that render() gave")
    vips = segmented(page.nodes)
    blocks = _blocks(page.nodes.layout, [block.rows for block in vips.blocks if block.rows[0] > 0])
    if params.target == "region":
        region = data_region(page.nodes, vips, params.region_area)
        if region is None:
            return []
        blocks = _inside(blocks, page.nodes.layout.boxes[region])
    blocks = _without_noise(blocks, params.tolerance)
    if len(blocks) < 2:
        return []
    grid = max(0.01, params.tolerance)  # sizes are divided by it
    records = _regroup(blocks, _clusters(page, blocks, grid), grid)
    if len(records) < 2:
        return []
    rows = sorted(sorted(row for member in record for row in blocks.rows[member]) for record in records)
    found = tuple(Record(page, joined_spans(page.nodes, one)) for one in rows)
    return [Region(found, score=sum(map(len, records)) / len(blocks))]


def _blocks(layout: Layout, found: Sequence[tuple[int, ...]]) -> _Blocks:
    boxes = np.array([_around(layout.boxes[list(rows)]) for rows in found]).reshape(-1, 4)
    return _Blocks(list(found), boxes).take(np.lexsort((boxes[:, 0], boxes[:, 1])))


def _around(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    return np.concatenate([low, high - low])


def data_region(nodes: NodeTable, blocks: Segmented, share: float) -> int | None:
    """The row of the block of VIPS that holds the main data [E17 s. 5.3]: large, inside the page, most central.

    None where VIPS has no such block: then ViDE finds no record [E17 ch. 4].
    """
    assert nodes.layout is not None
    boxes = nodes.layout.boxes
    x, y, width, height = boxes[0].tolist()
    rows = np.array(sorted({*blocks.divided, *(block.rows[0] for block in blocks.blocks)} - {0}), np.intp)
    _, top, wide, high = boxes[rows].T
    rows = rows[(top > y) & (top + high < y + height) & (wide * high >= share * width * height)]
    aside = np.round(np.abs(boxes[rows, 0] + boxes[rows, 2] / 2 - x - width / 2))
    # Of equally central blocks the innermost.
    return int(rows[np.lexsort((-rows, aside))[0]]) if len(rows) else None


def _inside(blocks: _Blocks, box: NDArray[np.float64]) -> _Blocks:
    centre = blocks.boxes[:, :2] + blocks.boxes[:, 2:] / 2
    inside = (centre >= box[:2]) & (centre <= box[:2] + box[2:])
    return blocks.take(np.flatnonzero(inside.all(axis=1)))


def _without_noise(blocks: _Blocks, tolerance: float) -> _Blocks:
    """Drop blocks at the top and bottom that do not start at the left edge that most blocks start at."""
    if not len(blocks):
        return blocks
    lefts = blocks.boxes[:, 0]
    edge = Counter(lefts.round().tolist()).most_common(1)[0][0]
    flush = np.flatnonzero(np.abs(lefts - edge) <= tolerance)
    return blocks.take(np.arange(flush[0], flush[-1] + 1)) if len(flush) else blocks


def _clusters(page: Page, blocks: _Blocks, grid: float) -> list[int]:
    """Number blocks by what they look like: images by size, plain and link texts by font."""
    seen: dict[tuple[object, ...], int] = {}
    numbers = []
    for rows, box in zip(blocks.rows, blocks.boxes, strict=True):
        key = appearance(page.nodes, rows)
        if key == ("image",):
            key += tuple(np.round(box[2:] / grid).tolist())
        numbers.append(seen.setdefault(key, len(seen)))
    return numbers


def _regroup(blocks: _Blocks, cluster: Sequence[int], grid: float) -> list[list[int]]:
    """Grow a record from each block of the largest cluster, with the blocks of clusters that overlap it."""
    boxes = blocks.boxes
    counts = Counter(zip(cluster, (boxes[:, 0] / grid).round().tolist(), strict=True))
    (base, left), _ = counts.most_common(1)[0]  # records start at one left edge
    numbers = np.array(cluster)
    starts = np.flatnonzero((numbers == base) & ((boxes[:, 0] / grid).round() == left))
    tops, bottom = boxes[starts, 1], (boxes[starts, 1] + boxes[starts, 3]).max()
    records = [[int(start)] for start in starts]
    for number in np.unique(numbers).tolist():
        members = np.setdiff1d(np.flatnonzero(numbers == number), starts)
        if (
            not len(members)
            or boxes[members, 1].min() > bottom
            or (boxes[members, 1] + boxes[members, 3]).max() < tops[0]
        ):
            continue  # its bounding rectangle does not overlap that of the base
        before = number != base and boxes[members, 1].min() < tops[0]
        for member in members.tolist():
            at = np.searchsorted(tops, boxes[member, 1], "left" if before else "right") - (0 if before else 1)
            if 0 <= at < len(records):
                records[int(at)].append(member)
    return records


METHOD = Method(
    name="vide",
    summary="leaf blocks clustered by font, regrouped by position: a yardstick",
    paper="[E17] ch. 4",
    params=VideParams,
    find_regions=find_regions,
    needs_render=True,
    align="vide",
)
