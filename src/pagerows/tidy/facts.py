"""Facts: a column whose texts hold two facts, built alike in nearly every record, becomes two columns.

``4.7 (128 reviews)``, ``46m - Dec 15, 2025``, ``15% off, save $300``: values of the same forms between the same words.
Nothing is cut where records differ in how they are built.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from pagerows.forms import form, rating_in, values_in
from pagerows.tidy._ruled import STRONG, WEAK, may_be_built_alike, may_hold_facts
from pagerows.tidy.strips import Cells, Strip, agreed, are_most, strips
from pagerows.values import Cell

__all__ = ["split_facts"]

#: Share of a column's texts that must be built alike.
_MOST: Final = 0.9
#: The same for ranks without a gap.
_COUNTED: Final = 0.5
#: Fewest texts that show how a column is built.
_FEWEST: Final = 3
#: Longest text that is looked at, and most words between values.
_LONGEST: Final = 120
_MOST_WORDS: Final = 60
_PLURAL: Final = re.compile(r"s\b")
_COUNT: Final = re.compile(r"\d[\d.,]*[kKmM]?")
_PARTING: Final = re.compile(r"[(|·•;,]|\s[-–—]\s")
_RANK: Final = re.compile(r"#?(\d{1,4})[.)]\s+(\S.*)")
_TYPED: Final = frozenset({"money", "date", "duration", "percent", "rating"})
_DATES: Final = frozenset({"date"})


def split_facts(columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns, those with several facts cut apart."""
    given = strips(columns)
    several = may_hold_facts(given)
    return [part for at, column in enumerate(given) for part in (_parts(column) if at in several else [column])]


def _parts(column: Strip) -> list[Strip]:
    texts = column.texts
    signs = column.signs
    if signs.counted >= _COUNTED * len(texts) and (cuts := _ranks(texts)) is not None:
        return _cut(column, cuts)
    if signs.rated >= _MOST * len(texts) and (cuts := _ratings(texts)) is not None:
        return _cut(column, cuts)
    by_values = signs.several >= _MOST * len(texts) and may_be_built_alike(column)
    if by_values and (cuts := _by_values(texts)) is not None:
        return _cut(column, cuts)
    if not signs.strong and signs.weak < _MOST * len(texts):
        return [column]
    cuts = _by_separator(texts, column.joined)
    return [column] if cuts is None else _cut(column, cuts)


def _cut(column: Strip, cuts: Sequence[Sequence[str | None]]) -> list[Strip]:
    """Make the columns of the parts of each filled cell."""
    width = max(map(len, cuts))
    found: list[list[Cell | None]] = [[] for _ in range(width)]
    coming = iter(cuts)
    for cell in column:
        parts = [None] * width if cell is None else [*next(coming), *[None] * width][:width]
        for into, text in zip(found, parts, strict=True):
            into.append(None if cell is None or not text else cell._replace(text=text, exact=_exact(cell, text)))
    return [Strip(cells) for cells in found if any(cells)]


def _exact(cell: Cell, text: str) -> str | None:
    """What the markup says for machines goes with the date."""
    return cell.exact if cell.exact and (text == cell.text or form(text) == "date") else None


def _ranks(texts: Sequence[str]) -> list[list[str | None]] | None:
    """Cut a number off that counts the records ("1. Tent", "2. Stove"), also where sections count anew.

    Where only some of the records are counted, they are so without a gap but where counting starts anew.
    """
    if not are_most(map(_RANK.match, texts), len(texts), _COUNTED):
        return None
    found = [_RANK.match(text) for text in texts]
    numbers = [int(match[1]) for match in found if match]
    anew = 0 if len(numbers) >= _MOST * len(texts) else 1
    steps = sum(after in (before + 1, anew) for before, after in pairwise(numbers))
    if steps < (0.7 if len(numbers) >= _MOST * len(texts) else 1) * (len(numbers) - 1) or len(numbers) < _FEWEST:
        return None
    return [[match[1], match[2]] if match else [None, text] for match, text in zip(found, texts, strict=True)]


def _ratings(texts: Sequence[str]) -> list[list[str | None]] | None:
    """A rating without the words around it ("Rated 4.5 out of 5 stars."), and a count behind it."""
    if not are_most(map(rating_in, texts), len(texts), _MOST):
        return None
    found = [rating_in(text) for text in texts]
    cuts: list[list[str | None]] = []
    for text, rating in zip(texts, found, strict=True):
        rest = _COUNT.findall(text.replace(rating, " ", 1)) if rating else []
        cuts.append([rating or text, rest[0] if len(rest) == 1 else None])
    several = sum(1 for cut in cuts if cut[1]) >= _MOST * len(cuts)
    trimmed = any(cut[0] != text for cut, text in zip(cuts, texts, strict=True))
    return [cut if several else cut[:1] for cut in cuts] if trimmed else None


