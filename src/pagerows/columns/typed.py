"""Columns of cells -> their types: what cells add to texts, and what the columns of one page tell each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from pagerows.columns._texts import at_sight, parts, torn_ones
from pagerows.columns.currencies import declared_currency
from pagerows.columns.labels import Cells, split_label
from pagerows.columns.reading import NO_HABITS, Context, Habits, language_of, shared_habits
from pagerows.columns.types import IMAGE, TEXT, URL, Typed, column_type
from pagerows.page import Page
from pagerows.patterns import lazy
from pagerows.values import Cell, CellKind

__all__ = ["shown_habits", "typed_columns"]

_NUMBERS: Final = frozenset({"integer", "decimal", "money", "percentage", "rating"})
#: What columns are that nobody needs to read.
_AT_SIGHT: Final = {1: TEXT, 2: URL}
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
    context, typed = _alone(page, columns, kinds)
    open_ones = [number for number, own in enumerate(typed) if own.confidence < 1 and _is_open(own)]
    if open_ones:
        shared = shared_habits([own.habits for own in typed])
        if site is not None:
            shared = shared.filled_from(site())
        if context is not None and shared != NO_HABITS:
            context = context._replace(habits=shared)
            for number in open_ones:
                typed[number] = _column(columns[number], context)
    return [
        own if own.values is None else _without_torn(page, column, own)
        for column, own in zip(columns, typed, strict=True)
    ]


def shown_habits(page: Page, columns: Sequence[Cells], kinds: Sequence[CellKind]) -> Habits:
    """Return what the columns of a table show of how its page writes."""
    return shared_habits([own.habits for own in _alone(page, columns, kinds)[1]])


class _Declared:
    """Says which currency a page declares for machines, which is looked for once."""

    __slots__ = ("_found", "_page")

    def __init__(self, page: Page) -> None:
        self._page: Page | None = page
        self._found: str | None = None

    def __call__(self) -> str | None:
        if self._page is not None:
            self._found, self._page = declared_currency(self._page.utf8), None
        return self._found


def _context(page: Page) -> Context:
    return Context.of(page.lang, page.url, page.now, declared=_Declared(page))


def _alone(page: Page, columns: Sequence[Cells], kinds: Sequence[CellKind]) -> tuple[Context | None, list[Typed]]:
    """Type each column by itself; the context is that in which those were read that are not plain at sight."""
    context = None
    found = []
    for column, kind, seen in zip(columns, kinds, at_sight(columns, kinds, language_of(page.lang)), strict=True):
        if kind == "image":
            found.append(IMAGE)
        elif seen:
            found.append(_AT_SIGHT[seen])
        else:
            context = context or _context(page)
            found.append(_column(column, context))
    return context, found


def _is_open(typed: Typed) -> bool:
    """Whether how a column is to be read is not certain, and it shows nothing by itself."""
    return typed.confidence < 1 and typed.habits == NO_HABITS and typed.type != "image"


def _without_torn(page: Page, column: Cells, typed: Typed) -> Typed:
    """Take the values of numbers away that stand in two elements: 13<sup>97</sup> is rarely 1397."""
    if typed.values is None or typed.type not in _NUMBERS:
        return typed
    torn = {row for row in torn_ones(column, typed.values, page.nodes.kind) if _is_torn(page, column[row])}
    if not torn:
        return typed
    values = tuple(None if row in torn else value for row, value in enumerate(typed.values))
    doubt = f"{len(torn)} of {len(values)} numbers stand in two elements"
    return typed._replace(values=values if any(v is not None for v in values) else None, confidence=0.5, doubt=doubt)


def _is_torn(page: Page, cell: Cell | None) -> bool:
    """Whether two texts of the page meet inside a number of the cell."""
    if cell is None:
        return False
    start, stop = cell.span
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
