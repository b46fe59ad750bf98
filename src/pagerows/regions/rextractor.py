"""rExtractor: containers as wide as one that holds a seed block, with similar content [Anderson 2013, as in E17 ch. 4].

A yardstick for `gestalt`. It assumes that all records have the same width, and takes similar parts of one record for
records; that is the method's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.page import Page
from pagerows.regions.gestalt.records import data_region
from pagerows.registry import Method
from pagerows.values import Record, Region, Span
from pagerows.visual.blocks import block_tree
from pagerows.visual.layers import LayerTree, layer_tree

__all__ = ["METHOD", "RextractorParams", "find_regions", "ulam_spiral"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RextractorParams:
    """Where the seed is looked for, and what makes contents similar."""

    #: The whole page, or the main data region only [E17 s. 5.3].
    target: Literal["page", "region"] = "page"
    #: Share of the page that the region covers at least, 0-1 [E17 s. 5.3: 0.20].
    region_area: float = 0.20
    #: Containers have similar content above this similarity of their multisets of child blocks, 0-1. Our choice:
    #: [E17] only says "a predefined threshold".
    similar: float = 0.5
    #: Pixels by which widths that count as the same may differ.
    tolerance: float = 1.0
    #: Pixels between two points of the spiral, 1 or more.
    step: float = 10.0


def ulam_spiral() -> Iterator[tuple[int, int]]:
    """Yield the grid points of a clockwise square spiral from the centre, towards the top left first.

    >>> from itertools import islice
    >>> list(islice(ulam_spiral(), 5))
    [(0, 0), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    """
    x = y = 0
    yield x, y
    turns = ((-1, 0), (0, -1), (1, 0), (0, 1))  # left, up, right, down
    for side in count():
        dx, dy = turns[side % 4]
        for _ in range(side // 2 + 1):
            x, y = x + dx, y + dy
            yield x, y


def find_regions(page: Page, params: RextractorParams) -> list[Region]:
    """Return the containers that resemble the best container around the seed."""
    if page.nodes.layout is None:
        raise ParameterError("method 'rextractor' needs a rendered page: pass a source, or a page that render() gave")
    layers = layer_tree(page.nodes, wrappers=True, contain=False)
    if len(layers) < 3:
        return []
    area = layers.box[0]
    if params.target == "region":
        tree = block_tree(layers, merge="none")
        area = np.array(tree.boxes[data_region(tree, tree.root, params.region_area)])
    basic = np.ones(len(layers), bool)
    basic[layers.parent[layers.parent >= 0]] = False
    seed = _seed(layers, np.flatnonzero(basic), area, max(1.0, params.step))
    if seed is None:
        return []
    best = _best(layers, basic, seed, params)
    if len(best) < 2:
        return []
    nodes = page.nodes
    rows = np.sort(layers.row[np.array(best)]).tolist()
    records = tuple(Record(page, (Span(row, int(nodes.end[row])),)) for row in rows)
    return [Region(records, score=len(records) / len(layers))]


def _seed(layers: LayerTree, basic: NDArray[np.intp], area: NDArray[np.float64], step: float) -> int | None:
    """The first basic block that the spiral from the centre of the area meets."""
    centre, half = area[:2] + area[2:] / 2, area[2:] / 2
    low = layers.box[basic, :2]
    high = low + layers.box[basic, 2:]
    rings = int(max(half) // step) + 1
    for number, (x, y) in enumerate(ulam_spiral()):
        if number > (2 * rings + 1) ** 2:
            return None
        point = centre + np.array([x, y]) * step
        if (np.abs(point - centre) > half).any():
            continue
        hit = np.flatnonzero(((low <= point) & (point <= high)).all(axis=1))
        if len(hit):
            return int(basic[hit[np.argmin((high - low)[hit].prod(axis=1))]])
    return None


def _best(layers: LayerTree, basic: NDArray[np.bool_], seed: int, params: RextractorParams) -> list[int]:
    """Of the containers around the seed, that with most containers of its width and content, and those."""
    contents = _contents(layers)
    containers = np.flatnonzero(~basic)
    widths = layers.box[containers, 2]
    best: list[int] = []
    candidate = int(layers.parent[seed])
    while candidate > 0:
        same = containers[np.abs(widths - layers.box[candidate, 2]) <= params.tolerance]
        found = [one for one in same.tolist() if _similarity(contents[candidate], contents[one]) >= params.similar]
        found = _outermost(layers, found)
        if len(found) > len(best):
            best = found
        candidate = int(layers.parent[candidate])
    return best


def _contents(layers: LayerTree) -> list[Counter[int]]:
    """The looks of each layer's child blocks, with how often each occurs."""
    contents: list[Counter[int]] = [Counter() for _ in range(len(layers))]
    for look, parent in zip(layers.look.tolist(), layers.parent.tolist(), strict=True):
        if parent >= 0:
            contents[parent][look] += 1
    return contents


def _similarity(first: Counter[int], second: Counter[int]) -> float:
    """The Jaccard index of two multisets.

    >>> _similarity(Counter("aab"), Counter("abc"))
    0.5
    """
    total = sum((first | second).values())
    return sum((first & second).values()) / total if total else 0.0


def _outermost(layers: LayerTree, found: list[int]) -> list[int]:
    """Drop containers that lie in another one found."""
    chosen = set(found)
    kept = []
    for layer in found:
        parent = int(layers.parent[layer])
        while parent >= 0 and parent not in chosen:
            parent = int(layers.parent[parent])
        if parent < 0:
            kept.append(layer)
    return kept


METHOD = Method(
    name="rextractor",
    summary="containers as wide as those around the centre, with similar content: a yardstick",
    paper="[E17] ch. 4",
    params=RextractorParams,
    find_regions=find_regions,
    needs_render=True,
    align="items",
)
