"""Which columns of a page are those that are known: by kind, place, looks and name, the most alike first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from pagerows.page import Page
from pagerows.values import Cell, CellKind, Column, Record
from pagerows.wrapper.evidence import Evidence, evidence_of, numbered, paired

__all__ = ["ANY", "Known", "evidence_for", "matched", "near_types"]

#: What the same name adds to how alike two columns are, and what types of different kinds take from it.
NAMED: Final = 0.1
OTHER_TYPE: Final = 0.15
#: Types that a column may swap without its values meaning something else.
_NEAR: Final = (frozenset({"integer", "decimal", "count", "rating"}), frozenset({"date", "datetime", "time"}))
#: Types that say little: a text may look like anything on one page.
ANY: Final = frozenset({"text", "list", "url", "image"})

#: Names that are given where there is none.
_NAMELESS: Final = re.compile(r"(?:text|link|image|number|date|column)(?:_\d+)?")


class Known(Protocol):
    """A column that can be known again."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def kind(self) -> CellKind:
        """What its cells are."""

    @property
    def type(self) -> str:
        """What its values are."""


def evidence_for(page: Page, records: Sequence[Record], columns: Sequence[Column]) -> list[Evidence]:
    """Return what each of the columns of some records can be known by."""
    order = {number: (_first(column.cells), number) for number, column in enumerate(columns)}
    places = {number: rank for rank, number in enumerate(sorted(order, key=order.__getitem__))}
    total = max(1, len(columns) - 1)
    found = [evidence_of(page, records, column.cells, places[number] / total) for number, column in enumerate(columns)]
    # What comes from the page's data has no place on the page, but a key there.
    return numbered(
        [
            replace(own, places=(f"data {column.key}",)) if column.source == "embedded" and own.places else own
            for own, column in zip(found, columns, strict=True)
        ]
    )


def _first(cells: Sequence[Cell | None]) -> int:
    """Where the first cell of a column stands, for the order of columns."""
    return next((cell.span.start for cell in cells if cell is not None), 0)


def matched(
    known: Sequence[Known],
    known_by: Sequence[Evidence],
    found: Sequence[Known],
    found_by: Sequence[Evidence],
) -> dict[int, int]:
    """Pair columns one to one: number of a known column -> number of a found one."""
    return paired(known_by, found_by, [_said(one, other) for one in known for other in found])


def _said(one: Known, other: Known) -> float | None:
    """What names and types say of whether two columns are one; None where they are not: an image is no text."""
    if (one.kind == "image") != (other.kind == "image"):
        return None
    named = NAMED if one.name == other.name and not _NAMELESS.fullmatch(one.name) else 0.0
    return named - (0.0 if near_types(one.type, other.type) else OTHER_TYPE)


def near_types(one: str, other: str) -> bool:
    """Whether values of two types may mean the same.

    >>> near_types("integer", "rating"), near_types("date", "text"), near_types("text", "list")
    (True, False, True)
    """
    return one == other or any(one in group and other in group for group in (*_NEAR, ANY))
