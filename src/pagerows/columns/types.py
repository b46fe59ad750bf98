"""What a column holds, decided over all cells: text, integer, decimal, money, percentage, date, time, url, rating.

The texts themselves are never changed. A type is given where nearly all cells fit; the value of one that does not is
None.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from typing import Any, Final

from pagerows.columns.dates import read_dates, read_time
from pagerows.columns.money import MONEY, Money, currency_code
from pagerows.columns.numbers import NUMBER, decimal_mark, read_number

__all__ = ["FITTING", "Typed", "column_type"]

#: Share of a column's cells that must fit its type; "Sold out" among prices is no reason to call them text.
FITTING: Final = 0.8
#: Texts longer than this are sentences, whatever numbers they hold.
LONGEST: Final = 60
#: Characters around an amount of money: "from", "per night", "Price:".
MOST_WORDS: Final = 16

#: A type and the cells' values under it (None for all: the text says it all).
Typed = tuple[str, tuple[Any, ...] | None]

_ANY_DIGIT: Final = re.compile(r"\d")
_URL: Final = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_PERCENT: Final = re.compile(rf"(?P<sign>[-−–+]?)\s?(?P<n>{NUMBER})\s?%(?:\s+\w{{1,12}})?")
_RATING: Final = re.compile(
    rf"(?:\w{{1,12}}:?\s)?(?P<n>{NUMBER})\s?(?:/|out of|of|von|sur|su|de|van|av|z)\s?(?P<top>5|10|100)"
    r"(?:[.,]0)?(?:\s?\w{1,12})?",
    re.IGNORECASE,
)
_STARS: Final = re.compile(rf"(?P<n>{NUMBER})\s(?:stars?|Sterne?n?|étoiles?|estrellas?|stelle)", re.IGNORECASE)
_SYMBOLS: Final = re.compile(r"[★☆⭐✩✭✮✰✪\s]{1,12}")
#: A number with a unit or brackets behind it, or a label and colon before it.
_COUNTED: Final = re.compile(
    rf"(?P<pre>[(\[#≈~]?|[^\d:]{{1,24}}:\s?)(?P<sign>[-−+]?)(?P<n>{NUMBER})(?P<post>\s?[^\d]{{0,24}})"
)


def column_type(texts: Sequence[str | None], lang: str | None = None) -> Typed:
    """Return the type of a column and its cells' values.

    >>> column_type(["£3.350", None, "£1.200,50"])
    ('money', (Money(amount=3350, currency='GBP'), None, Money(amount=1200.5, currency='GBP')))
    >>> column_type(["Tent", "Stove"])
    ('text', None)
    """
    filled = [text for text in texts if text]
    if not filled:
        return "text", None
    need = FITTING * len(filled)
    if sum(1 for text in filled if _URL.fullmatch(text)) >= need:
        return "url", None
    for name, read in _READERS:
        if name != "rating" and sum(1 for text in filled if len(text) <= LONGEST and _ANY_DIGIT.search(text)) < need:
            continue
        values = read(filled, lang)
        if sum(1 for value in values if value is not None) >= need:
            return name if name != "number" else _number_name(values), _spread(texts, values)
    return "text", None


def _spread(texts: Sequence[str | None], values: Sequence[Any]) -> tuple[Any, ...]:
    coming = iter(values)
    return tuple(next(coming) if text else None for text in texts)


def _number_name(values: Sequence[Any]) -> str:
    return "decimal" if any(isinstance(value, float) for value in values) else "integer"


def _signed(sign: str | None, number: float | int) -> float | int:
    return -number if sign and sign.strip() and sign.strip() != "+" else number


def _ratings(texts: Sequence[str], lang: str | None) -> list[Any]:
    if all(_SYMBOLS.fullmatch(text) and text.strip() for text in texts):
        return [sum(text.count(star) for star in "★⭐✭✮✪") for text in texts]
    matches = [_RATING.fullmatch(text) or _STARS.fullmatch(text) for text in texts]
    mark = decimal_mark((m["n"] for m in matches if m), lang)
    values = [read_number(m["n"], mark) if m else None for m in matches]
    # "11/5" is a date or a fraction, not a rating.
    return [
        value if m and value is not None and value <= float(m.groupdict().get("top") or 10) else None
        for m, value in zip(matches, values, strict=True)
    ]


def _moneys(texts: Sequence[str], lang: str | None) -> list[Any]:
    """Amounts with a currency; a text with two of them (old and new price, a range) has no one amount."""
    found = [_amounts(text) for text in texts]
    if sum(1 for amounts in found if amounts) < FITTING * len(texts):
        return [None] * len(texts)
    mark = decimal_mark((m["a"] or m["b"] for amounts in found for m in amounts), lang, money=True)
    return [_money(amounts, mark) for amounts in found]


def _amounts(text: str) -> list[re.Match[str]]:
    if len(text) > LONGEST:
        return []
    amounts = list(MONEY.finditer(text))
    words = len(text) - sum(m.end() - m.start() for m in amounts)
    return amounts if words <= MOST_WORDS else []


def _money(amounts: list[re.Match[str]], mark: str) -> Money | None:
    if not amounts:
        return None
    first = amounts[0]
    currency = currency_code(first["before"] or first["behind"])
    if len(amounts) > 1:
        return Money(None, currency)
    return Money(_signed(first["minus"] or first["inner"], read_number(first["a"] or first["b"], mark)), currency)


def _percentages(texts: Sequence[str], lang: str | None) -> list[Any]:
    matches = [_PERCENT.fullmatch(text) for text in texts]
    mark = decimal_mark((m["n"] for m in matches if m), lang)
    return [_signed(m["sign"], read_number(m["n"], mark)) if m else None for m in matches]


def _times(texts: Sequence[str], lang: str | None) -> list[Any]:  # noqa: ARG001 - all readers are called alike
    return [read_time(text) for text in texts]


def _dates(texts: Sequence[str], lang: str | None) -> list[Any]:
    values = read_dates(texts, lang)
    if any(isinstance(value, datetime) for value in values):
        # One type per column: a day is its midnight.
        return [datetime.combine(v, time()) if v is not None and not isinstance(v, datetime) else v for v in values]
    return list[date | None](values)


def _numbers(texts: Sequence[str], lang: str | None) -> list[Any]:
    """Plain numbers, and numbers with the same few words around them in all cells ("128 reviews")."""
    matches = [_COUNTED.fullmatch(text) for text in texts]
    fitting = [m for m in matches if m]
    around = Counter((m["pre"].strip(), m["post"].strip()) for m in fitting)
    # Singular and plural at most; names and codes ("Model 3 blue") have as many surroundings as cells.
    if not fitting or len(around) > max(2, len(fitting) // 10) or any(_is_code(m["n"]) for m in fitting):
        return [None] * len(texts)
    mark = decimal_mark((m["n"] for m in fitting), lang)
    return [_signed(m["sign"], read_number(m["n"], mark)) if m else None for m in matches]


def _is_code(token: str) -> bool:
    """Whether digits are a code (zip, phone, article number) and not an amount."""
    if token.isdigit():
        return (len(token) > 1 and token.startswith("0")) or len(token) > 15
    groups = re.split(r"[.,'’\s]", token)
    return len(groups) > 2 and len(groups[-2]) not in (2, 3)  # a version or address, not thousands


_READERS: Final[tuple[tuple[str, Callable[[Sequence[str], str | None], list[Any]]], ...]] = (
    # Money before dates: "R$ 12,00" reads as one otherwise. Dates before numbers: "1.5.2020".
    ("rating", _ratings),
    ("money", _moneys),
    ("percentage", _percentages),
    ("date", _dates),
    ("time", _times),
    ("number", _numbers),
)
