"""Rows of cells -> Table with kinds, types and names per column.

Types and names take longer than finding the records does, so they are made when somebody asks for columns; rows of
texts need neither.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pagerows.cells import CellParams
from pagerows.columns._labels import kinds_of, split_labels
from pagerows.columns.labels import Cells, drop_labels, labels_left
from pagerows.page import Page
from pagerows.plain import dataclass
from pagerows.values import CellKind, Column, LeftOut, Table

if TYPE_CHECKING:
    from pagerows.columns.names import Named
    from pagerows.columns.reading import Habits
    from pagerows.columns.types import Typed

#: Typed columns -> the key of the page's data that says the same as each.
Keys = Callable[[Sequence[Column]], Sequence[str | None]]
#: How other pages of the same site write.
Site = Callable[[], "Habits"]

__all__ = ["Keys", "Site", "SiteHabits", "describe", "labels_of", "make_table", "unnamed"]


def make_table(
    page: Page,
    columns: Sequence[Cells],
    params: CellParams,
    left_out: Sequence[LeftOut] = (),
    labels: Sequence[str | None] = (),
    keys: Keys | None = None,
    site: Site | None = None,
) -> Table:
    """Turn aligned columns into a table; `labels` name columns, and `keys` says what data of the page call them.

    `site` says how other pages of the same site write, for columns that leave open how they are to be read.
    """
    kept, known = list(columns), list(labels) or [None] * len(columns)
    if params.drop_labels:
        kept, known = drop_labels(page.nodes, kept, known)
    if params.split_labels:
        kept, known = split_labels(kept, known)
    made = Table.__new__(Table)
    # See `_column`.
    made.__dict__.update(
        cells=tuple(kept),
        kinds=kinds_of(kept),
        left_out=tuple(left_out),
        describe=lambda table: describe(page, table, keys, site),
        labels=tuple(known),
        join=None,
    )
    return made


def describe(page: Page, table: Table, keys: Keys | None = None, site: Site | None = None) -> tuple[Column, ...]:
    """Give each column its type, values, name and role; what it is for a person may change what its numbers are."""
    from pagerows.columns.names import name_columns, told
    from pagerows.columns.typed import typed_columns
    from pagerows.columns.types import with_role

    whole = told(table.cells)
    typed = typed_columns(page, whole, table.kinds, site)
    columns = [_column(cells, kind, own) for cells, kind, own in zip(whole, table.kinds, typed, strict=True)]
    called = keys(columns) if keys else [None] * len(columns)
    names = name_columns(page, columns, labels_of(page, table), called)
    return tuple(
        _called(cells, kind, with_role(own, named.role), named, key)
        for cells, kind, own, named, key in zip(table.cells, table.kinds, typed, names, called, strict=True)
    )


def _called(cells: Cells, kind: CellKind, own: Typed, named: Named, key: str | None) -> Column:
    """A typed column with its name, which is as sure as the less sure of the two."""
    confidence = round(min(own.confidence, named.confidence), 2)
    return _column(cells, kind, own, named.name, named.role, confidence, key)


def labels_of(page: Page, table: Table) -> list[str | None]:
    """Return the labels of the columns: those that were split from the values, or left out before them."""
    left = labels_left(page.nodes, table.cells, [left.cells for left in table.left_out if left.reason == "constant"])
    return [own or other for own, other in zip(table.labels or left, left, strict=True)]


@dataclass(eq=False)
class SiteHabits:
    """How the pages of a site write what could be read in two ways; looked at when one of them leaves it open."""

    #: The pages with their tables.
    tables: Sequence[tuple[Page, Callable[[], Table]]] = ()

    def __call__(self) -> Habits:
        """Return what all pages show that show anything; nothing where they disagree."""
        return self._habits

    @cached_property
    def _habits(self) -> Habits:
        from pagerows.columns.names import told
        from pagerows.columns.reading import shared_habits
        from pagerows.columns.typed import shown_habits

        made = [(page, table()) for page, table in self.tables]
        return shared_habits([shown_habits(page, told(one.cells), one.kinds) for page, one in made])


def unnamed(page: Page, table: Table, site: Site | None = None) -> list[Column]:
    """Give each column its type and values, and no name yet; `site` as in `make_table`."""
    from pagerows.columns.names import told
    from pagerows.columns.typed import typed_columns

    whole = told(table.cells)
    typed = typed_columns(page, whole, table.kinds, site)
    return [_column(cells, kind, own) for cells, kind, own in zip(whole, table.kinds, typed, strict=True)]


def _column(
    cells: Cells,
    kind: CellKind,
    own: Typed,
    name: str = "",
    role: str | None = None,
    confidence: float | None = None,
    key: str | None = None,
) -> Column:
    made = Column.__new__(Column)
    # What a frozen dataclass does to set its fields takes ten times as long, and each column is made twice.
    made.__dict__.update(
        name=name,
        kind=kind,
        cells=cells,
        type=own.type,
        values=own.values,
        role=role,
        unit=own.unit,
        confidence=own.confidence if confidence is None else confidence,
        doubt=own.doubt,
        source="page",
        key=key,
    )
    return made
