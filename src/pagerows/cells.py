"""Record -> its cells: the items that a person sees, in reading order.

Inline fragments of one sentence are one cell; links and images keep their absolute URL; hidden text is left out.
One kernel says of all rows of all records which are read and go together, and makes the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from pagerows._arrays import Array
from pagerows._cells import TAGS, are_apart, cells_of_parts, follow_on, in_rows
from pagerows.later import np
from pagerows.page import Page
from pagerows.page.joining import Joiner
from pagerows.values import Cell, Record, Records

__all__ = ["FORMATTING", "CellParams", "cells_of", "follow_on", "in_columns", "most_columns"]

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

if TYPE_CHECKING:
    from pagerows.later import Longs


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
    if not len(records):
        return []
    nodes = page.nodes
    hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
    return cells_of_parts(
        nodes,
        hidden,
        *_parts(records),
        len(records),
        _marks(params.join_beside, params.images),
        Joiner(page.base_url, page.absolute),
        params.drop_hidden,
        params.join_inline,
        not params.drop_separators,
    )


def in_columns(cells: Sequence[Sequence[Cell]], places: Sequence[Sequence[int]]) -> list[list[Cell | None]]:
    """Put the cells of each record into their columns: rows of equal length."""
    rows = in_rows(cells, places, most_columns)
    if rows is None:
        most = most_columns(len(cells), sum(map(len, cells)))
        rows = in_rows(*_fullest(cells, places, most), lambda *_: most)
    return rows or []


def most_columns(records: int, cells: int) -> int:
    """How many columns a table of so many records and cells may have."""
    return max(1, max(MOST_CELLS, SPARSEST * cells) // max(1, records))


def _fullest(
    cells: Sequence[Sequence[Cell]], places: Sequence[Sequence[int]], most: int
) -> tuple[Sequence[Sequence[Cell]], Sequence[Sequence[int]]]:
    """Keep the columns that most records have, in their order."""
    filled = np.bincount([place for row in places for place in row])
    kept = np.sort(np.argsort(-filled, kind="stable")[:most]).tolist()
    column = dict(zip(kept, range(len(kept)), strict=True))
    pairs = [
        [(cell, column[place]) for cell, place in zip(row, own, strict=True) if place in column]
        for row, own in zip(cells, places, strict=True)
    ]
    return [[cell for cell, _ in row] for row in pairs], [[place for _, place in row] for row in pairs]


def _parts(records: Sequence[Record]) -> tuple[Array | Longs, Array | Longs, Array | None]:
    """Starts and stops of the parts of records, and which record each is of; None where each is of its own."""
    if isinstance(records, Records) and are_apart(records.starts, records.stops):
        return records.starts, records.stops, None
    parts = [(*part, number) for number, record in enumerate(records) for part in record.parts]
    ordered = sorted(parts, key=itemgetter(0))
    if all(one[1] <= other[0] for one, other in pairwise(ordered)):  # disjoint, as nearly always: by their place in the page
        parts = ordered
    starts, stops, owners = (Array("int64", column) for column in zip(*parts, strict=True))
    return starts, stops, owners


@cache
def _marks(join_beside: tuple[str, ...], images: bool) -> dict[str, int]:
    """What tags are to cells, as bits; tags that are nothing are left out."""
    marks = dict.fromkeys(FORMATTING, FORMATS)
    for tags, bit in ((join_beside, BESIDE), (("a",), LINKS), (("img",) if images else (), SHOWS)):
        for tag in tags:
            marks[tag] = marks.get(tag, 0) | bit
    return marks
