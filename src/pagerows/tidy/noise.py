"""Noise: what a person would press, and what no person would have in a table.

Controls are told by their markup. Of all else a small linear model says how likely it is a fact, by how full the column
is, what its texts say and what its markup is for (see `traits`); it was learned from tables that people made.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from pagerows._tally import most_frequent, tally
from pagerows.forms import form, has_figure
from pagerows.models import Linear, load
from pagerows.page.around import Around
from pagerows.page.nodes import NodeTable
from pagerows.phrases import phrases_in
from pagerows.tidy.marks import CONTROL, ROLE, marks_of
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.tidy.traits import Traits, traits_of
from pagerows.values import Cell
from pagerows.vocabulary import plain

__all__ = ["controls", "is_constant", "unlikely"]

_MENUS: Final = frozenset({"select", "option", "textarea"})
#: Cells of a column that are looked at, and elements above each.
_LOOKED_AT: Final = 12
_ABOVE: Final = 12
#: Columns that a control holds, where it holds little.
_FEW: Final = 2
#: Words of a text that says whether there is some, and share of the records that are nearly all.
_FEW_WORDS: Final = 3
_ALL: Final = 0.9


def controls(nodes: NodeTable, columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column whether its cells are controls."""
    given = strips(columns)
    looked = [_looked(column) for column in given]
    around = _Controls(nodes, looked)
    each = zip(given, looked, around.above, strict=True)
    return ["control" if _are_controls(column, own, above, around) else None for column, own, above in each]


def unlikely(nodes: NodeTable, columns: Sequence[Cells], chance: float) -> list[str | None]:
    """Return for each column why it is no fact, or None where that is at least as likely as `chance`."""
    traits = traits_of(nodes, columns)
    model: Linear = load("facts")
    chances = model.scores(traits)
    return [
        _reason(own) if own and likely < chance and not _is_stated(column) else None
        for column, own, likely in zip(strips(columns), traits, chances, strict=True)
    ]


def _is_stated(column: Strip) -> bool:
    """Whether several records, not all, say the same of themselves: when it was, or whether there is some."""
    texts = set(column.texts)
    if len(texts) > 1 or not 1 < len(column.filled) < _ALL * len(column):
        return False
    (text,) = texts
    return form(text) == "date" or (len(text.split()) <= _FEW_WORDS and "stock" in phrases_in(plain(text)))


def is_constant(column: Cells) -> bool:
    """Tell whether a column holds the same text and address in every record."""
    return len({None if cell is None else (cell.text, cell.url) for cell in column}) == 1


def _reason(traits: Traits) -> str:
    if traits.get("constant"):
        return "constant"
    if traits.get("in_control", 0) >= 0.6:
        return "control"
    return "rare" if traits.get("rare") else "noise"


def _are_controls(column: Strip, looked: Sequence[Cell], above: Sequence[list[int]], around: _Controls) -> bool:
    if column.pictures == len(column.filled):
        return False
    if around.menus and sum(map(around.is_chosen, looked)) >= 0.6 * len(looked):
        return True
    if len(column.filled) < 3 or not any(above):
        return False
    _, count = most_frequent(column.texts)
    told = sum([has_figure(cell.text) for cell in looked]) >= 0.6 * len(looked)
    repeated = count >= max(2, (0.9 if told else 0.3) * len(column.filled))
    return repeated and sum(map(around.holds, above)) >= 0.6 * len(looked)


def _looked(column: Strip) -> list[Cell]:
    """The cells of a column that are looked at: those of the same records in every column."""
    step = max(1, len(column) // _LOOKED_AT)
    found = [cell for cell in column[::step] if cell is not None and cell.kind != "image"]
    return found or [cell for cell in column.filled if cell.kind != "image"][:_LOOKED_AT]


class _Controls:
    """The controls around the cells of a table that are looked at."""

    def __init__(self, nodes: NodeTable, looked: Sequence[Sequence[Cell]]) -> None:
        self.nodes, self.around = nodes, nodes.around
        self.menus = not _MENUS.isdisjoint(nodes.tags)
        marks = marks_of(nodes)
        #: The controls that each cell of each column is in, nearest first; and how many columns have a cell in each.
        self.above = [marks.above(CONTROL | ROLE, [cell.span.start for cell in own], _ABOVE) for own in looked]
        self.owners = tally([row for own in self.above for row in set(chain.from_iterable(own))])

    def holds(self, above: Sequence[int]) -> bool:
        """Tell whether one of the controls around a cell holds little else: whole cards are buttons, too."""
        own = [row for row in above if self.owners[row] <= _FEW]
        return any(self.nodes.tag_name(row) not in ("form", "fieldset", "label") for row in own)

    def is_chosen(self, cell: Cell) -> bool:
        """Tell whether a cell is one to choose from a menu."""
        return self.around.asked(_is_chosen, cell.span.start)


def _is_chosen(around: Around, row: int) -> bool:
    return not _MENUS.isdisjoint(around.tags(row, 5))
