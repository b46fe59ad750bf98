"""When two cells are the same, and when a row holds an item: the two questions that all measures rest on."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Item", "Row", "holds", "item", "matches", "pairing", "rows"]

#: Token sets this similar (Jaccard) make two cells the same; [E17 §6.3] compares cells by Jaccard, 0.8 is the judge's.
SAME: Final = 0.8
#: From so many letters and digits on, an item is also looked for with all else removed ("$ 1,299.00 USD").
LONG: Final = 8

_TOKEN = re.compile(r"[^\W_]+")
_INVISIBLE = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFEFF, 0xAD, 0x2060])


@dataclass(frozen=True, slots=True)
class Item:
    """A cell's text in the forms that are compared."""

    #: Without white space.
    raw: str
    #: Runs of letters and digits, in order.
    tokens: tuple[str, ...]
    #: The tokens joined.
    letters: str

    @property
    def spaced(self) -> str:
        """The tokens with a space around each."""
        return f" {' '.join(self.tokens)} "


Row = list[Item | None]


@lru_cache(maxsize=100_000)
def item(text: str) -> Item | None:
    """Normalise a cell: entities, compatibility forms, invisible characters, case; None where nothing is left.

    >>> item("Caf&eacute;\\u200b  No. 5").tokens
    ('café', 'no', '5')
    """
    for _ in range(2):  # some pages escape twice
        text = html.unescape(text)
    folded = unicodedata.normalize("NFKC", text).translate(_INVISIBLE).casefold()
    raw = "".join(folded.split())
    if not raw:
        return None
    tokens = tuple(_TOKEN.findall(folded))
    return Item(raw, tokens, "".join(tokens))


def rows(records: Iterable[Sequence[Any] | None] | None) -> list[Row]:
    """Normalise the cells of a table; rows without any text are left out."""
    made = ([item(str(cell)) if cell is not None else None for cell in record or ()] for record in records or ())
    return [row for row in made if any(cell is not None for cell in row)]


def matches(gold: Sequence[Item], cells: Sequence[Item]) -> set[tuple[int, int]]:
    """Return the pairs (gold, cell) that are the same: similar token sets, or equal letters and digits.

    >>> sorted(matches([item("Blue shoes, 42"), item("$")], [item("blue SHOES 42"), item("$"), item("€")]))
    [(0, 0), (1, 1)]
    """
    by_text: dict[tuple[bool, str], list[int]] = defaultdict(list)
    by_token: dict[str, list[int]] = defaultdict(list)
    sets = [frozenset(cell.tokens) for cell in cells]
    for n, cell in enumerate(cells):
        by_text[bool(cell.letters), cell.letters or cell.raw].append(n)
        for token in sets[n]:
            by_token[token].append(n)
    found: set[tuple[int, int]] = set()
    for g, wanted in enumerate(gold):
        found.update((g, n) for n in by_text.get((bool(wanted.letters), wanted.letters or wanted.raw), ()))
        tokens = frozenset(wanted.tokens)
        # A similar set shares at least 0.8 of the tokens, so it has one of any fifth of them: try the rarest.
        rarest = sorted(tokens, key=lambda token: (len(by_token.get(token, ())), token))
        tried = {n for token in rarest[: len(tokens) - -(-len(tokens) * 4 // 5) + 1] for n in by_token.get(token, ())}
        found.update((g, n) for n in tried if _similar(tokens, sets[n]))
    return found


def _similar(a: frozenset[str], b: frozenset[str]) -> bool:
    shared = len(a & b)
    return shared >= SAME * (len(a) + len(b) - shared)


def holds(items: Sequence[Item], table: Sequence[Row]) -> NDArray[np.bool_]:
    """Tell which rows hold which items' text: inside a cell, or running over adjacent cells. (items, rows)

    An item's tokens must occur in order in the row's, or, for long items, its letters in the row's letters. Items
    of signs only must occur in the row as they are, and have two signs.
    """
    texts = [[cell for cell in row if cell is not None] for row in table]
    spaced = _Haystack([f" {' '.join(' '.join(cell.tokens) for cell in row if cell.tokens)} " for row in texts])
    letters = _Haystack(["".join(cell.letters for cell in row) for row in texts])
    raw = _Haystack(["".join(cell.raw for cell in row) for row in texts])
    found = np.zeros((len(items), len(table)), np.bool_)
    for n, wanted in enumerate(items):
        if wanted.letters:
            found[n, spaced.rows_with(wanted.spaced)] = True
            if len(wanted.letters) >= LONG:
                found[n, letters.rows_with(wanted.letters)] = True
        elif len(wanted.raw) > 1:
            found[n, raw.rows_with(wanted.raw)] = True
    return found


class _Haystack:
    """Many texts as one string, so that one search finds all texts that hold a needle."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = "\n".join(texts)
        self.starts = np.array([0, *accumulate(len(text) + 1 for text in texts)])

    def rows_with(self, needle: str) -> list[int]:
        found, at = [], self.text.find(needle)
        while at >= 0:
            row = int(np.searchsorted(self.starts, at, side="right")) - 1
            found.append(row)
            at = self.text.find(needle, int(self.starts[row + 1]))
        return found


def pairing(weights: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return the one-to-one pairs (row, column) that maximise the sum of weights; pairs of weight 0 are left out."""
    if not weights.size:
        return []
    from scipy.optimize import linear_sum_assignment

    left, right = linear_sum_assignment(weights, maximize=True)
    return [(a, b) for a, b in zip(left.tolist(), right.tolist(), strict=True) if weights[a, b] > 0]
