"""Words that all cells of a column say around their values ("Was $30", "4 beds", "by Ann Lee", "... Read more") go.

The value is the fact; the words are the same in every record. They still tell what the column is, so a cell keeps its
`whole` text, by which columns get their types and names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pagerows._tally import most_frequent
from pagerows.forms import form, has_figure, values_in
from pagerows.page.nodes import NodeTable
from pagerows.tidy._links import last_links
from pagerows.tidy._ruled import (
    ends_of,
    has_words,
    may_be_bracketed,
    may_have_words,
    shared_before,
    shared_behind,
)
from pagerows.tidy._strips import with_text
from pagerows.tidy.strips import Cells, Strip, are_most, strips
from pagerows.tidy.units import is_unit
from pagerows.values import Cell

__all__ = ["trim_words", "without_brackets"]

#: Share of the cells that must have the words.
_MOST: Final = 0.9
#: Fewest cells that show which words are the same in all.
_FEWEST: Final = 2
#: Most words that are cut at one end.
_MOST_WORDS: Final = 4
#: Mean length from which on texts are prose.
_LONG: Final = 60
#: Longest text that may be a value.
_LONGEST: Final = 120
#: What may stand between two values that are one: the ends of a range.
_BETWEEN: Final = re.compile(r"[\s\-–—~+()/*.,]*(?:to|bis|à)?[\s\-–—~+()/*.,]*", re.IGNORECASE)
#: Signs between facts, as they stand at the ends of texts.
_EDGES: Final = re.compile(r"^[|·•,;](?=\s)\s*|^[–—]\s+(?!\d)|\s*[|·•,;]$|\s[–—]$")
#: A count in brackets, and a small word that stands right before an amount.
_BRACKETED: Final = re.compile(r"\((\d[\d.,]*[kKmM]?\+?)\)")
_GLUED: Final = re.compile(r"^([a-z]{2,})(?=[$€£¥₹])")
#: Words before a name that only say that it is one.
_BY: Final = frozenset({
    ("by",), ("von",), ("par",), ("por",), ("di",), ("door",), ("af",), ("av",), ("autor:",), ("posted", "by"),
    ("written", "by"), ("submitted", "by"), ("in",), ("from",),
})  # fmt: skip
#: Words before a date that only say what happened then.
_ON: Final = frozenset({
    "on", "updated", "published", "posted", "added", "created", "released", "modified", "since", "until", "ends",
    "starts", "from", "am", "vom", "seit", "bis", "le", "du", "el", "del", "il", "den", "op",
})  # fmt: skip
#: Letters that may be those of a currency ("CDN $ 83").
_CODE: Final = re.compile(r"[A-Z]{2,4}")
_CURRENCY: Final = re.compile(
    r"[^\w\s]+|(?:usd|eur|gbp|chf|cad|aud|sek|nok|dkk|pln|inr|brl|jpy|cny|rub|czk|huf|mxn|rs|kr|zł|лв|kč|руб)\.?",
    re.IGNORECASE,
)


def trim_words(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns without the words that (nearly) all cells of one have around their values."""
    given = strips(columns)
    for number in may_have_words(nodes, given):
        given[number] = _trimmed(nodes, _without_signs(given[number]))
    return given


