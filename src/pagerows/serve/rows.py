"""Some rows of a table: sorted, filtered, searched, a page of them at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from numbers import Real
from typing import Any, Final, Literal

from pagerows.columns.asked import typed_as
from pagerows.edits import EditedColumn
from pagerows.errors import ParameterError
from pagerows.export.json import field_of
from pagerows.export.sheets import start_of

__all__ = ["MOST_ROWS", "Query", "rows_of", "selected"]

#: Rows of one answer.
MOST_ROWS: Final = 1000
_OPS: Final = ("contains", "equals", "above", "below", "filled", "empty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which rows, in which order."""

    sort: str | None = None
    order: Literal["asc", "desc"] = "asc"
    search: str = ""
    #: Each ``key:op:value``.
    filters: tuple[str, ...] = ()


def selected(columns: Sequence[EditedColumn], count: int, query: Query) -> list[int]:
    """Return the places of the rows that are asked for, in order; empty cells stand last however it is sorted."""
    rows = list(range(count))
    if words := query.search.casefold().split():
        shown = [each.column for each in columns if not each.hidden]
        texts = [[(text or "").casefold() for text in column.texts] for column in shown]
        rows = [row for row in rows if all(any(word in column[row] for column in texts) for word in words)]
    for condition in query.filters:
        keep = _condition(columns, condition)
        rows = [row for row in rows if keep(row)]
    if query.sort is not None:
        keys = _keys(_named(columns, query.sort))
        filled = [row for row in rows if keys[row] is not None]
        empty = [row for row in rows if keys[row] is None]
        rows = sorted(filled, key=lambda row: keys[row], reverse=query.order == "desc") + empty
    return rows


def rows_of(columns: Sequence[EditedColumn], rows: Sequence[int]) -> list[dict[str, Any]]:
    """Return rows as plain values, their cells parallel to the columns."""
    return [{"row": row, "cells": [_cell(each, row) for each in columns]} for row in rows]


def _cell(each: EditedColumn, row: int) -> dict[str, Any] | None:
    column = each.column
    if column.texts[row] is None and column.urls and column.urls[row]:  # a picture without a text
        return {"text": "", "url": column.urls[row]}
    return field_of(column, row)


def _named(columns: Sequence[EditedColumn], key: str) -> EditedColumn:
    for each in columns:
        if each.key == key:
            return each
    raise ParameterError(f"no column {key!r}; there are {', '.join(each.key for each in columns)}")


def _keys(each: EditedColumn) -> list[Any]:
    """What a column is sorted by: its values where most of them are alike, else its texts."""
    column = each.column
    values = [None if value is None else _plain(start_of(value)) for value in column.values or ()]
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) == 1:
        return values
    return [None if text is None else (text.casefold(), text) for text in column.texts]


def _plain(value: Any) -> Any:
    """A value that can be compared with others of its column."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Real) or hasattr(value, "as_tuple"):
        return float(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (date, time)):
        return value.isoformat()
    return str(value)


def _condition(columns: Sequence[EditedColumn], text: str) -> Callable[[int], bool]:
    key, _, rest = text.partition(":")
    op, _, wanted = rest.partition(":")
    if op not in _OPS:
        raise ParameterError(f"filter {text!r}: write key:op:value, op one of {', '.join(_OPS)}")
    each = _named(columns, key)
    texts, urls = each.column.texts, each.column.urls
    plain = wanted.casefold()
    if op in ("filled", "empty"):
        return lambda row: bool(texts[row] or (urls and urls[row])) == (op == "filled")
    if op == "contains":
        return lambda row: plain in (texts[row] or "").casefold()
    if op == "equals":
        return lambda row: plain == (texts[row] or "").casefold()
    keys = _keys(each)
    bound = _bound(keys, wanted)
    if op == "above":
        return lambda row: keys[row] is not None and keys[row] > bound
    return lambda row: keys[row] is not None and keys[row] < bound


def _bound(keys: Sequence[Any], wanted: str) -> Any:
    """What a person wrote, as what the column has."""
    first = next((key for key in keys if key is not None), None)
    if isinstance(first, tuple):
        return (wanted.casefold(), wanted)
    if isinstance(first, str) or first is None:
        return wanted
    try:
        return float(wanted.replace(",", "."))
    except ValueError:
        read = typed_as([wanted], "decimal").values
        if not read or read[0] is None:
            raise ParameterError(f"{wanted!r} is not a number: the column's values are") from None
        return float(start_of(read[0]))
