"""Record -> its cells: the items that a person sees, in reading order.

Inline fragments of one sentence are one cell; links and images keep their absolute URL; hidden text is left out.
All rows of all records are looked at together, column by column; only making the cells is done one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows._cells import text_cell
from pagerows.page import Page
from pagerows.page.joining import Joiner
from pagerows.page.nodes import TEXT, Attributes, NodeTable, Paths
from pagerows.values import Cell, Record, Span

__all__ = ["FORMATTING", "CellParams", "cells_of", "in_columns", "most_columns"]

#: Places that a table may have, and how many for each cell beyond that: a record that swallowed half of the page, or
#: records that have nothing in common, would make rows times columns that are nearly all empty, and fill the memory.
MOST_CELLS: Final = 5_000_000
SPARSEST: Final = 10

#: Tags that format words inside of a sentence: text on both sides of them is one item.
FORMATTING: Final = frozenset({
    "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "mark", "q", "s", "samp", "small", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
})  # fmt: skip

Ints = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellParams:
    """What becomes a cell; the base of every aligner's parameters."""

    #: Join inline formatting (``<b>`` inside a title, highlighted search words) with the text around it.
    join_inline: bool = True
    #: Tags that are joined with text that stands right beside them (``by <span>Ann</span>``), but not with each other;
    #: on estuka2017 items F1 0.679 with none, 0.740 with span, 0.754 with both. A link in a cell gives it its URL.
    join_beside: tuple[str, ...] = ("span", "a")
    #: Leave out text that the markup hides (hidden, aria-hidden, display:none) or that a renderer cannot see.
    drop_hidden: bool = True
    #: Leave out cells without a letter or digit: bars, bullets and dots between items (items F1 + 0.01).
    drop_separators: bool = True
    #: Make cells of images.
    images: bool = True
    #: Where records are the rows of an HTML table, its columns are theirs, whatever the aligner; see `align._grid`.
    exact_tables: bool = True
    #: The headings of sections that records stand in are a column; see `columns.sections`.
    sections: bool = True
    #: Drop columns that hold the same text in every row.
    drop_constant: bool = False
    #: Drop columns that only label the next one in nearly every record (``<dt>Price</dt>``, a bold "Price:"); the label
    #: names that column. Items F1 .764 to .769 on estuka2017 (depta).
    drop_labels: bool = True
    #: Cut the label off texts that nearly all start with the same one ("Price: 12 €"). Off: the items of estuka2017's
    #: gold keep it (items F1 .764 to .755, depta). Names and types of columns go by label and value in any case.
    split_labels: bool = False
    #: Cut words off values that all cells of a column have around them ("Was $30", "4 beds", "by Ann Lee").
    trim_words: bool = False
    #: Leave out columns of controls (buttons, options), of labels, and of what is unlikely to be a fact (`min_chance`).
    drop_noise: bool = False
    #: Join columns that no record has both of and that look alike.
    join_alike: bool = False
    #: Cut columns whose texts hold several values, built alike in nearly every record ("4.7 (128 reviews)").
    split_facts: bool = False
    #: Leave out columns that repeat another one.
    drop_doubles: bool = False
    #: With `drop_noise`: leave out columns that are less likely than this to be a fact that a person wants.
    min_chance: float = 0.5
    #: Give the title the address of a picture, card or "Read more" where it has none.
    lend_links: bool = False
    #: Join records with the objects of the page's data that say the same: names, exact values; see `columns.embedded`.
    join_data: bool = True
    #: Add the columns that only these data have.
    embedded: bool = False
    #: Keep the columns that these steps would leave out.
    all_columns: bool = False


@dataclass(frozen=True, slots=True)
class _Runs:
    """Stretches of wanted rows that are one cell each."""

    #: The wanted rows; run i has ``rows[first[i]:first[i + 1]]``.
    rows: list[int]
    first: list[int]
    record: list[int]
    image: list[bool]
    #: The row of the link around it, or -1.
    link: list[int]
    symbol: list[int]


def cells_of(page: Page, records: Sequence[Record], params: CellParams) -> list[list[Cell]]:
    """Return the cells of each record, in document order."""
    cells: list[list[Cell]] = [[] for _ in records]
    if not records:
        return cells
    runs = _runs(page.nodes, records, params)
    maker = _Maker(page, params)
    for start, stop, record, image, link, symbol in zip(
        runs.first[:-1], runs.first[1:], runs.record, runs.image, runs.link, runs.symbol, strict=True
    ):
        row = runs.rows[start]
        cell = maker.image(row, symbol) if image else maker.text(runs.rows, start, stop, link, symbol)
        if cell is not None:
            cells[record].append(cell)
    return cells


