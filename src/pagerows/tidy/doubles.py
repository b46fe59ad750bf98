"""Doubles: columns that say again what another says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from pagerows.forms import is_rating
from pagerows.tidy._doubles import plain_text, plain_texts
from pagerows.tidy.strips import Cells, Strip, are_most, strips
from pagerows.values import Cell

__all__ = ["doubles"]

_SAME: Final = 0.9
_MOST: Final = 200
#: Columns up to which texts are looked for within each other.
_MOST_COMPARED: Final = 60
#: Other columns that a text must be made of, where none of them is most of it.
_PARTS: Final = 3
#: Letters of a text that is looked for within others, where it is the only one.
_WORDY: Final = 5
#: Share of such a text that may be words of its own.
_REST: Final = 0.25
_RATED: Final = re.compile(r"\d(?:[.,]\d+)?")


def doubles(columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column whether another one says the same in nearly every record that has it."""
    given = strips(columns)
    reasons: list[str | None] = [None] * len(given)
    texts = [{} if column.is_image else plain_texts(column) for column in given]
    _mark_said_again(given, texts, reasons)
    told = [number for number in range(min(_MOST, len(given))) if texts[number] and not reasons[number]]
    for one in told:
        for other in told:
            if one == other or reasons[one] or reasons[other]:
                continue
            if _is_same(texts[one], texts[other]) and _prefer(given, texts, other, one):
                reasons[one] = "double"
    return reasons


def _is_same(one: dict[int, str], other: dict[int, str]) -> bool:
    """Whether the other texts are the same in nearly every record that has one."""
    least, held = _SAME * len(one), len(one)
    for row, text in one.items():
        if other.get(row) != text:
            held -= 1
            if held < least:
                return False
    return held >= least


def _mark_said_again(columns: Sequence[Strip], texts: Sequence[dict[int, str]], reasons: list[str | None]) -> None:
    """Mark columns that say what others say with the same words around it ("Share this event: ...", alternative texts).

    A list whose members are all the same text says that text.
    """
    if len(columns) > _MOST_COMPARED:
        return
    for number, column in enumerate(columns):
        own = {row: _once(column[row]) for row in texts[number]} if column.lists else texts[number]
        if len(own) < 3 or (distinct := len(set(own.values()))) < 2 or _are_sentences(column):
            continue
        if _is_rating_again(number, columns, reasons) or (
            distinct > 2 and _is_said_again(number, own, texts, reasons, column.lists)
        ):
            reasons[number] = "double"


def _are_sentences(column: Strip) -> bool:
    return 2 * column.signs.ended > len(column.texts)


def _once(cell: Cell | None) -> str:
    said = {plain_text(item.text) for item in cell.items} if cell else set()
    return said.pop() if len(said) == 1 else plain_text(cell.text) if cell else ""


def _is_said_again(
    number: int, own: dict[int, str], texts: Sequence[dict[int, str]], reasons: Sequence[str | None], is_list: bool
) -> bool:
    others = [told for at, told in enumerate(texts) if at != number and not reasons[at] and told]
    rests: Counter[str] = Counter()
    main = parts = nothing = 0
    least, left = _SAME * len(own), len(own)
    for row, text in own.items():
        # What is simply equal is for the loop that knows which of the two to keep.
        within = [
            other
            for told in others
            if (other := told.get(row)) is not None
            and other in text
            and len(other) > 1
            and (is_list or len(other) < len(text))
        ]
        rest, found = text, 0
        within.sort(key=len, reverse=True)
        for other in within:
            if other in rest:
                rest, found = rest.replace(other, "", 1), found + 1
        rests[rest] += 1
        main += bool(within) and len(within[0]) >= _WORDY
        parts += found >= _PARTS
        nothing += found >= _PARTS and len(rest) <= _REST * len(text)
        left -= 1
        if max(main, parts) + left < least:
            return False
    return max(rests.values()) >= least or nothing >= least


def _is_rating_again(number: int, columns: Sequence[Strip], reasons: Sequence[str | None]) -> bool:
    """Whether another column has the number of these ratings ("Rated 4.5 stars out of 5" beside "4.5")."""
    filled = columns[number].filled
    if columns[number].digits < _SAME * len(filled):
        return False
    if not filled or not are_most((is_rating(cell.text) for cell in filled), len(filled), _SAME):
        return False
    own = {row: _RATED.findall(cell.text) for row, cell in enumerate(columns[number]) if cell is not None}
    for at, column in enumerate(columns):
        if at == number or reasons[at]:
            continue
        said = {row: cell.text for row, cell in enumerate(column) if cell is not None and _RATED.fullmatch(cell.text)}
        same = sum(1 for row, numbers in own.items() if numbers and said.get(row) == numbers[0])
        if same >= _SAME * len(own) and len(set(said.values())) > 1:
            return True
    return False


def _prefer(columns: Sequence[Strip], texts: Sequence[dict[int, str]], kept: int, dropped: int) -> bool:
    """Of two columns that say the same the fuller stays, then the one with links, then the first."""
    if len(set(texts[dropped].values())) < 2 and len(texts[dropped]) < len(texts[kept]):
        return False
    ranks = [
        (len(texts[number]), sum(1 for cell in columns[number].filled if cell.url), -number)
        for number in (kept, dropped)
    ]
    return ranks[0] > ranks[1]
