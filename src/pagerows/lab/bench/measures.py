"""What a method got right on one page, by what the page's gold says.

A measure returns counts, never shares, so that pages add up (micro) and average (macro) in `summary`.

- **table** (gold cells): after [E17 §6.2-6.3]. Predicted rows are paired one to one with gold rows; a record is
  correct if its row holds at least half of the gold row's items; items and columns count on correct records only.
- **nodes** (gold text nodes): a row is correct if its bag of tokens has F1 >= 0.7 with its gold record's.
- **anchors** (a title per record): a row is correct if it holds a record's title and not the whole title of another.
- **count** (a number): correct = min(predicted, expected), as [V20 §5.1] and the papers before it count.
- **text** (main text): word F1 of the answer and the gold text.
- **none** (no records): any answer is a false alarm.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.lab.bench.cells import Item, Row, holds, matches, pairing, rows
from pagerows.lab.bench.corpora import Gold

__all__ = ["Counts", "Records", "measure", "ratios"]

#: Rows of cells as an extractor gives them.
Records = Sequence[Sequence[Any]]
#: Numbers of one page that can be summed over pages.
Counts = dict[str, float]

#: Token F1 from which a row is its gold record (kind "nodes").
NODE_F1: Final = 0.7
#: Share of a title's tokens that a row must hold (kind "anchors").
TITLE_SHARE: Final = 0.8
#: Titles shorter than this many letters may occur in other records by chance.
LONG_TITLE: Final = 12


def ratios(correct: float, predicted: float, gold: float) -> tuple[float, float, float]:
    """Return precision, recall and F1 (0 where nothing was predicted or expected).

    >>> ratios(3, 4, 6)
    (0.75, 0.5, 0.6)
    """
    precision = correct / predicted if predicted else 0.0
    recall = correct / gold if gold else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def measure(gold: Gold, answer: Records) -> Counts:
    """Return the counts of one page's answer (the rows of its best content region; empty where there is none)."""
    if gold.kind == "text":
        return _text(gold, answer)
    if not gold.has_records:
        return {}
    if gold.kind == "table":
        return _table(rows(gold.records), rows(answer))
    if gold.kind == "nodes":
        return _nodes(rows(gold.records), rows(answer))
    table = rows(answer)
    counted: Counts = {"gold": gold.count, "predicted": len(table), "correct": min(len(table), gold.count)}
    if gold.kind == "anchors":
        counted["titles"] = _titles(rows([gold.anchors]), table)
    return counted


def _table(gold: list[Row], answer: list[Row]) -> Counts:
    names = ("correct", "merged", "items_gold", "items_predicted", "items_correct", "aligned")
    result: Counts = {"gold": len(gold), "predicted": len(answer), **dict.fromkeys(names, 0)}
    if not gold or not answer:
        return result
    pairs = _Pairs(gold, answer)
    correct = pairs.correct()
    result["correct"] = len(correct)
    result["merged"] = pairs.merged(correct)
    return result | _items(gold, answer, correct, pairs)


class _Pairs:
    """Which predicted row is which gold row."""

    def __init__(self, gold: list[Row], answer: list[Row]) -> None:
        self.gold = gold
        self.items, self.gold_ids = _distinct(gold)
        self.cells, self.cell_ids = _distinct(answer)
        self.same = matches(self.items, self.cells)
        #: How often each gold row has each distinct item, each predicted row each distinct cell.
        self.has = _incidence(self.gold_ids, len(self.items))
        own = _incidence(self.cell_ids, len(self.cells))
        same = np.zeros((len(self.items), len(self.cells)), np.float32)
        for pair in self.same:
            same[pair] = 1
        matched = same @ (own > 0).T > 0  # (items, predicted rows)
        self.held = matched | holds(self.items, answer)
        by_item = (self.has @ matched).T  # gold items that some cell of the row matches
        by_cell = own @ ((same.T @ (self.has > 0).T) > 0)  # the row's cells that match some gold item
        self.matched = np.minimum(by_item, by_cell)
        self.contained = (self.has @ self.held).T

    def correct(self) -> list[tuple[int, int]]:
        """The pairs (predicted, gold) whose row holds at least half of the record's items [E17 §6.2]."""
        size = self.has.sum(axis=1)
        share = self.contained / np.maximum(1, size)
        # Matched cells decide; cells held but cut otherwise count a quarter; the small terms only break ties.
        weight = self.matched + 0.25 * np.maximum(0, self.contained - self.matched)
        weight = weight + 0.05 * (share >= 0.5) + 0.01 * share
        found = pairing(np.where(self.contained > 0, weight, 0.0).astype(np.float64))
        return [(i, j) for i, j in found if self.contained[i, j] >= 0.5 * size[j]]

    def merged(self, correct: list[tuple[int, int]]) -> int:
        """How many correct rows also hold half of the items that only one other record has."""
        where = (self.has > 0).T | holds(self.items, self.gold)
        for a, b in matches(self.items, self.items):
            where[a] |= self.has[:, b] > 0
        only = where & (where.sum(axis=1) == 1)[:, None]
        size = only.sum(axis=0)
        held = self.held.T.astype(np.float32) @ only
        swallowed = (held >= 0.5 * size) & (size > 0)
        return sum(bool(swallowed[i, :j].any() or swallowed[i, j + 1 :].any()) for i, j in correct)


