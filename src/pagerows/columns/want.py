"""A table -> the columns that somebody asked for, in that order: null where the page has none, never a guess.

A wish fits a column by its role, its name, or a word of the field vocabulary that means the same. ``url`` is the
title's link, ``image`` the main picture's address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pagerows.columns.names.slugs import slug
from pagerows.errors import ParameterError
from pagerows.values import Cell, Column, Table
from pagerows.vocabulary import Field, plain, synonyms

__all__ = ["check_want", "is_address", "meant", "wanted"]

_LINKS: Final = frozenset({"url", "link", "href", "address_of_page"})
_PICTURES: Final = frozenset({"image", "picture", "photo", "img", "thumbnail"})


def check_want(want: Sequence[str] | None) -> tuple[str, ...]:
    """Return the wishes; a ParameterError says what is wrong with them."""
    if want is None:
        return ()
    if isinstance(want, str) or not all(isinstance(wish, str) for wish in want):
        raise ParameterError(f'want={want!r}: give a list of names such as ["title", "price", "url"]')
    wishes = tuple(want)
    if not wishes:
        raise ParameterError('want is empty: name the columns, such as ["title", "price", "url"]')
    if empty := [wish for wish in wishes if not slug(wish)]:
        raise ParameterError(f"want has {empty[0]!r}, which is no name")
    if double := [wish for number, wish in enumerate(wishes) if slug(wish) in map(slug, wishes[:number])]:
        raise ParameterError(f"want has {double[0]!r} twice")
    return wishes


def wanted(table: Table, wishes: Sequence[str]) -> Table:
    """Return a table of exactly the columns that are wished for."""
    columns = tuple(_column(table, wish) for wish in wishes)
    return Table(
        cells=tuple(column.cells for column in columns),
        kinds=tuple(column.kind for column in columns),
        left_out=table.left_out,
        describe=lambda _: columns,
    )


def is_address(wish: str) -> bool:
    """Whether the links of a column are wished for, not its texts."""
    return slug(wish) in _LINKS


def meant(columns: Sequence[Column], wish: str) -> Column | None:
    """The column that a wish means, for ``url`` the one whose links are meant; None where none fits."""
    name = slug(wish)
    if is_address(wish):
        found = _first(columns, role="title") or _first(columns, role="url")
        return found if found and any(found.urls) else None
    if name in _PICTURES and (picture := _first(columns, role="image")):
        return picture
    return _fitting([column for column in columns if column.kind != "image"], name)


def _column(table: Table, wish: str) -> Column:
    found = meant(table.all_columns, wish)
    if found is None:
        return Column(wish, "text", (None,) * len(table))
    if is_address(wish):
        return _addresses(found, wish, "url")
    if found.kind == "image":
        return _addresses(found, wish, "image")
    cells = tuple(cell and cell._replace(kind="text", url=None) for cell in found.cells)
    return replace(found, name=wish, kind="text", cells=cells)


def _fitting(columns: Sequence[Column], name: str) -> Column | None:
    """The column of that name, of that role, of a word for the same, or the only one with these words in its name."""
    field = synonyms().get(plain(name))
    return (
        _first(columns, name=name)
        or _first(columns, role=name)
        or (_by_field(columns, field) if field else None)
        or _by_words(columns, set(name.split("_")))
    )


def _by_field(columns: Sequence[Column], field: Field) -> Column | None:
    """The column that a word of the vocabulary means: by its name; by its role where the word says the whole role."""
    if found := _first(columns, name=field.name):
        return found
    return _first(columns, role=field.role) if field.name in (field.role, "name") else None


def _by_words(columns: Sequence[Column], words: set[str]) -> Column | None:
    """The only column whose name has all the words."""
    found = [column for column in columns if words <= set(column.name.split("_"))]
    return found[0] if len(found) == 1 else None


def _first(columns: Sequence[Column], *, name: str | None = None, role: str | None = None) -> Column | None:
    if name is not None:
        return next((column for column in columns if column.name == name), None)
    fitting = [column for column in columns if column.role == role]
    # Of several the one that most records have.
    return max(fitting, key=lambda column: sum(1 for cell in column.cells if cell is not None), default=None)


def _addresses(column: Column, wish: str, role: str) -> Column:
    """The links of a column as a column of their own."""
    cells = tuple(Cell(cell.url, "link", cell.url, cell.span) if cell and cell.url else None for cell in column.cells)
    return Column(wish, "link", cells, "url", role=role, source=column.source)
