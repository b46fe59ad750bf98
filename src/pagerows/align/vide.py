"""ViDE's own alignment of data items: the blocks of VIPS, matched by font and position, column by column [Liu 2010].

[E17 ch. 4] says what it does: items are the leaf blocks of a record in order; two items are the same attribute by
their font and position; a multiple alignment puts a blank where a record has no such item. How is from the published
method: items of one font match if they stand as far from their record's left edge, or if the items before them match.
In each round the first items that are not aligned yet are clustered; a cluster that no other record has further on is
optional, and aligned at once; else that which lies deepest in other records is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pagerows.align.items import Item, ItemParams, ItemReader
from pagerows.cells import CellParams, cells_of, in_columns
from pagerows.page import Page
from pagerows.page.nodes import TEXT
from pagerows.registry import Aligner
from pagerows.values import Cell, Record
from pagerows.visual.vips import appearance, segmented

__all__ = ["ALIGNER", "VideItemParams", "align"]

#: Clusters of one round that are looked at; a round with more aligns the largest one.
MOST_CLUSTERS: Final = 20
#: Columns that are made by matching; what is left of longer records goes into columns by order.
MOST_COLUMNS: Final = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class VideItemParams(CellParams):
    """What makes positions the same."""

    #: Pixels by which the distances of two items from the left edges of their records may differ.
    tolerance: float = 2.0


@dataclass(frozen=True, slots=True)
class _Line:
    """One record: the font of each item and its distance from the record's left edge."""

    fonts: list[int]
    lefts: list[float]
    #: Font -> the places of its items, ascending.
    places: dict[int, list[int]]


def align(page: Page, records: Sequence[Record], params: VideItemParams) -> list[list[Cell | None]]:
    """Align records into rows of equal length; on parsed pages, which have no blocks, cells by their tags."""
    if page.nodes.layout is None:
        cells = cells_of(page, records, params)
    else:
        reader = _BlockReader(page, params)
        cells = [reader.cells(record) for record in records]
    return in_columns(cells, columns([_line(page, row) for row in cells], params.tolerance))


class _BlockReader(ItemReader):
    """Reads the leaf blocks of VIPS as items."""

    def __init__(self, page: Page, params: VideItemParams) -> None:
        super().__init__(page, ItemParams(drop_hidden=params.drop_hidden, images=params.images))
        self.leaves = [block.rows for block in segmented(page.nodes).blocks]
        self.starts = [rows[0] for rows in self.leaves]
        self.leaf_of = {row: rows for rows in self.leaves for row in rows}

    def cells(self, record: Record) -> list[Cell]:
        """The leaf blocks of a record as cells, each once."""
        tops = record.tops
        blocks = dict.fromkeys(rows for top in tops for rows in self._leaves(top))
        own = [[row for row in rows if any(a <= row < b for a, b in record.parts)] for rows in blocks]
        return [cell for rows in own for item in self._block(rows) for cell in self._cell(item, tops[0])]

    def _leaves(self, top: int) -> list[tuple[int, ...]]:
        """The leaf blocks that begin below a row, or the one that it is of; the row itself inside of a larger one."""
        if top in self.leaf_of:
            return [self.leaf_of[top]]
        first, last = (bisect_left(self.starts, row) for row in (top, int(self.nodes.end[top])))
        return self.leaves[first:last] or [(top,)]

    def _block(self, rows: Sequence[int]) -> list[Item]:
        inside = np.concatenate([np.arange(row, int(self.nodes.end[row])) for row in rows])
        inside = inside[self.shown[inside]]
        texts = inside[self.nodes.kind[inside] == TEXT].tolist()
        if texts:
            return [Item(texts, int(self.nodes.parent[texts[0]]))]
        images = inside[self.nodes.tag[inside] == self.tag["img"]].tolist() if self.params.images else []
        return [Item([row], row, image=True) for row in images]

    def key(self, item: Item, top: int, kind: str) -> Hashable:
        """Text or image, and its font."""
        del top
        return kind, *appearance(self.nodes, item.rows)


