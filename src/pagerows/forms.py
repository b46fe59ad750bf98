"""The form of short texts: what kind of value they look like, without reading it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pagerows._signs import (
    COLONS,
    CURRENCIES,
    FEW_LETTERS,
    LETTERS,
    PERCENTS,
    SEPARATED,
    count_letters,
    has_digit,
    has_figure,
    has_letter,
    has_word,
    is_constant,
    made_of,
    may_be_value,
    may_rate,
    plain_values,
)
from pagerows._tally import most_frequent
from pagerows.patterns import lazy, small

__all__ = ["LABEL", "MONEY", "VALUES", "form", "forms", "has_digit", "is_constant", "is_one_value", "is_rating"]
__all__ += ["CURRENCY", "count_letters", "has_figure", "has_letter", "has_word", "rating_in", "values_in"]

_MONTH: Final = (
    r"(?:jan|feb|fev|fév|mar|mär|apr|abr|avr|may|mai|maj|jun|jui|jul|aug|ago|aoû|sep|set|oct|okt|out|nov|dec|dez|dic|déc|ene)"
    r"[a-zéûäç]{0,7}\.?"
)
#: Characters of a text that are searched for a rating.
_LONGEST: Final = 500
_AMOUNT: Final = r"\d{1,3}(?:[.,'’\s]\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_SIGNS: Final = "[$€£¥₹₩₺฿₽₴]"
_CODES: Final = r"\b(?:USD|EUR|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|INR|BRL|Rs\.?|kr\.?|zł|лв\.?|Kč|руб\.?)"
_SIGN: Final = rf"(?:[A-Z]{{0,3}}{_SIGNS}|{_CODES})"
#: A sign of a currency, without which nothing is MONEY.
CURRENCY: Final = lazy(rf"{_SIGNS}|{_CODES}")
MONEY: Final = lazy(rf"(?:{_SIGN}\s?[-+]?(?:{_AMOUNT})|(?:{_AMOUNT})(?:,-)?\s?{_SIGN})")
_MONEY: Final = lazy(rf"[-+]?\s?(?:{MONEY.pattern})\*?(?:\s?/\s?[a-z]{{1,8}}\.?)?", re.IGNORECASE)
_DATE: Final = lazy(
    rf"(?:\w{{2,9}}\.?,?\s)?(?:\d{{1,2}}(?:st|nd|rd|th)?\.?,?\s+(?:de\s|of\s)?{_MONTH},?(?:\s(?:de\s)?'?\d{{2,4}})?|"
    rf"{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?(?:\s'?\d{{2,4}})?|{_MONTH}\s\d{{4}}|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|"
    rf"\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}})",
    re.IGNORECASE,
)
#: A date with a time of the day.
_MOMENT: Final = lazy(
    rf"(?:{_DATE.pattern})(?:,|\s(?:at|um|à|[-–·|]))?\s*\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?(?:\s[a-z]{{2,4}})?",
    re.IGNORECASE,
)
_AGO: Final = lazy(
    r"(?:about |over |almost )?(?:\d+\s?(?:[smhdwy]|mo|secs?|mins?|hrs?)|"
    r"(?:\d+\s?|an?\s)(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?))(?:\sago)?|yesterday|today|just now",
    re.IGNORECASE,
)
_NUMBER: Final = lazy(r"[(\[#+]?\s?[-+]?\d[\d.,'’\s]*(?:[kKmMbB]\b)?\+?\s?[)\]]?")
_PERCENT: Final = lazy(r"[-+(]?\s?\d+(?:[.,]\d+)?\s?%\s?[)]?(?:\s?off)?", re.IGNORECASE)
_RATING: Final = lazy(
    r"(?<![\d.,])(\d{1,3}(?:[.,]\d+)?)\s?(?:/|(?:out )?of|von|sur|su|de|van|av|z|из)\s?(?:5|10|100)(?:[.,]0)?\b|"
    r"(?<![\d.,])(\d(?:[.,]\d+)?)[\s-](?:stars?|sterne?n?|étoiles?|estrellas?|stelle|sterren)\b|"
    r"(?:rating|rated|stars?|score|bewertung|note)\W{1,3}(\d(?:[.,]\d+)?)\b",
    re.IGNORECASE,
)
_OUT_OF: Final = lazy(
    r"(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?(?:/|(?:out )?of|von|sur|su|de|van|av|z|из)\s?(?:5|10|100)(?:[.,]0)?\b"
    r"(?:\s(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|sterren)\b)?",
    re.IGNORECASE,
)
_DURATION: Final = lazy(
    r"(?:\d+\s?(?:h|hr|hrs|hours?|m|min|mins|minutes?|s|sec)\.?\s?)+(?:read)?|\d{1,2}(?::\d\d){1,2}", re.IGNORECASE
)
_RANGE: Final = lazy(rf"(?:{MONEY.pattern})\s?[-–—~]\s?(?:{MONEY.pattern}|{_AMOUNT})", re.IGNORECASE)
#: The forms of texts with a digit, in the order in which they are asked, and what a text must have one of for each.
_FORMS: Final = (
    ("money", _MONEY, LETTERS | CURRENCIES), ("money", _RANGE, LETTERS | CURRENCIES), ("percent", _PERCENT, PERCENTS),
    ("date", _DATE, LETTERS | SEPARATED), ("date", _MOMENT, COLONS), ("duration", _DURATION, LETTERS | COLONS),
    ("date", _AGO, LETTERS), ("number", _NUMBER, FEW_LETTERS),
)  # fmt: skip
#: The same for texts of ASCII in small letters.
_SMALL_FORMS: Final = tuple([(name, small(pattern), needed) for name, pattern, needed in _FORMS])
_SMALL_RATING: Final = small(_RATING)
_SMALL_AGO: Final = small(_AGO)


#: A label at the start of a text: words up to a colon that is not part of an address or a time.
LABEL: Final = lazy(r"\s*([^\W\d][^:：]{0,40}?)\s?[:：](?!//|\d\d\b)")
#: Values within a text, the most telling first.
VALUES: Final = lazy(
    rf"{MONEY.pattern}|\d+(?:[.,]\d+)?\s?%|{_DATE.pattern}|(?<![\w.])[-+]?\d[\d.,]*(?:[kKmM]\b)?\+?", re.IGNORECASE
)
_SMALL_VALUES: Final = small(VALUES)
_DIGIT: Final = re.compile(r"\d")
#: Characters of a value before its first digit are at most so many ("Wednesday, September 3").
_BEFORE: Final = 30


@lru_cache(maxsize=16384)
def form(text: str) -> str:
    """Tell what a text looks like: money, percent, date, duration, number, rating or text.

    >>> [form(text) for text in ("$ 5.99", "Dec 3, 2025 3:00 PM", "(128)", "12 min read", "Ann Lee", "4.5 out of 5")]
    ['money', 'date', 'number', 'duration', 'text', 'rating']
    """
    if not may_be_value(text):
        return "text"
    text = text.strip(" ·|•,;–—")
    is_small, made = text.isascii(), made_of(text)
    text = text.lower() if is_small else text
    if not has_digit(text):  # no value but "yesterday" goes without
        return "date" if (_SMALL_AGO if is_small else _AGO).fullmatch(text) else "text"
    for name, pattern, needed in _SMALL_FORMS if is_small else _FORMS:
        if made & needed and pattern.fullmatch(text):
            return name
    rating = (_SMALL_RATING if is_small else _RATING).search(text) if len(text) < 30 and may_rate(text) else None
    return "rating" if rating and rating.end() - rating.start() >= 0.5 * len(text) else "text"


def values_in(text: str) -> list[tuple[int, int]]:
    """Return where the values within a text start and stop.

    >>> [text[start:stop] for text in ("4.7 (128 reviews)", "By Ann, Dec 3, 2025") for start, stop in values_in(text)]
    ['4.7', '128', 'Ann, Dec 3, 2025']
    """
    if (plain := plain_values(text)) is not None:
        return plain
    pattern = _SMALL_VALUES if text.isascii() else VALUES
    folded = text.lower() if text.isascii() else text
    found: list[tuple[int, int]] = []
    at = 0
    while digit := _DIGIT.search(folded, at):
        value = pattern.search(folded, max(at, digit.start() - _BEFORE))
        if value is None:
            break
        found.append(value.span())
        at = value.end()
    return found


def forms(texts: Sequence[str], share: float = 0.8) -> str:
    """Tell the form that most texts have; "text" where there is none."""
    name, count = most_frequent(map(form, texts))
    return name if name and count >= share * len(texts) else "text"


def is_one_value(text: str) -> bool:
    """Tell whether a text is one amount of money, date or rating as a whole."""
    return len(text) <= 40 and form(text) in ("money", "date", "rating", "percent")


def is_rating(text: str) -> bool:
    """Tell whether a text says how good something is rated."""
    text = text[:_LONGEST]
    return has_digit(text) and may_rate(text) and _rates(text)


def _rates(text: str) -> bool:
    return bool(_SMALL_RATING.search(text.lower()) if text.isascii() else _RATING.search(text))


def rating_in(text: str) -> str | None:
    """Return the part of a short text that is a rating out of something, or None.

    >>> rating_in("Rated 4.5 out of 5 stars."), rating_in("4 days")
    ('4.5 out of 5 stars', None)
    """
    match = _OUT_OF.search(text) if len(text) <= 80 and ("5" in text or "10" in text) else None
    return match[0].strip() if match else None
