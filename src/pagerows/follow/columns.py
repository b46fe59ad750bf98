"""The columns of the first pages, found again by their names and places on later ones that a wrapper cannot read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from pagerows.export.sheets import SheetColumn
from pagerows.page import Page
from pagerows.unique import UniqueNames
from pagerows.values import Column

__all__ = ["LEAD", "ColumnKey", "Columns", "key_of"]

#: What every row starts with: where it was read, and its place on that page, from 1.
LEAD: Final = ("page_url", "page_number", "row")
#: Steps of the path to a cell that tell it from others.
_STEPS: Final = 3
#: Names that are given where there is none.
_NAMELESS: Final = re.compile(r"(?:text|link|image|number|date|column)(?:_\d+)?")
#: What two columns have in common at least to be one.
_ENOUGH: Final = 3


@dataclass(frozen=True, slots=True)
class ColumnKey:
    """What a column is known by."""

    name: str
    kind: str
    type: str
    path: str

    def likeness(self, other: ColumnKey) -> int:
        """How much two columns have in common: place before name before type."""
        if self.kind != other.kind:
            return 0
        same_name = self.name == other.name and not _NAMELESS.fullmatch(self.name)
        return self._nearness(other) + 2 * same_name + (self.type == other.type)

    def _nearness(self, other: ColumnKey) -> int:
        """3 for the same place; 2 where classes around it differ, but not the cell's own."""
        if self.path == other.path:
            return 3
        last = self.path.rpartition("/")[2]
        return 2 if "." in last and last == other.path.rpartition("/")[2] else 0


def key_of(page: Page, column: Column) -> ColumnKey:
    """Describe a column by its name and the path that most of its cells have."""
    if column.source == "embedded":  # it has no place on the page
        return ColumnKey(column.name, column.kind, column.type, f"data {column.key}")
    nodes = page.nodes
    codes = Counter(int(nodes.path[cell.span.start]) for cell in column.cells if cell is not None)
    path = nodes.paths.string(codes.most_common(1)[0][0]) if codes else ""
    return ColumnKey(column.name, column.kind, column.type, "/".join(path.split("/")[-_STEPS:]))


@dataclass(slots=True)
class Columns:
    """The columns of a list so far; a page's own are given their names, new ones are added."""

    known: list[ColumnKey] = field(default_factory=list)

    def match(self, found: Sequence[ColumnKey]) -> dict[int, int]:
        """Pair a page's columns with known ones, best pairs first: place on the page -> place among the known."""
        pairs = [
            (-new.likeness(old), abs(i - j), i, j)
            for i, new in enumerate(found)
            for j, old in enumerate(self.known)
            if new.likeness(old) >= _ENOUGH
        ]
        chosen: dict[int, int] = {}
        for _, _, i, j in sorted(pairs):
            if i not in chosen and j not in chosen.values():
                chosen[i] = j
        return chosen

    def likeness(self, found: Sequence[ColumnKey]) -> float:
        """The share of columns that a page has in common with the list so far."""
        return 2 * len(self.match(found)) / max(1, len(found) + len(self.known)) if self.known else 1.0

    def arrange(self, found: Sequence[ColumnKey], columns: Sequence[SheetColumn], rows: int) -> list[SheetColumn]:
        """Return a page's columns in the list's order and under its names; what the page lacks is empty."""
        chosen = self.match(found)
        unique = UniqueNames([*LEAD, *(key.name for key in self.known)])
        for i, new in enumerate(found):
            if i not in chosen:
                chosen[i] = len(self.known)
                self.known.append(ColumnKey(unique(new.name), new.kind, new.type, new.path))
        places = {j: columns[i] for i, j in chosen.items()}
        return [_named(key, places.get(j), rows) for j, key in enumerate(self.known)]

    def by_name(self, found: Sequence[ColumnKey], columns: Sequence[SheetColumn], rows: int) -> list[SheetColumn]:
        """Return columns that already have the list's names in the list's order; the first page sets both."""
        if not self.known:
            self.known.extend(found)
        places = {column.name: column for column in columns}
        for key in found:
            if key.path:  # a column that was empty so far has its place now
                self.known[:] = [key if old.name == key.name and not old.path else old for old in self.known]
        return [_named(key, places.get(key.name), rows) for key in self.known]

    def dump(self) -> list[dict[str, Any]]:
        """Return plain values, for a file."""
        return [asdict(key) for key in self.known]

    @classmethod
    def load(cls, plain: Sequence[dict[str, Any]]) -> Columns:
        """Read what `dump` gave."""
        return cls([ColumnKey(**key) for key in plain])


def _named(key: ColumnKey, column: SheetColumn | None, rows: int) -> SheetColumn:
    if column is None:
        kind: Any = key.kind
        return SheetColumn(name=key.name, kind=kind, type=key.type, texts=(None,) * rows)
    return replace(column, name=key.name)
