"""Texts -> what is counted of them: characters by kind, words, prices, words of the title, ranges of numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["LANE", "LANES", "SUMS", "lanes_of", "ranges_of"]

Ints = NDArray[np.int64]

#: The properties that are summed over rows.
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
#: Lanes of 32 bits are added in pairs.
LANES: Final = len(SUMS) + len(SUMS) % 2

_WORD: Final = re.compile(r"[^\W\d_]+")
#: Words of the title that are looked for.
_TITLE_WORDS: Final = 12

#: "1-24 of 310": a range and a larger number behind it, also over several texts; ranges of so many at most.
_RANGE: Final = re.compile(
    r"(?<![\d.,/:-])(\d{1,6})\s?(?:[-\u2013\u2014\u2026]|[^\W\d]{1,5})\s?"
    r"(\d{1,6})\s\D{1,12}?(\d{1,3}(?:[., ]\d{3})+|\d{1,7})(?![\d/:-])"
)
_SEPARATOR: Final = re.compile(r"[., ]")
_SAID_MOST: Final = 1000


def lanes_of(texts: list[str], ids: Ints, covered: NDArray[np.bool_], title: str) -> NDArray[np.int32]:
    """Return the lanes of each text; `covered` are the texts inside of links."""
    chars = np.array(list(map(len, texts)), np.int64).reshape(-1)
    kinds = _characters("".join(texts), chars)
    found: dict[str, NDArray[Any] | int] = {
        "chars": chars,
        "texts": 1,
        "link_chars": chars * covered,
        "digits": kinds[:, 1],
        "numbers": kinds[:, 1] > 0,
        "signs": kinds[:, 2],
        "words": kinds[:, 3] + (chars > 0),
        "long_texts": chars >= 60,
        "repeated": np.bincount(ids, minlength=1)[ids] > 1,
        "upper": kinds[:, 4],
        "prose": chars * ((chars >= 120) & ~covered),
        "link_texts": covered,
        "titled": _titled(texts, title),
        "prices": kinds[:, 5] > 0,
    }
    lanes = np.zeros((len(texts), LANES), np.int32)
    for name, column in found.items():
        lanes[:, LANE[name]] = column
    return lanes


def _titled(texts: list[str], title: str) -> NDArray[np.bool_]:
    """Mark the texts with a word of the title: a page's title often says what its records are about."""
    words = sorted({word for word in _WORD.findall(title.casefold()) if len(word) > 2 or not word.isascii()})
    found = np.zeros(len(texts), bool)
    if not words or not texts:
        return found
    # All texts are searched at once: no word has the character that stands between them.
    joined = "\0".join(texts)
    folded = joined.casefold()
    same = len(folded) == len(joined)
    ends = np.cumsum([len(text) + 1 for text in (texts if same else map(str.casefold, texts))])
    places: list[int] = []
    for word in words[:_TITLE_WORDS]:
        at = folded.find(word)
        while at >= 0:
            places.append(at)
            at = folded.find(word, at + len(word))
    found[np.searchsorted(ends, places, "right")] = True
    return found


def _characters(joined: str, lengths: Ints) -> Ints:
    """Count characters of five kinds in each text, all texts at once. (texts, 5)"""
    if joined.isascii():
        kinds = _KINDS[np.frombuffer(joined.encode("ascii"), np.uint8)]
    else:
        points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _KINDS[np.minimum(points, 0x2FF)]
        kinds[(points >= 0x20A0) & (points <= 0x20CF)] = 5
    text = np.repeat(np.arange(0, 6 * len(lengths), 6), lengths)
    found: Ints = np.bincount(text + kinds, minlength=6 * len(lengths)).reshape(-1, 6)
    found[:, 2] += found[:, 5]
    return found


def _kinds() -> NDArray[np.uint8]:
    """Kind of each character below U+0300: 1 digit, 2 sign, 3 space, 4 upper case, 0 other."""
    kinds = np.zeros(0x300, np.uint8)
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
    return kinds


_KINDS: Final = _kinds()


def ranges_of(texts: list[str]) -> list[float]:
    """The sizes of ranges that a page names beside a larger number.

    >>> ranges_of(["1-24 of 310 results", "Showing", "11", "to", "20", "of", "85", "2019-2024", "3 - 5 days"])
    [24.0, 10.0]
    """
    found: dict[float, None] = {}
    for said in _RANGE.finditer(" ".join(texts)):
        low, high, whole = (int(_SEPARATOR.sub("", number)) for number in said.groups())
        if 0 < low < high <= whole and high - low < _SAID_MOST:
            found[float(high - low + 1)] = None
    return list(found)
