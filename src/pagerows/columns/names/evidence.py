"""The evidence for what each column of a table is: features of the column, and how much names each role.

Nothing here decides. A column has `traits` (its type, texts, tags, place among the others) and `said`, the share of
its cells for which a source (label, class, link...) names a role. No site's words are features: only the vocabulary's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.columns.names._beside import compare, price_ratio
from pagerows.columns.names._evidence import SOURCES, Evidence
from pagerows.columns.names._markup import looked_at, read_markup
from pagerows.columns.names._texts import read_texts
from pagerows.page import Page
from pagerows.values import Column
from pagerows.vocabulary import Field, key_field

__all__ = ["ROLES", "SOURCES", "Evidence", "gather", "price_ratio"]

#: What a text column can be for a person.
ROLES: Final = (
    "title",
    "description",
    "price",
    "old_price",
    "discount",
    "rating",
    "reviews",
    "date",
    "time",
    "author",
    "category",
    "tags",
    "location",
    "brand",
    "id",
    "status",
    "count",
    "duration",
    "phone",
    "rank",
    "size",
    "salary",
    "company",
)
#: Types of numbers, and roles that only numbers have: a key "rating" with other texts means something else.
_NUMERIC: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})
_OF_NUMBERS: Final = frozenset({"price", "old_price", "rating", "reviews", "count", "rank"})


def gather(
    page: Page, columns: Sequence[Column], labels: Sequence[str | None] = (), keys: Sequence[str | None] = ()
) -> list[Evidence]:
    """Return the evidence for each column, images included; `labels` are those that were split from the values.

    `keys` are what data that the page carries call the same values: evidence like a property in the markup.
    """
    cells = [column.cells for column in columns]
    found = looked_at(columns)
    read_markup(page.nodes, cells, list(labels), found)
    read_texts(found)
    if any(keys):
        _hear_keys(found, keys)
    compare(found, cells)
    return found


def _hear_keys(found: Sequence[Evidence], keys: Sequence[str | None]) -> None:
    """Add what keys of the page's data say; of several that name one role ("price", "highPrice") the shortest alone."""
    said: dict[str, tuple[int, Evidence, Field]] = {}
    for own, key in zip(found, keys, strict=False):
        spoken = key_field(key) if key else None
        if key is None or spoken is None or (spoken.role in _OF_NUMBERS and own.type not in _NUMERIC):
            continue
        length = len(key.rpartition(".")[2])
        if spoken.role not in said or length < said[spoken.role][0]:
            said[spoken.role] = length, own, spoken
    for _, own, spoken in said.values():
        own.hear("weak_property" if spoken.weak else "property", spoken, own.filled)