def in_columns(cells: Sequence[Sequence[Cell]], places: Sequence[Sequence[int]]) -> list[list[Cell | None]]:
    """Put the cells of each record into their columns: rows of equal length."""
    width = 1 + max((max(row) for row in places if row), default=-1)
    most = most_columns(len(cells), sum(map(len, cells)))
    if width > most:
        cells, places, width = _fullest(cells, places, most)
    rows: list[list[Cell | None]] = []
    for row, own in zip(cells, places, strict=True):
        aligned: list[Cell | None] = [None] * width
        for cell, place in zip(row, own, strict=True):
            aligned[place] = cell
        rows.append(aligned)
    return rows


def most_columns(records: int, cells: int) -> int:
    """How many columns a table of so many records and cells may have."""
    return max(1, max(MOST_CELLS, SPARSEST * cells) // max(1, records))


def _fullest(
    cells: Sequence[Sequence[Cell]], places: Sequence[Sequence[int]], most: int
) -> tuple[Sequence[Sequence[Cell]], Sequence[Sequence[int]], int]:
    """Keep the columns that most records have, in their order."""
    filled = np.bincount([place for row in places for place in row])
    kept = np.sort(np.argsort(-filled, kind="stable")[:most]).tolist()
    column = dict(zip(kept, range(len(kept)), strict=True))
    pairs = [
        [(cell, column[place]) for cell, place in zip(row, own, strict=True) if place in column]
        for row, own in zip(cells, places, strict=True)
    ]
    return [[cell for cell, _ in row] for row in pairs], [[place for _, place in row] for row in pairs], len(kept)


class _Maker:
    """Makes the cells of one page: records name each link two or three times, so URLs are joined once."""

    def __init__(self, page: Page, params: CellParams) -> None:
        self._data, self._spaced = page.nodes.data, page.nodes.spaced.data
        self._url, self._addresses = Joiner(page.base_url, page.absolute), dict[int, str]()
        self._separators = not params.drop_separators

    def image(self, row: int, symbol: int) -> Cell | None:
        """Return the cell of an image, None where it has no source."""
        found = dict(reversed(self._attributes(row)))  # the first of doubled ones counts
        source = found.get("src") or found.get("data-src")
        if not source:
            return None
        text = found.get("alt") or ""
        return Cell(" ".join(text.split()), "image", self._url(source), Span(row, row + 1), symbol)

    def text(self, rows: list[int], first: int, last: int, link: int, symbol: int) -> Cell | None:
        """Return the cell of some of the text rows, in a link or with -1 for none; None where it says nothing."""
        url = self._address(link) if link >= 0 else None
        return text_cell(self._data, self._spaced, rows, first, last, url, symbol, self._separators)

    def _address(self, row: int) -> str:
        """Where a link leads to."""
        found = self._addresses.get(row)
        if found is None:
            found = self._addresses[row] = self._url(self._target(row))
        return found

    def _attributes(self, row: int) -> Attributes:
        found = self._data[row]
        return () if isinstance(found, str) else found

    def _target(self, row: int) -> str:
        for name, value in self._attributes(row):
            if name == "href":
                return value or ""
        return ""


def _runs(nodes: NodeTable, records: Sequence[Record], params: CellParams) -> _Runs:
    """Find the runs of rows that make up cells."""
    part_starts, part_stops, owner = _parts(records)
    low, high = int(part_starts.min()), int(part_stops.max())
    tag, kind = nodes.tag[low:high], nodes.kind[low:high]
    wanted = kind == TEXT
    image = np.zeros(high - low, bool)
    if params.images and "img" in nodes.tags:
        image = tag == nodes.tags.index("img")
        wanted = wanted | image
    if params.drop_hidden:
        hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
        # Where the records are hidden themselves (a script shows them later) their text is all there is to read.
        if not hidden[part_starts].all():
            wanted = wanted & ~hidden[low:high]
    rows, part = _rows_in_parts(np.flatnonzero(wanted) + low, part_starts, part_stops)
    top = part_starts[part]
    is_image = image[rows - low]
    holder, starts = _cells_start(nodes, rows, part, top, is_image, params)
    first = np.flatnonzero(starts)
    symbol = _symbols(nodes, rows, holder, top, is_image, first)
    return _Runs(
        rows.tolist(),
        [*first.tolist(), len(rows)],
        owner[part[first]].tolist(),
        is_image[first].tolist(),
        _links(nodes, rows, top, first, low, high).tolist(),
        symbol,
    )


def _parts(records: Sequence[Record]) -> tuple[Ints, Ints, Ints]:
    """Return starts and stops of all parts of all records, and which record each belongs to."""
    parts = [(part[0], part[1], number) for number, record in enumerate(records) for part in record.parts]
    table = np.array(parts, np.intp)
    return table[:, 0], table[:, 1], table[:, 2]


def _rows_in_parts(rows: Ints, starts: Ints, stops: Ints) -> tuple[Ints, Ints]:
    """Return the rows that are in a part, in the order of the parts, and the part of each."""
    order = np.argsort(starts, kind="stable")
    if (starts[order][1:] >= stops[order][:-1]).all():  # disjoint, as nearly always
        place = np.searchsorted(starts[order], rows, "right") - 1
        inside = (place >= 0) & (rows < stops[order][place])
        return rows[inside], order[place[inside]]
    chosen = [rows[(rows >= a) & (rows < b)] for a, b in zip(starts.tolist(), stops.tolist(), strict=True)]
    return np.concatenate(chosen), np.repeat(np.arange(len(chosen)), [len(part) for part in chosen])


def _holders(nodes: NodeTable, rows: Ints, top: Ints, formatting: NDArray[np.bool_]) -> Ints:
    """Return each row's nearest ancestor (inside of the record) that is not inline formatting."""
    holder = nodes.parent[rows].astype(np.intp)
    while (inner := np.flatnonzero((holder > top) & formatting[nodes.tag[holder]])).size:
        holder[inner] = nodes.parent[holder[inner]]
    return holder


def _cells_start(
    nodes: NodeTable, rows: Ints, part: Ints, top: Ints, image: NDArray[np.bool_], params: CellParams
) -> tuple[Ints, NDArray[np.bool_]]:
    """Return what holds each row, formatting aside, and whether the row starts a cell."""
    formatting = np.array([name in FORMATTING for name in nodes.tags])
    holder = _holders(nodes, rows, top, formatting)
    starts = np.ones(len(rows), bool)
    if not params.join_inline or len(rows) < 2:
        return holder, starts
    fits = (part[1:] == part[:-1]) & ~image[1:] & ~image[:-1]
    starts[1:] = ~(fits & (holder[1:] == holder[:-1]) & _unbroken(nodes, rows, formatting))
    if params.join_beside:
        wider = formatting | np.array([name in params.join_beside for name in nodes.tags])
        outer = _holders(nodes, rows, top, wider)
        direct = (outer == holder) & ~image
        beside = np.flatnonzero(
            starts[1:] & fits & (outer[1:] == outer[:-1]) & (direct[1:] != direct[:-1]) & _unbroken(nodes, rows, wider)
        )
        # Text that is only a bar or a comma does not make a sentence of its neighbours.
        words = [any(map(str.isalnum, str(nodes.data[rows[i] if direct[i] else rows[i + 1]]))) for i in beside.tolist()]
        starts[beside[np.array(words, bool)] + 1] = False
    return holder, starts


def _unbroken(nodes: NodeTable, rows: Ints, formatting: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each row but the first whether only formatting stands between it and the row before."""
    low, high = int(rows[0]), int(rows.max()) + 1
    tag = nodes.tag[low:high]
    barriers = np.concatenate(([0], np.cumsum((tag != 0) & ~formatting[tag])))
    unbroken: NDArray[np.bool_] = barriers[rows[1:] - low] == barriers[rows[:-1] + 1 - low]
    return unbroken


def _links(nodes: NodeTable, rows: Ints, top: Ints, first: Ints, low: int, high: int) -> Ints:
    """Return the row of the first link inside of the record that each cell is in or holds, or -1."""
    if "a" not in nodes.tags or not len(first):
        return np.full(len(first), -1, np.intp)
    around = np.full(high - low, -1, np.intp)
    links = np.flatnonzero(nodes.tag[low:high] == nodes.tags.index("a")) + low
    for start, stop in zip(links.tolist(), nodes.end[links].tolist(), strict=True):  # links do not nest
        around[start - low : stop - low] = start
    found = around[rows - low]
    found[found < top] = high
    earliest = np.minimum.reduceat(found, first)
    return np.where(earliest < high, earliest, -1)


def _symbols(nodes: NodeTable, rows: Ints, holder: Ints, top: Ints, image: NDArray[np.bool_], first: Ints) -> list[int]:
    """Return a number for the tags from the record's top to what holds each cell, and for images.

    Formatting does not count: a title is the same field whether words of it are highlighted or not.
    """
    row = np.where(image[first], rows[first], holder[first])
    path, start, steps = nodes.path[row], top[first], np.zeros(len(first), np.intp)
    while len(inside := np.flatnonzero(row >= start)):
        steps[inside] += 1
        row[inside] = nodes.parent[row[inside]]
    # A path and a number of steps say which tags these are: few pairs, so names are looked up one by one.
    pairs = zip(path.tolist(), steps.tolist(), image[first].tolist(), strict=True)
    known: dict[tuple[int, int, bool], int] = {}
    numbers: dict[tuple[bool, tuple[str, ...]], int] = {}
    found = []
    for pair in pairs:
        symbol = known.get(pair)
        if symbol is None:
            key = (pair[2], _tags_up(nodes.paths, pair[0], pair[1]))
            symbol = known[pair] = numbers.setdefault(key, len(numbers))
        found.append(symbol)
    return found


def _tags_up(paths: Paths, path: int, steps: int) -> tuple[str, ...]:
    """Return the last tags of a path, from its end."""
    tags = []
    for _ in range(steps):
        tags.append(paths.tag[path])
        path = int(paths.parent[path])
    return tuple(tags)
