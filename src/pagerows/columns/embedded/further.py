"""Objects of a page's data -> columns: one per key, with the kinds, types and names that other columns have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pagerows.columns.typed import typed_columns
from pagerows.objects import EmbeddedRecord
from pagerows.page import Page
from pagerows.page.data.lists import value_text
from pagerows.patterns import lazy
from pagerows.unique import UniqueNames
from pagerows.values import Cell, CellKind, Column, Table

__all__ = ["data_cells", "data_columns", "data_kind", "data_table", "key_name"]

#: Characters of a text that is kept.
LONGEST: Final = 20_000

#: Halves of characters that stand alone: escapes in JSON can make them, and no encoding can write them.
_LONE: Final = lazy("[\ud800-\udfff]")

Cells = tuple[Cell | None, ...]
Fields = Mapping[str, Any]


def data_table(page: Page, records: Sequence[EmbeddedRecord]) -> Table:
    """Make the table of records that are objects of the page's data: one column per key."""
    keys, objects = records[0].keys, [record.fields for record in records]
    cells = tuple(data_cells(page, objects, key) for key in keys)
    kinds = tuple(map(data_kind, cells))
    return Table(cells, kinds, describe=lambda _: tuple(data_columns(page, keys, cells, kinds)))


def data_cells(page: Page, objects: Sequence[Fields | None], key: str) -> Cells:
    """Return what objects say under a key; None where there is no object, or where it does not say."""
    return tuple(None if one is None else _cell(page, one.get(key)) for one in objects)


def data_kind(cells: Cells) -> CellKind:
    """Tell whether a column is one of links."""
    links = sum(cell is not None and cell.url is not None for cell in cells)
    return "link" if 2 * links > sum(cell is not None for cell in cells) else "text"


def data_columns(
    page: Page, keys: Sequence[str], cells: Sequence[Cells], kinds: Sequence[CellKind], taken: Iterable[str] = ()
) -> list[Column]:
    """Type and name columns of data; `taken` are names that other columns of the table have."""
    unique = UniqueNames(taken)
    typed = typed_columns(page, cells, kinds)
    return [
        Column(
            unique(key_name(key, keys)),
            kind,
            own_cells,
            own.type,
            own.values,
            unit=own.unit,
            confidence=own.confidence,
            doubt=own.doubt,
            source="embedded",
            key=key,
        )
        for key, kind, own_cells, own in zip(keys, kinds, cells, typed, strict=True)
    ]


def key_name(key: str, keys: Sequence[str]) -> str:
    """The last step of a key where no other key ends so, else all of it, in words joined by underscores.

    >>> key_name("offers.priceCurrency", ["offers.priceCurrency"]), key_name("a.name", ["a.name", "b.name"])
    ('price_currency', 'a_name')
    """
    last = key.rpartition(".")[2]
    alone = sum(other.rpartition(".")[2] == last for other in keys) <= 1
    chosen = last if alone else key
    chosen = _LONE.sub("", chosen)
    words = "".join(
        f"_{c.lower()}" if c.isupper() and chosen[:at] != chosen[:at].upper() else c.lower()
        for at, c in enumerate(chosen)
    )
    return "_".join("".join(c if c.isalnum() else " " for c in words).split())[:60] or "value"


def _cell(page: Page, value: Any) -> Cell | None:
    if value is None:
        return None
    if isinstance(value, tuple):
        items = tuple(cell for cell in (_cell(page, one) for one in value) if cell is not None)
        return Cell("; ".join(item.text for item in items), items=items) if items else None
    text = _LONE.sub("\ufffd", " ".join(value_text(value)[:LONGEST].split()))
    if not text:
        return None
    is_link = isinstance(value, str) and " " not in text and text.startswith(("http://", "https://", "/"))
    return Cell(text, "link", page.absolute(text)) if is_link and len(text) > 1 else Cell(text)
