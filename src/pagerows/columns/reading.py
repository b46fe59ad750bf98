"""What all readers of columns share: texts made plain, and what is known of the page.

The rule of all readers: right or none. A value is given where sign, scale, unit and currency are understood.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from pagerows.patterns import lazy
from pagerows.plain import dataclass, replace

__all__ = ["LONGEST", "NO_HABITS", "Context", "Habits", "clean", "shared_habits"]

#: Texts longer than this are sentences, whatever numbers they hold; no reader sees them, which bounds their work.
LONGEST: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How a page or site writes what could be read in two ways; None: not known.

    A column that shows it by itself decides for itself; one that does not follows the others of its page, and those
    of its site where they are passed in.
    """

    #: The sign before the fraction of a number: ``.`` or ``,``.
    mark: str | None = None
    #: Whether 3/4/2020 is in April.
    day_first: bool | None = None

    def filled_from(self, other: Habits) -> Habits:
        """Return these habits, and the other's where these are not known."""
        return replace(
            self,
            mark=self.mark or other.mark,
            day_first=other.day_first if self.day_first is None else self.day_first,
        )


NO_HABITS: Final = Habits()


def shared_habits(shown: Sequence[Habits]) -> Habits:
    """What columns of a page, or pages of a site, all show; nothing where they disagree."""
    marks = {own.mark for own in shown if own.mark}
    orders = {own.day_first for own in shown if own.day_first is not None}
    return Habits(
        mark=marks.pop() if len(marks) == 1 else None,
        day_first=orders.pop() if len(orders) == 1 else None,
    )


def _not_known() -> None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What readers may know of the page that a column is on."""

    #: The page's language ("de", "en-GB").
    lang: str | None = None
    #: The country that the page is made for, in lower case, from its language or address.
    country: str | None = None
    #: When the page was as it is: what "3 days ago" is counted from. None: nobody knows, such texts have no value.
    now: datetime | None = None
    #: Says which currency the page declares for machines; asked where a sign stands for several.
    declared: Callable[[], str | None] = _not_known
    habits: Habits = NO_HABITS

    @property
    def language(self) -> str:
        """The language without its country."""
        return _language(self.lang)

    @classmethod
    def of(
        cls,
        lang: str | None,
        url: str | None = None,
        now: datetime | None = None,
        habits: Habits = NO_HABITS,
        declared: Callable[[], str | None] = _not_known,
    ) -> Context:
        """Make a context from what a page says of itself."""
        return cls(lang=lang, country=_country(lang, url), now=now, declared=declared, habits=habits)


@lru_cache(maxsize=64)
def _language(lang: str | None) -> str:
    return (lang or "").lower().replace("_", "-").partition("-")[0]


def _country(lang: str | None, url: str | None) -> str | None:
    """The country in the language ("en-GB"), else the address's ending (.co.uk).

    "en-US" is what templates say that nobody has looked at: the address knows better.
    """
    parts = (lang or "").lower().replace("_", "-").split("-")[1:]
    said = next((part for part in parts if len(part) == 2 and part.isalpha()), None)
    return said if said and said != "us" else _ending(url) or said


def _ending(url: str | None) -> str | None:
    if not url:
        return None
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return None
    ending = host.rpartition(".")[2]
    if len(ending) != 2 or not ending.isalpha() or ending in _NO_COUNTRY:
        return None
    return {"uk": "gb"}.get(ending, ending)


#: Endings of countries that anybody uses.
_NO_COUNTRY: Final = frozenset(
    {"io", "co", "tv", "me", "ai", "eu", "cc", "fm", "gg", "ly", "to", "ws", "sh", "so", "is"}
)

#: A digit that is none of ours.
_OTHER_DIGIT: Final = lazy(r"[^\D0-9]")
_REVERSING: Final = frozenset("\u202d\u202e")
_FOLDED: Final = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full width
    **dict.fromkeys(map(ord, "\u00a0\u1680\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\n\r\f\v"), " "),
    **dict.fromkeys(map(ord, "\u2212\ufe63\u2010\u2011"), "-"),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c")),
    **dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069\u061c\ufeff\u00ad")),
    ord("٫"): ".", ord("٬"): "'", ord("٪"): "%", ord("،"): ",", ord("’"): "'", ord("￥"): "¥", ord("￡"): "£",
}  # fmt: skip


def clean(text: str) -> str | None:
    """Return a short text with plain digits, signs and spaces; None where nobody could be sure of its digits.

    >>> clean("１２\\u00a0€"), clean("1" * 100), clean("1２")
    ('12 €', None, None)
    """
    if len(text) > LONGEST:
        return None
    if text.isascii():
        return " ".join(text.split())
    if not _REVERSING.isdisjoint(text):  # what is shown is not what is written
        return None
    if _OTHER_DIGIT.search(text):
        digits = {ord(c) - int(c) for c in text if c.isdecimal()}
        if len(digits) > 1:  # digits of two scripts in one text
            return None
        text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    return " ".join(text.translate(_FOLDED).split())