def _distinct(table: list[Row]) -> tuple[list[Item], list[list[int | None]]]:
    """Number the distinct items of a table; the table again as numbers."""
    number: dict[Item, int] = {}
    ids = [[None if cell is None else number.setdefault(cell, len(number)) for cell in row] for row in table]
    return list(number), ids


def _incidence(ids: list[list[int | None]], size: int) -> NDArray[np.float32]:
    counted = np.zeros((len(ids), size), np.float32)
    for n, row in enumerate(ids):
        for cell in row:
            if cell is not None:
                counted[n, cell] += 1
    return counted


def _items(gold: list[Row], answer: list[Row], correct: list[tuple[int, int]], pairs: _Pairs) -> Counts:
    """Items and columns of the correct records [E17 §6.3]; an item pairs with one cell of its row."""
    options = {
        (i, j): [
            (a, b)
            for a, wanted in enumerate(pairs.gold_ids[j])
            if wanted is not None
            for b, cell in enumerate(pairs.cell_ids[i])
            if cell is not None and (wanted, cell) in pairs.same
        ]
        for i, j in correct
    }
    # Where a record holds equal cells, the pair of columns that is commonest on the page is the right one.
    votes = Counter(option for found in options.values() for option in found)
    columns: dict[int, Counter[int]] = defaultdict(Counter)
    for found in options.values():
        for a, b in _cell_pairs(found, votes):
            columns[a][b] += 1
    return {
        "items_gold": sum(cell is not None for _, j in correct for cell in gold[j]),
        "items_predicted": sum(cell is not None for i, _ in correct for cell in answer[i]),
        "items_correct": sum(sum(counted.values()) for counted in columns.values()),
        # An item is aligned if it lies in the column where most of its gold column's items lie.
        "aligned": sum(max(counted.values()) for counted in columns.values()),
    }


def _cell_pairs(options: list[tuple[int, int]], votes: Counter[tuple[int, int]]) -> list[tuple[int, int]]:
    left = sorted({a for a, _ in options})
    right = sorted({b for _, b in options})
    weight = np.zeros((len(left), len(right)))
    top = max(votes.values(), default=1)
    for a, b in options:
        weight[left.index(a), right.index(b)] = 1 + 1e-3 * votes[a, b] / top
    return [(left[x], right[y]) for x, y in pairing(weight)]


def _nodes(gold: list[Row], answer: list[Row]) -> Counts:
    result: Counts = {"gold": len(gold), "predicted": len(answer), "correct": 0, "half": 0}
    if not gold or not answer:
        return result
    want, got = _bags(gold), _bags(answer)
    f1 = np.zeros((len(got), len(want)))
    for i, row in enumerate(got):
        for j, record in enumerate(want):
            shared = (row & record).total()
            f1[i, j] = 2 * shared / max(1, row.total() + record.total())
    result["correct"] = len(pairing(np.where(f1 >= NODE_F1, 1 + f1, 0.0)))
    result["half"] = len(_Pairs(gold, answer).correct())
    return result


def _bags(table: list[Row]) -> list[Counter[str]]:
    return [Counter(token for cell in row if cell is not None for token in cell.tokens) for row in table]


def _titles(titles: list[Row], answer: list[Row]) -> int:
    """How many rows hold one record's title, and no whole long title of a record beside it."""
    wanted = [title for row in titles for title in row if title is not None]
    if not wanted or not answer:
        return 0
    bags = _bags(answer)
    letters = ["".join(cell.letters for cell in row if cell is not None) for row in answer]
    long = {title.letters for title in wanted if len(title.letters) >= LONG_TITLE}
    weight = np.zeros((len(answer), len(wanted)))
    for i, bag in enumerate(bags):
        inside = {title for title in long if title in letters[i]}
        for j, title in enumerate(wanted):
            bag_of_title = Counter(title.tokens)
            needed = TITLE_SHARE * len(title.tokens)
            if not title.tokens or (bag_of_title & bag).total() < needed:
                continue
            if all(other in title.letters or title.letters in other for other in inside):
                weight[i, j] = 1.1 if title.letters in letters[i] else 1.0
    return len(pairing(weight))


_WORD = re.compile(r"\w+")


def _text(gold: Gold, answer: Records) -> Counts:
    text = _flat(answer)
    words, wanted = Counter(_WORD.findall(text.lower())), Counter(_WORD.findall(gold.text.lower()))
    folded = " ".join(text.lower().split())
    return {
        "words_gold": wanted.total(),
        "words_predicted": words.total(),
        "words_correct": (words & wanted).total(),
        "with_found": _found(gold.snippets, folded),
        "with": len(gold.snippets),
        "without_found": _found(gold.noise, folded),
        "without": len(gold.noise),
    }


def _found(snippets: Sequence[str], text: str) -> int:
    return sum(" ".join(snippet.lower().split()) in text for snippet in snippets)


def _flat(records: Records | Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(" ".join(str(cell) for cell in record if cell) for record in records)
