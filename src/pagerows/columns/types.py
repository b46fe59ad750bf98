"""What a column holds, decided over all cells: text, integer, decimal, money, percentage, date, time, url, rating.

The texts themselves are never changed. A type is given where nearly all cells fit; a value where it is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pagerows.columns._texts import FITTING, Texts
from pagerows.columns.dates import read_exact
from pagerows.columns.kinds import ORDER, Found
from pagerows.columns.reading import NO_HABITS, Context, Habits
from pagerows.plain import dataclass, replace
from pagerows.values import Money

__all__ = ["SURE", "Typed", "column_type", "with_role"]

#: Columns below this confidence say why.
SURE: Final = 0.9
#: Distinct texts that are looked at first: a kind that few of them fit is not asked about the others.
SAMPLE: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A column's type and its cells' values under it."""

    type: str = "text"
    #: None: the texts say it all.
    values: tuple[Any, ...] | None = None
    #: What all values are in: a currency, a unit, the scale of a rating.
    unit: str | None = None
    confidence: float = 1.0
    #: Where the confidence is low: why.
    doubt: str | None = None
    #: What the column shows of how its page writes numbers and dates.
    habits: Habits = NO_HABITS


#: What has no type of its own.
TEXT: Final = Typed()


def column_type(
    texts: Sequence[str | None], context: Context | None = None, exact: Sequence[str | None] | None = None
) -> Typed:
    """Return the type of a column and its cells' values; `exact` is what the markup says for machines, where it does.

    >>> made = column_type(["£3.350", None, "£1.200,50"])
    >>> made.type, made.values[0], made.unit
    ('money', Money(amount=3350, currency='GBP', until=None), 'GBP')
    >>> column_type(["Tent", "Stove"]).type
    'text'
    """
    context = context or Context()
    if exact is None or not any(exact):
        return _decide(texts, context)
    typed = _decide(_stated(texts, exact), context)
    if typed.type == "text" and typed.values is None:
        other = _decide(exact, replace(context, habits=Habits(mark=".")))
        return other if other.type in ("rating", "date", "integer", "decimal") else typed
    return typed


def _decide(texts: Sequence[str | None], context: Context) -> Typed:
    known = Texts(texts, context)
    if not known.total:
        return TEXT
    if known.are_links():
        return Typed(type="url")
    found, nearest = _kind(known)
    if found is None:
        return TEXT if nearest is None else Typed(confidence=0.7, doubt=nearest)
    return _typed(found, known, known.cleaned)


def _kind(texts: Texts) -> tuple[Found | None, str | None]:
    """The first kind that nearly all cells fit; else what most of them would be, in words."""
    possible = texts.possible()
    if not possible:  # titles and prose
        return None, None
    sample = texts.some(texts.distinct // SAMPLE) if texts.distinct >= 2 * SAMPLE else None
    if sample:
        possible &= sample.possible()
    best: tuple[int, str] | None = None
    for bit, kind in ORDER:
        if not possible & bit:
            continue
        if sample and ((few := kind(sample)) is None or sample.too_few(sample.cells(few.fitting))):
            continue
        found = kind(texts)
        if found is None:
            continue
        cells = texts.cells(found.fitting)
        if cells >= FITTING * texts.total:
            return found, None
        if cells * 2 >= texts.total and found.type != "text" and (best is None or cells > best[0]):
            best = cells, found.type
    return None, None if best is None else f"{best[0]} of {texts.total} cells are of type {best[1]}"


def _typed(found: Found, texts: Texts, cells: Sequence[str | None]) -> Typed:
    values = tuple(None if text is None else found.values.get(text) for text in cells)
    read = sum(1 for value in values if value is not None)
    confidence = round(found.sure * (read / texts.total if read else 0.5), 2)
    doubt = found.doubt if confidence < SURE or not read else None
    if doubt is None and confidence < SURE:
        doubt = f"{texts.total - read} of {texts.total} cells unread" if read < texts.total else "read by habit"
    return Typed(
        type=found.type,
        values=values if read else None,
        unit=found.unit if read else None,
        confidence=confidence,
        doubt=doubt,
        habits=found.habits,
    )


def _stated(texts: Sequence[str | None], exact: Sequence[str | None]) -> list[str | None]:
    """The texts, with the dates that the markup states in their place."""
    return [own if own and read_exact(own) else text for text, own in zip(texts, exact, strict=True)]


def with_role(typed: Typed, role: str | None) -> Typed:
    """Return what a column is once it is known what it is for: bare numbers may be prices, ratings or codes.

    >>> with_role(column_type(["4.5", "3.9"]), "rating").type, with_role(column_type(["20130", "7343"]), "id").type
    ('rating', 'text')
    """
    numbers = typed.type in ("integer", "decimal")
    if role in ("id", "phone") and numbers:
        return Typed()
    if typed.values is None or not numbers:
        return typed
    if role == "rating" and all(value is None or 0 <= value <= 10 for value in typed.values):
        return replace(typed, type="rating")
    if role in ("price", "old_price", "salary") or (role == "discount" and typed.type == "decimal"):
        values = tuple(None if value is None else Money(value, None) for value in typed.values)
        return replace(typed, type="money", values=values)
    return typed
