"""ViDE: leaf blocks clustered by type and font, regrouped into records by position [Liu 2010, as in E17 ch. 4].

A yardstick for `gestalt`. Its blocks are those of VIPS, divided as far as they can be. ViDE assumes records in one
column, each with one block of the largest cluster; what it misses on grids and on records with several blocks of one
look is the method's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.page.nodes import TEXT, Layout, NodeTable
from pagerows.regions._spans import joined_spans
from pagerows.regions._vips import segmented
from pagerows.regions.gestalt.blocks import block_tree
from pagerows.regions.gestalt.layers import layer_tree
from pagerows.regions.gestalt.records import data_region
from pagerows.registry import Method
from pagerows.values import Record, Region

__all__ = ["METHOD", "VideParams", "find_regions"]

#: The properties that ViDE calls the font of a text.
FONT: Final = ("font-family", "font-size", "font-weight", "font-style", "color", "text-decoration-line")

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
    blocks = _leaf_blocks(page.nodes, page.nodes.layout)
    if params.target == "region":
        blocks = _inside(page, blocks, params)
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


def _leaf_blocks(nodes: NodeTable, layout: Layout) -> _Blocks:
    """The blocks that VIPS does not divide any further."""
    found = [block.rows for block in segmented(nodes).blocks if block.rows[0] > 0]
    boxes = np.array([_around(layout.boxes[list(rows)]) for rows in found]).reshape(-1, 4)
    return _Blocks(found, boxes).take(np.lexsort((boxes[:, 0], boxes[:, 1])))


def _around(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)
    return np.concatenate([low, high - low])


def _inside(page: Page, blocks: _Blocks, params: VideParams) -> _Blocks:
    tree = block_tree(layer_tree(page.nodes, wrappers=True, contain=False), merge="none")
    x, y, width, height = tree.boxes[data_region(tree, tree.root, params.region_area)]
    centre = blocks.boxes[:, :2] + blocks.boxes[:, 2:] / 2
    return blocks.take(np.flatnonzero(((centre >= (x, y)) & (centre <= (x + width, y + height))).all(axis=1)))


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
    nodes, layout = page.nodes, page.nodes.layout
    assert layout is not None
    columns = [layout.style_names.index(name) for name in FONT if name in layout.style_names]
    seen: dict[tuple[object, ...], int] = {}
    numbers = []
    for rows, box in zip(blocks.rows, blocks.boxes, strict=True):
        inside = slice(rows[0], int(nodes.end[rows[-1]]))
        texts = np.flatnonzero((nodes.kind[inside] == TEXT) & layout.visible[inside]) + inside.start
        key: tuple[object, ...]
        if len(texts):
            above = [int(nodes.parent[texts[0]]), rows[0], int(nodes.parent[rows[0]])]
            link = any(nodes.tag_name(row) == "a" for row in above)
            key = ("link" if link else "text", *layout.styles[texts[0], columns].tolist())
        else:
            key = ("image", *np.round(box[2:] / grid).tolist())
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
    align="items",
)