def without_brackets(columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns; counts without the brackets that (nearly) all of one stand in: "(28)" is 28."""
    given = strips(columns)
    for number in may_be_bracketed(given):
        given[number] = _unbracketed(given[number])
    return given


def _unbracketed(column: Strip) -> Strip:
    if not are_most(map(_BRACKETED.fullmatch, column.texts), len(column.texts), _MOST):
        return column
    return Strip(
        [cell and with_text(cell, _BRACKETED.sub(r"\1", cell.text), cell.whole or cell.text) for cell in column]
    )


def _without_signs(column: Strip) -> Strip:
    """Short texts without the signs that part them from what stands beside them ("Ann Lee |", "• 3 May")."""
    if column.signs.currency and any(map(_GLUED.match, column.texts)):
        column = Strip([cell and with_text(cell, _GLUED.sub(r"\1 ", cell.text)) for cell in column])
    if column.lists or column.pictures or not column.signs.edged:
        return column
    return Strip(
        [
            cell if cell is None or len(cell.text) > _LONG else with_text(cell, _EDGES.sub("", cell.text) or cell.text)
            for cell in column
        ]
    )


def _trimmed(nodes: NodeTable, column: Strip) -> Strip:
    texts = column.texts
    if len(texts) < _FEWEST or column.lists or column.pictures:
        return column
    if column.signs.length > _LONG * len(texts):
        return _without_links(nodes, column)
    words = column.words
    before, behind = shared_before(words), shared_behind(words)
    if not (before or behind) or _are_values(texts):
        return column
    for last in range(behind, -1, -1):  # of "12 min read" one word goes, for minutes are what is counted
        for first in (before, 0) if before else (0,):
            if (first or last) and _may_cut(words, first, last):
                return _cut(column, words, first, last)
    return column


def _are_values(texts: Sequence[str]) -> bool:
    return are_most((_is_value(text) and not _may_hold_words(text) for text in texts), len(texts), _MOST)


def _may_hold_words(text: str) -> bool:
    """Whether what reads as a value may have words around it: a date behind "updated", minutes before "read"."""
    return text.endswith("read") or text.partition(" ")[0].casefold() in _ON


@lru_cache(maxsize=1024)
def _is_value(text: str) -> bool:
    """Whether a text is a value, or the two ends of one."""
    if form(text) != "text":
        return True
    if has_words(text):
        return False
    spans = values_in(text) if len(text) <= _LONGEST else []
    starts, stops = [start for start, _ in spans], [stop for _, stop in spans]
    rest = [text[after:before] for after, before in zip([0, *stops], [*starts, len(text)], strict=True)]
    return bool(spans) and _BETWEEN.fullmatch("".join(rest)) is not None


def _may_cut(words: Sequence[Sequence[str]], first: int, last: int) -> bool:
    """Whether what is left is a value, or a name behind "by"."""
    head, tail = tuple(map(str.casefold, words[0][:first])), words[0][len(words[0]) - last :]
    rests = [" ".join(own[first : len(own) - last]) for own in words]
    if not last and head in _BY:
        return not has_figure(rests[0])
    if any(map(_is_sign, (*words[0][:first], *tail))) or "".join(head).endswith(":"):
        return False  # labels are cut where columns are named
    if not are_most(map(_is_value, rests), len(rests), _MOST):
        return False
    kind, count = most_frequent(
        [form(rest) if form(rest) != "text" or not _is_value(rest) else "range" for rest in rests]
    )
    if kind in ("text", "rating") or count < _MOST * len(rests):
        return kind not in ("text", "rating") and not first
    if kind == "percent":
        return not last  # "15 % off" is one value
    # "Chapter 1" is a name, "2 kg" a measure; "4 beds" is a number of beds.
    return kind != "number" or (not first and not is_unit(" ".join(tail)) and not is_unit(tail[0]))


def _is_sign(word: str) -> bool:
    """Whether a word is a currency, which belongs to its amount."""
    return bool(_CURRENCY.fullmatch(word) or _CODE.fullmatch(word))


def _cut(column: Strip, words: Sequence[list[str]], first: int, last: int) -> Strip:
    head, tail = _ends(words, first, last)
    coming = iter(words)
    found: list[Cell | None] = []
    for cell in column:
        own: list[str] = [] if cell is None else next(coming)
        if cell is None or len(own) <= first + last or ends_of(own, first, last) != (head, tail):
            found.append(cell)
        else:
            text = _closed(" ".join(own[first : len(own) - last]).strip(" ,;:"))
            found.append(with_text(cell, text, cell.whole or cell.text))
    return Strip(found)


def _closed(text: str) -> str:
    """A text without the bracket whose other half was cut off with the words."""
    for one, other in ("()", "[]"):
        if (one in text) != (other in text):
            text = text.replace(one, "").replace(other, "").strip()
    return text


def _ends(words: Sequence[list[str]], first: int, last: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words at both ends that most texts have."""
    heads, tails = zip(*[ends_of(own, first, last) for own in words], strict=True)
    return most_frequent(heads)[0] or (), most_frequent(tails)[0] or ()


def _without_links(nodes: NodeTable, column: Strip) -> Strip:
    """Prose without the link at its end that leads on."""
    end = last_links(nodes, column, _MOST, _MOST_WORDS)
    if not end:
        return column
    return Strip(
        [
            with_text(cell, cell.text[: -len(end)].rstrip(), cell.text)
            if cell is not None and cell.text.endswith(end) and len(cell.text) > len(end)
            else cell
            for cell in column
        ]
    )
