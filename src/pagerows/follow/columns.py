"""The columns of the first pages, found again on later ones that a wrapper cannot read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pagerows.export.sheets import SheetColumn
from pagerows.page import Page
from pagerows.unique import UniqueNames
from pagerows.values import Region
from pagerows.wrapper import WrapperColumn
from pagerows.wrapper.matching import evidence_for, matched

__all__ = ["LEAD", "Columns", "keys_of"]

#: What every row starts with: where it was read, and its place on that page, from 1.
LEAD: Final = ("page_url", "page_number", "row")


def keys_of(page: Page, region: Region) -> list[WrapperColumn]:
    """Describe the columns of a list by what they can be known by."""
    columns = region.table.all_columns
    evidence = evidence_for(page, region.records, columns)
    return [
        WrapperColumn(name=column.name, kind=column.kind, type=column.type, evidence=own)
        for column, own in zip(columns, evidence, strict=True)
    ]


@dataclass(slots=True)
class Columns:
    """The columns of a list so far; a page's own are given their names, new ones are added."""

    known: list[WrapperColumn] = field(default_factory=list)

    def match(self, found: Sequence[WrapperColumn]) -> dict[int, int]:
        """Pair a page's columns with known ones, best pairs first: place on the page -> place among the known."""
        known_by, found_by = ([column.evidence for column in own] for own in (self.known, found))
        return {new: old for old, new in matched(self.known, known_by, found, found_by).items()}

    def likeness(self, found: Sequence[WrapperColumn]) -> float:
        """The share of columns that a page has in common with the list so far."""
        return 2 * len(self.match(found)) / max(1, len(found) + len(self.known)) if self.known else 1.0

    def arrange(self, found: Sequence[WrapperColumn], columns: Sequence[SheetColumn], rows: int) -> list[SheetColumn]:
        """Return a page's columns in the list's order and under its names; what the page lacks is empty."""
        chosen = self.match(found)
        unique = UniqueNames([*LEAD, *(key.name for key in self.known)])
        for i, new in enumerate(found):
            if i not in chosen:
                chosen[i] = len(self.known)
                self.known.append(replace(new, name=unique(new.name)))
        places = {j: columns[i] for i, j in chosen.items()}
        return [_named(key, places.get(j), rows) for j, key in enumerate(self.known)]

    def by_name(self, found: Sequence[WrapperColumn], columns: Sequence[SheetColumn], rows: int) -> list[SheetColumn]:
        """Return columns that already have the list's names in the list's order; the first page sets both."""
        if not self.known:
            self.known.extend(found)
        places = {column.name: column for column in columns}
        for key in found:
            if key.evidence.places:  # a column that was empty so far has its place now
                self.known[:] = [key if old.name == key.name and not old.evidence.places else old for old in self.known]
        return [_named(key, places.get(key.name), rows) for key in self.known]

    def dump(self) -> list[dict[str, Any]]:
        """Return plain values, for a file."""
        return [key.plain() for key in self.known]

    @classmethod
    def load(cls, plain: Sequence[dict[str, Any]]) -> Columns:
        """Read what `dump` gave."""
        return cls([WrapperColumn.read(key, f"columns[{number}]") for number, key in enumerate(plain)])


def _named(key: WrapperColumn, column: SheetColumn | None, rows: int) -> SheetColumn:
    if column is None:
        return SheetColumn(name=key.name, kind=key.kind, type=key.type, texts=(None,) * rows)
    return replace(column, name=key.name)
