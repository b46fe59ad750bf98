"""ViDE: leaf blocks clustered by type and font, regrouped into records by position [Liu 2010, as in E17 ch. 4].

A yardstick for `gestalt`. VIPS is taken in its simplest form: its blocks are the visible elements, its leaves those
that hold text or an image and no other block. ViDE assumes records in one column, each with one block of the largest
cluster; what it misses on grids and on records with several blocks of one look is the method's own.
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
from pagerows.page.nodes import TEXT
from pagerows.regions._spans import joined_spans
from pagerows.regions.gestalt.blocks import block_tree
from pagerows.regions.gestalt.layers import LayerTree, layer_tree
from pagerows.regions.gestalt.records import data_region
from pagerows.registry import Method
from pagerows.values import Record, Region

__all__ = ["METHOD", "VideParams", "find_regions"]

#: The properties that ViDE calls the font of a text.
FONT: Final = ("font-family", "font-size", "font-weight", "font-style", "color", "text-decoration")

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


def find_regions(page: Page, params: VideParams) -> list[Region]:
    """Return the one set of records that ViDE finds."""
    if page.nodes.layout is None:
        raise ParameterError("method 'vide' needs a rendered page: pass a source, or a page that render() gave")
    layers = layer_tree(page.nodes, wrappers=True, contain=False)
    leaves = _leaves(layers)
    if params.target == "region":
        leaves = _inside(layers, leaves, params)
    leaves = _without_noise(layers, leaves, params.tolerance)
    if len(leaves) < 2:
        return []
    grid = max(0.01, params.tolerance)  # sizes are divided by it
    cluster = _clusters(page, layers, leaves, grid)
    records = _regroup(layers, leaves, cluster, grid)
    if len(records) < 2:
        return []
    rows = [np.sort(layers.row[np.array(one, np.intp)]).tolist() for one in records]
    found = tuple(Record(page, joined_spans(page.nodes, one)) for one in rows)
    return [Region(found, score=len(np.concatenate([np.array(r) for r in records])) / len(leaves))]


def _leaves(layers: LayerTree) -> Rows:
    """Layers without layers in them, from top to bottom, left to right."""
    inner = np.ones(len(layers), bool)
    inner[layers.parent[layers.parent >= 0]] = False
    inner |= layers.own_text  # a sentence with links in it is one block
    rows = np.flatnonzero(inner)
    covered = np.zeros(len(layers), bool)
    for layer in range(1, len(layers)):  # parents stand before their children
        parent = layers.parent[layer]
        covered[layer] = covered[parent] or (inner[parent] and parent > 0)
    rows = rows[~covered[rows] & (rows > 0)]
    return rows[np.lexsort((layers.box[rows, 0], layers.box[rows, 1]))]


def _inside(layers: LayerTree, leaves: Rows, params: VideParams) -> Rows:
    tree = block_tree(layers, merge="none")
    x, y, width, height = tree.boxes[data_region(tree, tree.root, params.region_area)]
    centre = layers.box[leaves, :2] + layers.box[leaves, 2:] / 2
    return leaves[((centre >= (x, y)) & (centre <= (x + width, y + height))).all(axis=1)]


def _without_noise(layers: LayerTree, leaves: Rows, tolerance: float) -> Rows:
    """Drop blocks at the top and bottom that do not start at the left edge that most blocks start at."""
    if not len(leaves):
        return leaves
    lefts = layers.box[leaves, 0]
    edge = Counter(lefts.round().tolist()).most_common(1)[0][0]
    flush = np.flatnonzero(np.abs(lefts - edge) <= tolerance)
    return leaves[flush[0] : flush[-1] + 1] if len(flush) else leaves


def _clusters(page: Page, layers: LayerTree, leaves: Rows, grid: float) -> list[int]:
    """Number leaves by what they look like: images by size, plain and link texts by font."""
    nodes, layout = page.nodes, page.nodes.layout
    assert layout is not None
    columns = [layout.style_names.index(name) for name in FONT if name in layout.style_names]
    seen: dict[tuple[object, ...], int] = {}
    numbers = []
    for leaf in leaves.tolist():
        row = int(layers.row[leaf])
        inside = slice(row, int(nodes.end[row]))
        texts = np.flatnonzero((nodes.kind[inside] == TEXT) & layout.visible[inside]) + row
        key: tuple[object, ...]
        if len(texts):
            link = any(nodes.tag_name(above) == "a" for above in (int(nodes.parent[texts[0]]), row))
            key = ("link" if link else "text", *layout.styles[texts[0], columns].tolist())
        else:
            key = ("image", *np.round(layers.box[leaf, 2:] / grid).tolist())
        numbers.append(seen.setdefault(key, len(seen)))
    return numbers


def _regroup(layers: LayerTree, leaves: Rows, cluster: Sequence[int], grid: float) -> list[list[int]]:
    """Grow a record from each block of the largest cluster, with the blocks of clusters that overlap it."""
    counts = Counter(zip(cluster, (layers.box[leaves, 0] / grid).round().tolist(), strict=True))
    (base, left), _ = counts.most_common(1)[0]  # records start at one left edge
    boxes = layers.box[leaves]
    numbers = np.array(cluster)
    starts = np.flatnonzero((numbers == base) & ((boxes[:, 0] / grid).round() == left))
    tops, bottom = boxes[starts, 1], (boxes[starts, 1] + boxes[starts, 3]).max()
    records = [[int(leaves[start])] for start in starts]
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
                records[int(at)].append(int(leaves[member]))
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
