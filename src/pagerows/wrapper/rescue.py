"""Columns that alignment lost on one page although the page has them: read from the places they had before.

What aligns well on one page may fall into other pieces on the next: a price beside a label, a date that half of the
records have. Before a column is said to be gone, or to have changed, its old places are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pagerows.align.fields import FieldParams
from pagerows.align.fields._maker import Maker
from pagerows.align.fields._reading import Shown
from pagerows.columns import unnamed
from pagerows.columns.reading import NO_HABITS, Habits
from pagerows.page import Page
from pagerows.page.nodes import ELEMENT
from pagerows.values import Cell, Column, Constant, Record, Table
from pagerows.wrapper.evidence import Evidence, evidence_of, spelled

if TYPE_CHECKING:
    from pagerows.wrapper.model import WrapperColumn

__all__ = ["Rescue"]

#: Places of a column that are looked at.
_PLACES: Final = 3
_PARAMS: Final = FieldParams()


class Rescue:
    """Reads columns of one page's records from their old places."""

    def __init__(self, page: Page, records: Sequence[Record], habits: Habits = NO_HABITS) -> None:
        self._page, self._records, self._habits = page, records, habits
        self._maker = Maker(Shown(page, records, _PARAMS))
        self._rows = [self._by_place(record) for record in records]

    def _by_place(self, record: Record) -> dict[str, list[int]]:
        nodes, found = self._page.nodes, dict[str, list[int]]()
        for part in record.parts:
            for row in range(part.start + 1, part.stop):
                if nodes.kind[row] == ELEMENT:
                    found.setdefault(spelled(nodes, part.start, row), []).append(row)
        return found

    def column(self, own: WrapperColumn) -> tuple[Column, Evidence] | None:
        """Return a column with the cells of its old places, typed and under its name; None where there are none."""
        cells = tuple(self._cell(own, rows) for rows in self._rows)
        if not any(cells):
            return None
        seen = evidence_of(self._page, self._records, cells, own.evidence.order)
        typed = unnamed(self._page, Table(cells=(cells,), kinds=(own.kind,)), Constant(self._habits))[0]
        return typed, seen

    def stands(self, own: WrapperColumn) -> bool:
        """Whether most records still have an element where the column was, with or without a text."""
        places = own.evidence.places[:_PLACES]
        return 2 * sum(any(place in rows for place in places) for rows in self._rows) > len(self._rows)

    def _cell(self, own: WrapperColumn, rows: dict[str, list[int]]) -> Cell | None:
        for place in own.evidence.places[:_PLACES]:
            found, nth = rows.get(place, []), round(own.evidence.nth)
            if nth < len(found):
                row = found[nth]
                image = self._page.nodes.tag_name(row) == "img"
                cell = self._maker.image(row) if image else self._maker.element(row)
                if cell is not None:
                    return cell
        return None
