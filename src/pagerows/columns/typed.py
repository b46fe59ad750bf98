"""Columns of cells -> their types: what cells add to texts, and what the columns of one page tell each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from pagerows.columns._texts import parts
from pagerows.columns.currencies import declared_currency
from pagerows.columns.labels import Cells, split_label
from pagerows.columns.reading import NO_HABITS, Context, Habits, shared_habits
from pagerows.columns.types import Typed, column_type
from pagerows.page import Page
from pagerows.page.nodes import ELEMENT
from pagerows.patterns import lazy
from pagerows.plain import replace
from pagerows.values import Cell, CellKind

__all__ = ["shown_habits", "typed_columns"]

_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})
_LAST_DIGITS: Final = lazy(r"[0-9]+$")
_FIRST_DIGITS: Final = lazy(r"[0-9]+")
#: A label that touches its number is part of a code: "arXiv:2603.05498".
_GLUED: Final = lazy(r"[^:：]{1,40}[:：]\S")


def typed_columns(
    page: Page, columns: Sequence[Cells], kinds: Sequence[CellKind], site: Callable[[], Habits] | None = None
) -> list[Typed]:
    """Type the columns of a table; one that leaves open how it is to be read follows the others.

    Where they leave it open, too, `site` says how other pages of the same site write.
    """
    context = _context(page)
    typed = _alone(columns, kinds, context)
    open_ones = [number for number, own in enumerate(typed) if _is_open(own)]
    shared = shared_habits([own.habits for own in typed]) if open_ones else NO_HABITS
    if open_ones and site is not None:
        shared = shared.filled_from(site())
    if shared != NO_HABITS:
        context = replace(context, habits=shared)
        for number in open_ones:
            typed[number] = _column(columns[number], context)
    return [_without_torn(page, column, own) for column, own in zip(columns, typed, strict=True)]


def shown_habits(page: Page, columns: Sequence[Cells], kinds: Sequence[CellKind]) -> Habits:
    """Return what the columns of a table show of how its page writes."""
    return shared_habits([own.habits for own in _alone(columns, kinds, _context(page))])


def _context(page: Page) -> Context:
    return Context.of(page.lang, page.url, page.now, declared=cache(lambda: declared_currency(page.utf8)))


def _alone(columns: Sequence[Cells], kinds: Sequence[CellKind], context: Context) -> list[Typed]:
    return [
        Typed(type="image") if kind == "image" else _column(column, context)
        for column, kind in zip(columns, kinds, strict=True)
    ]


def _is_open(typed: Typed) -> bool:
    """Whether how a column is to be read is not certain, and it shows nothing by itself."""
    return typed.confidence < 1 and typed.habits == NO_HABITS and typed.type != "image"


def _without_torn(page: Page, column: Cells, typed: Typed) -> Typed:
    """Take the values of numbers away that stand in two elements: 13<sup>97</sup> is rarely 1397."""
    if typed.values is None or typed.type not in _NUMBERS:
        return typed
    torn = [
        cell is not None and value is not None and cell.exact is None and _is_torn(page, cell)
        for cell, value in zip(column, typed.values, strict=True)
    ]
    if not any(torn):
        return typed
    values = tuple(None if bad else value for value, bad in zip(typed.values, torn, strict=True))
    doubt = f"{sum(torn)} of {len(torn)} numbers stand in two elements"
    return replace(typed, values=values if any(v is not None for v in values) else None, confidence=0.5, doubt=doubt)


def _is_torn(page: Page, cell: Cell) -> bool:
    """Whether two texts of the page meet inside a number of the cell."""
    start, stop = cell.span
    if stop - start < 2 or (stop - start == 2 and page.nodes.kind[start] == ELEMENT):  # a single text
        return False
    texts = [text.strip() for text in page.nodes.texts(start, stop)]
    for left, right in pairwise(text for text in texts if text):
        if left[-1].isdigit() and right[0].isdigit():
            head, tail = _LAST_DIGITS.search(left), _FIRST_DIGITS.match(right)
            if head and tail and head[0] + tail[0] in cell.text:
                return True
    return False


def _column(column: Cells, context: Context) -> Typed:
    texts, exact, lists, has_colon = parts(column)
    if lists:
        return Typed(type="list", values=tuple(None if cell is None else _members(cell) for cell in column))
    if has_colon and not _is_glued(column):
        plain = split_label(column)[0]
        if plain is not column:
            texts = [None if cell is None else cell.text for cell in plain]
    return column_type(texts, context, exact)


def _members(cell: Cell) -> tuple[str, ...]:
    return tuple(item.text for item in cell.items) or (cell.text,)


def _is_glued(column: Cells) -> bool:
    first = next((cell for cell in column if cell is not None), None)
    return first is not None and _GLUED.match(first.text) is not None
