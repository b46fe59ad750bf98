"""Texts -> what is counted of them: characters by kind, words, prices, words of the title, ranges of numbers."""

from __future__ import annotations

import unicodedata
from typing import Final

from pagerows.measures._columns import range_starts
from pagerows.patterns import lazy

__all__ = ["KINDS", "LANE", "SUMS", "ranges_of", "title_words"]

#: The properties that are summed over rows, in the order of `_lanes.pxd`.
SUMS: Final = (
    "chars",  # characters of visible text
    "texts",  # visible text rows
    "rows",  # all rows
    "links",  # <a href>
    "link_chars",  # characters inside of links
    "images",
    "digits",  # digit characters
    "numbers",  # texts with a digit
    "signs",  # punctuation and symbols
    "words",
    "long_texts",  # texts of 60 characters or more
    "repeated",  # texts that stand elsewhere on the page, too
    "headings",  # <h1> to <h6>
    "bold",  # <b>, <strong>
    "upper",  # upper-case characters
    "prose",  # characters of texts of 120 or more outside of links
    "href_digits",  # links with a digit in their address
    "link_texts",  # texts inside of links
    "titled",  # texts with a word of the page's title
    "href_chars",  # characters of the links' addresses
    "href_steps",  # slashes in them
    "prices",  # texts with a sign of currency
)
LANE: Final = {name: lane for lane, name in enumerate(SUMS)}

_WORD: Final = lazy(r"[^\W\d_]+")
#: Words of the title that are looked for.
_TITLE_WORDS: Final = 12

#: "1-24 of 310": a range and a larger number behind it, also over several texts; ranges of so many at most.
_RANGE: Final = lazy(
    r"(?<![\d.,/:-])(\d{1,6})\s?(?:[-\u2013\u2014\u2026]|[^\W\d]{1,5})\s?"
    r"(\d{1,6})\s\D{1,12}?(\d{1,3}(?:[., ]\d{3})+|\d{1,7})(?![\d/:-])"
)
_SEPARATOR: Final = lazy(r"[., ]")
_SAID_MOST: Final = 1000


def title_words(title: str) -> list[bytes]:
    """The words of a title that texts are searched for, in UTF-8: a page's title often says what its records are about.

    >>> title_words("Chairs and 2 Ö to sit")
    [b'and', b'chairs', b'sit', b'\\xc3\\xb6']
    """
    words = sorted({word for word in _WORD.findall(title.casefold()) if len(word) > 2 or not word.isascii()})
    return [word.encode() for word in words[:_TITLE_WORDS]]


def _kinds() -> bytes:
    """Kind of each character: 1 digit, 2 sign, 3 space, 4 upper case, 5 currency, 0 other."""
    kinds = bytearray(0x300)
    for point in range(0x2FF):
        character = chr(point)
        if unicodedata.category(character) == "Sc":
            kinds[point] = 5
        elif character.isdigit():
            kinds[point] = 1
        elif character.isspace():
            kinds[point] = 3
        elif character.isupper():
            kinds[point] = 4
        elif not character.isalpha():
            kinds[point] = 2
    return bytes(kinds)


#: Kind of each character below U+0300; of those beyond only signs of currency are told apart.
KINDS: Final = _kinds()


def ranges_of(joined: bytes) -> list[float]:
    """The sizes of ranges that a page names beside a larger number; its texts have a NUL between them.

    >>> ranges_of(b"1-24 of\\x00310 results\\0Showing 11 to 20 of 85 2019-2024 3 - 5 days")
    [24.0, 10.0]
    """
    starts = range_starts(joined)
    text = joined.decode("utf-8", "surrogatepass").replace("\0", " ") if starts else ""
    found: dict[float, None] = {}
    end = 0
    for start in starts:
        said = _RANGE.match(text, start) if start >= end else None
        if said is None:
            continue
        end = said.end()
        low, high, whole = (int(_SEPARATOR.sub("", number)) for number in said.groups())
        if 0 < low < high <= whole and high - low < _SAID_MOST:
            found[float(high - low + 1)] = None
    return list(found)
