"""What a page says of how much there is: "1–24 of 310"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pagerows.page.nodes import TEXT

if TYPE_CHECKING:
    from pagerows.page import Page

__all__ = ["said_total"]

#: Rows of an element, and characters of its text, that may say it.
_ROWS: Final = 14
_LENGTH: Final = 80
_MOST_SHOWN: Final = 1_000
_N: Final = r"(\d{1,3}(?:[.,'\u00a0\u202f\u2009 ]\d{3})+|\d{1,7})"
#: From, to, and behind a word ("of", "von", "из", "的"), or a slash, of how many; a second dash would make it a date.
_TO: Final = r"\s?(?:[-–—~～]|\bto\b|\bbis\b|\bà\b|\ba\b|\baté\b|\btot\b)\s?"
_SPAN: Final = re.compile(rf"(?<![\d.,/-]){_N}{_TO}{_N}(?P<of>[^\d]{{1,24}}?){_N}(?![\d-])")
#: The other way round, as Chinese and Japanese have it: of 310, 1 to 24.
_TURNED: Final = re.compile(rf"{_N}\s?(?:件中|条中|건 중|項中|筆中)\D{{0,6}}{_N}\s?[-–—~～]\s?{_N}")


def said_total(page: Page) -> int | None:
    """Return how many records there are in all, where the page says which of them it shows.

    >>> from pagerows.page import parse
    >>> [said_total(parse(f"<p>{text}</p>")) for text in ("Showing 1–24 of 1,310 results", "10-12-2019 of 5", "3 of 7")]
    [1310, None, None]
    """
    nodes = page.nodes
    seen: set[int] = set()
    for row in (nodes.kind == TEXT).nonzero()[0].tolist():
        text = nodes.data[row]
        if not any(c.isdecimal() for c in text):
            continue
        holder = int(nodes.parent[row])
        for element in (holder, int(nodes.parent[holder]) if holder > 0 else holder):
            if element in seen or element <= 0 or nodes.end[element] - element > _ROWS:
                continue
            seen.add(element)
            if (total := _read(nodes.text(element))) is not None:
                return total
    return None


def _read(text: str) -> int | None:
    if len(text) > _LENGTH:
        return None
    if found := _SPAN.search(text):
        between = found["of"]
        if any(c.isalpha() for c in between) or between.strip() == "/":
            return _checked(*(_number(found[group]) for group in (1, 2, 4)))
    if found := _TURNED.search(text):
        return _checked(*(_number(found[group]) for group in (2, 3, 1)))
    return None


def _number(text: str) -> int:
    return int("".join(c for c in text if c.isdecimal()))


def _checked(first: int, last: int, total: int) -> int | None:
    """The total, where the three numbers are a page of a list."""
    shown = last - first + 1
    if first > 1 and 1900 <= total <= 2100 and last <= 31:
        return None  # "15 to 28 January 2018"
    on_a_border = shown > 0 and ((first - 1) % shown == 0 or last == total)
    return total if 1 <= first <= last <= total and shown <= _MOST_SHOWN and on_a_border else None