def _line(page: Page, cells: Sequence[Cell]) -> _Line:
    layout = page.nodes.layout
    edges = [0.0 if layout is None else float(layout.boxes[cell.span.start, 0]) for cell in cells]
    left = min(edges, default=0.0)
    fonts = [cell.symbol for cell in cells]
    places: dict[int, list[int]] = {}
    for place, font in enumerate(fonts):
        places.setdefault(font, []).append(place)
    return _Line(fonts, [edge - left for edge in edges], places)


def columns(lines: Sequence[_Line], tolerance: float) -> list[list[int]]:
    """Give each item of each record its column.

    >>> def line(*fonts): return _Line(list(fonts), [0.0] * len(fonts), {f: [i] for i, f in enumerate(fonts)})
    >>> columns([line(1, 2, 3), line(1, 3), line(1, 3, 4)], 2.0)
    [[0, 1, 2], [0, 2], [0, 2, 3]]
    """
    work = _Alignment(lines, tolerance)
    while work.step():
        pass
    return work.placed


class _Alignment:
    """Columns under way: how far each record is aligned, and where its items went."""

    def __init__(self, lines: Sequence[_Line], tolerance: float) -> None:
        self.lines, self.tolerance = lines, tolerance
        self.placed: list[list[int]] = [[] for _ in lines]
        self.width = 0

    def step(self) -> bool:
        """Make one column; False where nothing is left."""
        waiting = [n for n, line in enumerate(self.lines) if len(self.placed[n]) < len(line.fonts)]
        if not waiting:
            return False
        chosen = waiting if self.width >= MOST_COLUMNS else self._chosen(self._clusters(waiting), waiting)
        for n in chosen:
            self.placed[n].append(self.width)
        self.width += 1
        return True

    def _clusters(self, waiting: Sequence[int]) -> list[list[int]]:
        """The records by their first items: those of one cluster match the item of its first record."""
        found: list[list[int]] = []
        of_font: dict[int, list[list[int]]] = {}
        for n in waiting:
            font = self.lines[n].fonts[len(self.placed[n])]
            same = of_font.setdefault(font, [])
            home = next((c for c in same[:MOST_CLUSTERS] if self._match(c[0], n, len(self.placed[n]))), None)
            if home is None:
                home = []
                same.append(home)
                found.append(home)
            home.append(n)
        return found

    def _chosen(self, clusters: list[list[int]], waiting: Sequence[int]) -> list[int]:
        if len(clusters) == 1:
            return clusters[0]
        if len(clusters) > MOST_CLUSTERS:
            return max(clusters, key=len)
        depths = [self._depth(cluster, waiting) for cluster in clusters]
        return clusters[depths.index(0) if 0 in depths else depths.index(max(depths))]

    def _depth(self, cluster: list[int], waiting: Sequence[int]) -> int:
        """How far in other records an item like the cluster's stands: 0 where none has one."""
        own = set(cluster)
        font = self.lines[cluster[0]].fonts[len(self.placed[cluster[0]])]
        deepest = 0
        for n in waiting:
            if n in own:
                continue
            at = len(self.placed[n])
            places = self.lines[n].places.get(font, [])
            for place in places[bisect_left(places, at + 1) :][:MOST_CLUSTERS]:
                if self._match(cluster[0], n, place):
                    deepest = max(deepest, place - at)
                    break
        return deepest

    def _match(self, first: int, second: int, place: int) -> bool:
        """Whether the first unaligned item of one record and an item of the same font of another are one attribute."""
        one, two = self.lines[first], self.lines[second]
        at = len(self.placed[first])
        if one.fonts[at] != two.fonts[place]:
            return False
        if abs(one.lefts[at] - two.lefts[place]) <= self.tolerance:
            return True
        if not at or not place:
            return at == place  # nothing before both of them
        if place <= len(self.placed[second]):
            return self.placed[first][-1] == self.placed[second][place - 1]
        return one.fonts[at - 1] == two.fonts[place - 1]


ALIGNER = Aligner(
    name="vide",
    summary="blocks of VIPS matched by font and position: a yardstick",
    params=VideItemParams,
    align=align,
)
