"""The slow, obvious rules that the kernel must say as well.

Variants: one fact that stands in different markup from record to record is one column.

Two columns are one where no record has both and they look alike: the same form of value, classes and tags in common.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pagerows.forms import forms
from pagerows.page.around import Around
from pagerows.page.nodes import TEXT_TAG, NodeTable
from pagerows.tidy._ruled import never_together
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.values import Cell

__all__ = ["join_variants"]

#: Most columns that are compared with each other: the fullest.
_MOST: Final = 60
#: Likeness from which on columns are one.
_ALIKE: Final = 0.7
#: The same for texts where little shows that it is no chance that no record has both.
_VERY_ALIKE: Final = 0.88
#: Share of the records that have one or the other, and records that would have both by chance, which show it.
_COVERED: Final = 0.85
_BY_CHANCE: Final = 1.5
#: What it counts that so many records would have both by chance: records are of two templates.
_TWO_TEMPLATES: Final = 0.15
_NO_CHANCE: Final = 3
#: Cells of a column that are looked at.
_LOOKED_AT: Final = 8
#: Joined columns that are remembered.
_REMEMBERED: Final = 6
#: What it counts that other columns of the same records were joined already.
_TOGETHER: Final = 0.2
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_STRUCK: Final = frozenset({"del", "s", "strike"})
_OLD: Final = frozenset({
    "old", "was", "regular", "original", "compare", "list", "msrp", "rrp", "strike", "strikethrough", "before",
    "struck", "previous",
})  # fmt: skip


@dataclass(slots=True)
class _Look:
    """What a column looks like."""

    #: The records that have a cell, one bit each.
    filled: int
    image: bool
    form: str
    length: float
    words: set[str]
    tags: set[str]
    link: bool
    old: bool
    place: float
    #: Some of the texts.
    said: frozenset[str]


def join_variants(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Join columns that are never filled together and look alike."""
    given = strips(columns)
    if len(given) <= _MOST:
        return _joined(nodes, given)
    fullest = set(sorted(range(len(given)), key=lambda number: -len(given[number].filled))[:_MOST])
    joined = _joined(nodes, [column for number, column in enumerate(given) if number in fullest])
    return joined + [column for number, column in enumerate(given) if number not in fullest]


def _joined(nodes: NodeTable, kept: list[Strip]) -> list[Strip]:
    partial = never_together(kept)
    if not _have_alike(kept, partial):
        return kept
    looks = [_look(nodes, kept[number], number / max(1, len(kept))) for number in partial]
    _mark_old(kept, partial, looks)
    joined = set[int]()
    moved: list[int] = []  # the records whose cells were put into other columns
    while (pair := _best_pair(looks, moved, len(kept[0]))) is not None:
        one, other = pair
        del moved[:-_REMEMBERED]
        moved.append(min(looks[one].filled, looks[other].filled, key=int.bit_count))
        into, gone = partial[one], partial.pop(other)
        kept[into] = Strip([a or b for a, b in zip(kept[into], kept[gone], strict=True)])
        old = looks[one].old
        looks[one] = _look(nodes, kept[into], looks[one].place)
        looks[one].old = old
        del looks[other]
        joined.add(gone)
    return [column for number, column in enumerate(kept) if number not in joined]


def _have_alike(columns: Sequence[Strip], numbers: Sequence[int]) -> bool:
    """Whether two of some columns have the same form: others look too little alike."""
    found = set[str]()
    for number in numbers:
        own = _form(columns[number])
        if own in found:
            return True
        found.add(own)
    return False


def _form(column: Strip) -> str:
    return "image" if column.is_image else forms(_looked(column), 0.6)


def _bits(column: Strip) -> int:
    """A number with a bit for each record that has a cell."""
    return int("".join(["0" if cell is None else "1" for cell in column]), 2)


def _mark_old(columns: Sequence[Strip], partial: Sequence[int], looks: Sequence[_Look]) -> None:
    """Of two amounts that records have the higher is the old price: it never stands in for the price of others."""
    money = {number: look for number, look in zip(partial, looks, strict=True) if look.form == "money"}
    if not money:
        return
    others = [column for number, column in enumerate(columns) if number in money or _is_money(column)]
    for number, look in money.items():
        for other in others:
            pairs = [(a, b) for a, b in zip(columns[number], other, strict=True) if a and b]
            if len(pairs) > 1 and sum(_amount(a) > _amount(b) for a, b in pairs) >= 0.9 * len(pairs):
                look.old = True
                break


