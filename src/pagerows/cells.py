"""Record -> its cells: the items that a person sees, in reading order.

Inline fragments of one sentence are one cell; links and images keep their absolute URL; hidden text is left out.
One kernel says of all rows of all records which are read and go together, another makes the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows._cells import TAGS, made, pieces
from pagerows.page import Page
from pagerows.page.joining import Joiner
from pagerows.page.nodes import NodeTable, Paths
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

FORMATS, BESIDE, LINKS, SHOWS = TAGS
#: Where `pieces` says which row, whether it is a picture, and the link around it.
ROW, IMAGE, LINK = 0, 2, 5

Ints = NDArray[np.int32]


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


def cells_of(page: Page, records: Sequence[Record], params: CellParams) -> list[list[Cell]]:
    """Return the cells of each record, in document order."""
    if not records:
        return []
    nodes, told = page.nodes, _pieces(page.nodes, records, params)
    maker = _Maker(page, told)
    spaced, every = nodes.spaced.view(np.uint8), not params.drop_separators
    return made(told, nodes.data, spaced, len(records), maker.symbol, maker.address, maker.image, every)


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

    def __init__(self, page: Page, told: Ints) -> None:
        self._paths, self._url = page.nodes.paths, Joiner(page.base_url, page.absolute)
        links, images = np.unique(told[:, LINK]), told[told[:, IMAGE] > 0, ROW]
        self._targets = _attributes(page.nodes, links[links >= 0], "href")
        self._images = _attributes(page.nodes, images, "src", "data-src", "alt")
        self._symbols: dict[tuple[bool, tuple[str, ...]], int] = {}

    def image(self, row: int, symbol: int) -> Cell | None:
        """Return the cell of an image, None where it has no source."""
        source, later, text = self._images[row]
        if not (source or later):
            return None
        return Cell(" ".join(text.split()), "image", self._url(source or later), Span(row, row + 1), symbol)

    def address(self, row: int) -> str:
        """Return where a link leads to."""
        return self._url(self._targets[row][0])

    def symbol(self, path: int, steps: int, image: bool) -> int:
        """Return a number for the tags from a record's top to what holds a cell, and for images.

        Formatting does not count: a title is the same field whether words of it are highlighted or not.
        """
        key = (image, _tags_up(self._paths, path, steps))
        return self._symbols.setdefault(key, len(self._symbols))


def _attributes(nodes: NodeTable, rows: Ints, *names: str) -> dict[int, tuple[str, ...]]:
    """Some attributes of rows, empty where there is none."""
    found = [nodes.strings(rows.astype(np.int64), name).texts() for name in names if len(rows)]
    return dict(zip(rows.tolist(), zip(*found, strict=True), strict=True))


def _pieces(nodes: NodeTable, records: Sequence[Record], params: CellParams) -> Ints:
    """The rows of records that are read and what goes together, as `pieces` has it."""
    parts = np.array([(*part, number) for number, record in enumerate(records) for part in record.parts], np.int32)
    order = np.argsort(parts[:, 0], kind="stable")
    if (parts[order[1:], 0] >= parts[order[:-1], 1]).all():  # disjoint, as nearly always: by their place in the page
        parts = parts[order]
    tags = np.array([_marks(tag, params) for tag in nodes.tags], np.uint8)
    low, high = int(parts[:, 0].min()), int(parts[:, 1].max())
    hidden = _hidden(nodes, parts[:, 0], params).view(np.uint8)
    return pieces(nodes.kind, nodes.tag, nodes.parent, nodes.path, hidden, tags, parts, low, high, params.join_inline)


def _hidden(nodes: NodeTable, starts: Ints, params: CellParams) -> NDArray[np.bool_]:
    """The rows that nobody reads."""
    hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
    # Where the records are hidden themselves (a script shows them later) their text is all there is to read.
    return hidden if params.drop_hidden and not hidden[starts].all() else np.zeros(len(nodes), bool)


def _marks(tag: str, params: CellParams) -> int:
    """What a tag is to cells, as bits."""
    shows = params.images and tag == "img"
    return FORMATS * (tag in FORMATTING) | BESIDE * (tag in params.join_beside) | LINKS * (tag == "a") | SHOWS * shows


def _tags_up(paths: Paths, path: int, steps: int) -> tuple[str, ...]:
    """Return the last tags of a path, from its end."""
    tags = []
    for _ in range(steps):
        tags.append(paths.tag[path])
        path = int(paths.parent[path])
    return tuple(tags)
