"""How good a candidate is, from a page's gold: the record F1 that a judge would give it. For training only.

Gold comes as tables (items per record), as record nodes (XPaths) or as anchors (a title per record); each is first
found in the page's rows, so that scoring a candidate compares row numbers, not texts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from pagerows.measures.columns import Ints
from pagerows.page.nodes import TEXT, NodeTable

__all__ = ["Scorer", "scorer"]

Scorer = Callable[[Ints, Ints], float]

_TOKEN: Final = re.compile(r"[^\W_]+")
#: Zero-width characters and the soft hyphen, which nobody sees.
_UNSEEN: Final = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0xFEFF, 0xAD, 0x2060])


def scorer(nodes: NodeTable, gold: Mapping[str, Any]) -> Scorer | None:
    """Return the function from record starts and stops to F1; None where the gold cannot tell."""
    if not gold.get("has_records", True):
        return lambda _start, _stop: 0.0
    words = _Words(nodes)
    xpaths = gold.get("record_xpaths")
    if gold["kind"] == "nodes" and xpaths:
        spans = [_span_of(nodes, each) for each in xpaths]
        return _nodes_scorer(words, [span for span in spans if span], len(xpaths))
    if gold["kind"] == "table":
        return _items_scorer(words, gold["records"])
    if gold["kind"] == "values":
        return _items_scorer(words, gold["records"], least=1.0, partial=gold["partial"])
    if gold["kind"] == "anchors":
        return _anchors_scorer(words, gold["anchors"])
    return None


def tokens(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).translate(_UNSEEN).casefold())


class _Words:
    """The visible letters and digits of a page as one string, and the row of each."""

    def __init__(self, nodes: NodeTable) -> None:
        rows: list[int] = []
        parts: list[str] = []
        counts = np.zeros(len(nodes) + 1)
        for row in np.flatnonzero((nodes.kind == TEXT) & ~nodes.hidden).tolist():
            found = tokens(str(nodes.data[row]))
            counts[row + 1] = len(found)
            parts += found
            rows += [row] * len(found)
        lengths = np.array([len(part) for part in parts], np.int64).reshape(-1)
        self.text = "".join(parts)
        self.row = np.repeat(np.array(rows, np.int64).reshape(-1), lengths)
        self.starts = set(np.r_[0, np.cumsum(lengths)].tolist())
        #: Running count of words. (n + 1,)
        self.words = np.cumsum(counts)

    def find(self, item: str) -> list[tuple[int, int]]:
        """Return first and last row of each place where an item stands."""
        wanted = "".join(tokens(item))
        places: list[tuple[int, int]] = []
        at = self.text.find(wanted) if wanted else -1
        while at >= 0 and len(places) < 2000:
            if len(wanted) >= 8 or (at in self.starts and at + len(wanted) in self.starts):
                places.append((int(self.row[at]), int(self.row[at + len(wanted) - 1])))
            at = self.text.find(wanted, at + 1)
        return places


def _f1(correct: float, predicted: int, gold: int) -> float:
    return 2 * correct / max(1, predicted + gold)


def _span_of(nodes: NodeTable, xpath: str | Sequence[str]) -> tuple[int, int] | None:
    rows = [nodes.find(each) for each in ([xpath] if isinstance(xpath, str) else xpath)]
    found = [row for row in rows if row is not None]
    return (min(found), max(int(nodes.end[row]) for row in found)) if found else None


def _nodes_scorer(words: _Words, spans: Sequence[tuple[int, int]], count: int) -> Scorer:
    """A record is correct when its words and a gold record's have F1 0.7."""
    begin, until = np.array(spans, np.int64).reshape(-1, 2).T
    running = words.words

    def score(start: Ints, stop: Ints) -> float:
        held = running[stop] > running[start]
        start, stop = start[held], stop[held]
        low = np.maximum(start[:, None], begin[None, :])
        high = np.minimum(stop[:, None], until[None, :])
        shared = np.where(high > low, running[high] - running[np.minimum(low, high)], 0)
        whole = (running[stop] - running[start])[:, None] + (running[until] - running[begin])[None, :]
        return _f1(_assigned(2 * shared / np.maximum(1, whole), 0.7), len(start), count)

    return score


def _items_scorer(
    words: _Words, records: Sequence[Sequence[str | None]], least: float = 0.5, partial: bool = False
) -> Scorer:
    """A record is correct when it holds at least so much of a gold record's items; some gold has not all records."""
    numbers: dict[str, int] = {}
    wanted = [[cell for cell in record if cell and tokens(cell)] for record in records]
    wanted = [record for record in wanted if record]
    for record in wanted:
        for cell in record:
            numbers.setdefault(cell, len(numbers))
    asked = np.zeros((len(wanted), len(numbers)))
    for row, record in enumerate(wanted):
        for cell in record:
            asked[row, numbers[cell]] += 1
    item, low, high = _occurrences(words, list(numbers))
    totals = asked.sum(axis=1)

    def score(start: Ints, stop: Ints) -> float:
        held = words.words[stop] > words.words[start]
        start, stop = start[held], stop[held]
        holds = _holds(start, stop, item, low, high, len(numbers))
        correct = _assigned(holds @ asked.T / np.maximum(1, totals), least - 1e-9)
        return _f1(correct, correct if partial else len(start), len(wanted))

    return score


def _anchors_scorer(words: _Words, anchors: Sequence[str]) -> Scorer:
    """A record is correct when it holds one title and no other long one."""
    titles = list(dict.fromkeys(anchors))
    item, low, high = _occurrences(words, titles)
    plain = ["".join(tokens(title)) for title in titles]
    long = np.array([len(title) >= 12 for title in plain])
    foreign = np.array([[a not in b and b not in a for b in plain] for a in plain], bool).reshape(len(plain), -1)
    repeat = [titles.index(anchor) for anchor in anchors]

    def score(start: Ints, stop: Ints) -> float:
        held = words.words[stop] > words.words[start]
        start, stop = start[held], stop[held]
        holds = _holds(start, stop, item, low, high, len(titles))
        others = (holds * long) @ foreign.T.astype(float)
        right = np.where(others > 0, 0, holds)
        return _f1(_assigned(right[:, repeat], 0.5), len(start), len(anchors))

    return score


def _occurrences(words: _Words, items: Sequence[str]) -> tuple[Ints, Ints, Ints]:
    found = [(number, *place) for number, item in enumerate(items) for place in words.find(item)]
    item, low, high = np.array(found, np.int64).reshape(-1, 3).T
    return item, low, high


def _holds(start: Ints, stop: Ints, item: Ints, low: Ints, high: Ints, items: int) -> NDArray[np.float64]:
    """Matrix of which record holds which item; records are in order and disjoint."""
    order = np.argsort(start, kind="stable")
    record = np.searchsorted(start[order], low, "right") - 1
    inside = (record >= 0) & (high < stop[order][record]) if len(start) else np.zeros(len(low), bool)
    holds = np.zeros((len(start), items))
    holds[order[record[inside]], item[inside]] = 1
    return holds


def _assigned(match: NDArray[np.float64], least: float) -> int:
    """Most pairs, one to one, that match at least so well."""
    good = match >= least
    rows, columns = np.flatnonzero(good.any(axis=1)), np.flatnonzero(good.any(axis=0))
    small = good[np.ix_(rows, columns)]
    if not small.size:
        return 0
    if (small.sum(axis=0) == 1).all() and (small.sum(axis=1) == 1).all():
        return len(rows)
    i, j = linear_sum_assignment(small, maximize=True)
    return int(small[i, j].sum())