def _by_values(texts: Sequence[str]) -> list[list[str | None]] | None:
    """Cut where nearly all texts have the same words between two or more values."""
    read: list[tuple[str, tuple[str, ...]]] = []

    def skeletons() -> Iterator[str | int]:
        for number, text in enumerate(texts):
            read.append(read[-1] if number and text == texts[number - 1] else _skeleton(text))
            yield read[-1][0] if _may_part(read[-1][0]) else number  # which agrees with none

    skeleton = agreed(skeletons(), len(texts), _MOST)
    if not isinstance(skeleton, str) or not (_is_parted(skeleton) or _are_typed(read, skeleton)):
        return None
    return [list(parts) if own == skeleton else [text] for text, (own, parts) in zip(texts, read, strict=True)]


def _may_part(skeleton: str) -> bool:
    """Whether a text without its values had some, few words between them, and not the two ends of a range."""
    return 2 <= skeleton.count("\0") <= 4 and len(skeleton) <= _MOST_WORDS and not _is_range(skeleton)


def _is_parted(skeleton: str) -> bool:
    """Whether signs stand between the values, not words alone: "5 N.W.3d 680" is one citation."""
    return all(_PARTING.search(between) for between in skeleton.split("\0")[1:-1])


def _are_typed(read: Sequence[tuple[str, tuple[str, ...]]], skeleton: str) -> bool:
    """Whether a value of each text is more than a number: money, a share, a date."""
    values = [parts for own, parts in read if own == skeleton]
    return any(all(form(value) in _TYPED for value in column) for column in zip(*values, strict=True))


def _is_range(skeleton: str) -> bool:
    """Two values with a dash or "to" between them are the ends of one."""
    between = skeleton.split("\0")[1:-1]
    plain = {"", "-", "–", "—", "to", "bis", "à", "a", "x", "×", "/", "of", "out of", ":", "."}
    return any(words.strip() in plain for words in between)


def _skeleton(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without its values, words in the singular; and the values."""
    if len(text) > _LONGEST:
        return "", ()
    spans = values_in(text)
    words, at = "", 0
    for start, stop in spans:
        words, at = f"{words}{text[at:start]}\0", stop
    words = " ".join((words + text[at:]).lower().split())
    return _PLURAL.sub("", words), tuple([text[start:stop].strip() for start, stop in spans])


def _by_separator(texts: Sequence[str], joined: str) -> list[list[str | None]] | None:
    for sign in [sign for sign in STRONG if sign in joined]:
        cuts = [text.split(sign) for text in texts]
        sizes = Counter(map(len, cuts))
        size, count = sizes.most_common(1)[0]
        if 2 <= size <= 5 and count >= _MOST * len(texts):
            return [[part.strip() for part in cut] if len(cut) == size else [sign.join(cut)] for cut in cuts]
        if found := _typed_end(texts, sign, some=True):
            return found
    for sign in [sign for sign in WEAK if joined.count(sign) >= _MOST * len(texts)]:
        # "Posted by Ann Lee on 3 May": words part a date only.
        if found := _typed_end(texts, sign, some=False, kinds=_DATES if sign == " on " else _TYPED):
            return found
    return None


def _typed_end(
    texts: Sequence[str], sign: str, *, some: bool, kinds: frozenset[str] = _TYPED
) -> list[list[str | None]] | None:
    """Cut off a value that all texts end or start with; with `some`, texts that are the value alone count, too."""
    least = (0.2 if some else _MOST) * len(texts)
    if sum([sign in text for text in texts]) < least:
        return None
    for at_end in (True, False):
        cuts: list[list[str | None]] = []
        counts: Counter[str] = Counter()
        both = 0
        for text in texts:
            rest, mark, value = text.rpartition(sign) if at_end else text.partition(sign)[::-1]
            if not mark:
                rest, value = "", text
            kind = form(value)
            typed = kind in kinds and (bool(mark) or some) and not _is_end(rest, kind, at_end)
            counts[kind if typed else ""] += 1
            if len(texts) - counts[""] < _MOST * len(texts):
                break
            both += bool(mark and typed)
            pair: list[str | None] = [rest.strip() or None, value.strip()] if typed else [text, None]
            cuts.append(pair if at_end else pair[::-1] if typed else pair)
        kind, count = counts.most_common(1)[0]
        if kind and count >= _MOST * len(texts) and both >= least:
            return cuts
    return None


def _is_end(rest: str, kind: str, at_end: bool) -> bool:
    """Whether what stands before a value (or behind it) ends on one of its kind: the two are the ends of a range."""
    spans = values_in(rest) if len(rest) <= _LONGEST else []
    if not spans:
        return False
    start, stop = spans[-1 if at_end else 0]
    return form(rest[start:stop].strip()) == kind
