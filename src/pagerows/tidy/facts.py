"""Facts: a column whose texts hold two facts, built alike in nearly every record, becomes two columns.

``4.7 (128 reviews)``, ``46m - Dec 15, 2025``, ``15% off, save $300``: values of the same forms between the same words.
Nothing is cut where records differ in how they are built.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pagerows.forms import rating_in
from pagerows.tidy._facts import split_facts
from pagerows.tidy.strips import are_most

__all__ = ["ranks", "ratings", "split_facts"]

#: Share of a column's texts that must be built alike.
_MOST: Final = 0.9
#: The same for ranks without a gap.
_COUNTED: Final = 0.5
#: Fewest texts that show how a column is built.
_FEWEST: Final = 3
_COUNT: Final = re.compile(r"\d[\d.,]*[kKmM]?")
_RANK: Final = re.compile(r"#?(\d{1,4})[.)]\s+(\S.*)")


def ranks(texts: Sequence[str]) -> list[list[str | None]] | None:
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


def ratings(texts: Sequence[str]) -> list[list[str | None]] | None:
    """Return a rating without the words around it ("Rated 4.5 out of 5 stars."), and a count behind it."""
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