def _is_money(column: Strip) -> bool:
    """Whether a column is of amounts."""
    return _form(column) == "money"


def _amount(cell: Cell) -> float:
    match = _NUMBER.search(cell.text)
    try:
        return float(match[0].replace(",", "")) if match else 0.0
    except ValueError:
        return 0.0


def _best_pair(looks: Sequence[_Look], moved: Sequence[int], records: int) -> tuple[int, int] | None:
    best, found = _ALIKE, None
    for i, one in enumerate(looks):
        for j in range(i + 1, len(looks)):
            other = looks[j]
            if one.filled & other.filled:
                continue
            alike = _likeness(one, other)
            if one.filled.bit_count() * other.filled.bit_count() >= _NO_CHANCE * records:
                alike += _TWO_TEMPLATES
            if alike > _ALIKE - _TOGETHER and _moved_before(one, other, moved):
                alike += _TOGETHER  # records of another template: what else they have goes along
            elif best < alike < _VERY_ALIKE and _may_be_chance(one, other, records):
                continue
            if alike > best:
                best, found = alike, (i, j)
    return found


def _may_be_chance(one: _Look, other: _Look, records: int) -> bool:
    """Whether texts that few records have, like labels of two kinds, are never together by chance only."""
    if one.form != "text" or one.said & other.said:
        return False
    a, b = one.filled.bit_count(), other.filled.bit_count()
    return a + b < _COVERED * records and a * b < _BY_CHANCE * records


def _moved_before(one: _Look, other: _Look, moved: Sequence[int]) -> bool:
    smaller = min(one.filled, other.filled, key=int.bit_count)
    return any(not smaller & ~records for records in moved)


def _likeness(one: _Look, other: _Look) -> float:
    if one.image != other.image or one.old != other.old:
        return 0.0
    alike = 0.0
    if one.form == other.form:
        ratio = min(one.length, other.length) / max(1.0, one.length, other.length)
        alike += 0.5 if one.form != "text" or one.image else 0.4 * min(1.0, 2 * ratio)
    else:
        return 0.0
    if one.words or other.words:
        alike += 0.4 * len(one.words & other.words) / len(one.words | other.words)
    else:
        alike += 0.2
    alike += 0.2 * len(one.tags & other.tags) / max(1, len(one.tags | other.tags))
    alike += 0.1 * (one.link == other.link)
    heads = (bool(one.tags & _HEADINGS), bool(other.tags & _HEADINGS))
    if heads[0] and heads[1]:
        alike += 0.3
    elif heads[0] != heads[1]:
        alike -= 0.2
    return alike - 0.3 * abs(one.place - other.place)


def _looked(column: Strip) -> list[str]:
    """Some of the texts, spread evenly."""
    return column.texts[:: max(1, len(column.texts) // _LOOKED_AT)]


def _look(nodes: NodeTable, column: Strip, place: float) -> _Look:
    cells = column.filled
    looked = cells[:: max(1, len(cells) // _LOOKED_AT)]
    texts = _looked(column)
    around = [nodes.around.asked(_around, cell.span.start) for cell in looked[:3]]
    tags, words = _union([own for own, _ in around]), _union([own for _, own in around])
    form = forms(texts, 0.6)
    return _Look(
        filled=_bits(column),
        image=column.is_image,
        form="image" if column.is_image else form,
        length=sum(map(len, texts)) / max(1, len(texts)),
        words=words,
        tags=tags,
        link=sum(cell.kind == "link" for cell in looked) * 2 > len(looked),
        old=bool(tags & _STRUCK) or (form == "money" and bool(words & _OLD)),
        place=place,
        said=frozenset(texts),
    )


def _union(sets: Sequence[set[str]]) -> set[str]:
    found = sets[0] if sets else set()
    for own in sets:
        found = found if own is found else found | own  # cells of a column mostly stand in the same
    return found


def _around(around: Around, row: int) -> tuple[set[str], set[str]]:
    """The tags of the elements around a row, and the words of their classes."""
    tags = set(around.tags(row, 4)) - {TEXT_TAG}
    return tags, {word.lower() for value in around.classes(row, 4) for word in _WORD.findall(value)}
