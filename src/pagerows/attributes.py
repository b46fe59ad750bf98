"""The attributes of records grouped by concept: what DERIN [F17 s. 3.2.4] does to align them.

Attributes that look alike (same tag path below the record, style and data type) are one group from the start, and
average linkage merges groups; their mean distances are exact, so nothing is ever compared attribute by attribute.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from pagerows.page import Page
from pagerows.page.nodes import TEXT_TAG
from pagerows.values import Cell, Record

__all__ = [
    "DATA_TYPES",
    "Attribute",
    "AttributeReader",
    "ConceptParams",
    "average_linkage",
    "concepts",
    "data_type",
    "path_similarity",
]

#: [F17 s. 3.2.4]
DATA_TYPES: Final = ("text", "date", "time", "money", "integer", "decimal", "percentage", "image", "url")

_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|fev|abr|mai|ago|set|out|dez|ene|dic)[a-zç.]*"
_NUMBER: Final = r"\d{1,3}(?:[.,'  ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
_CURRENCY: Final = r"(?:[$€£¥₹₽₩₺฿]|r\$|us\$|usd|eur|gbp|brl|chf|rs\.?|inr|jpy|kr|zł|cad|aud)"
_TYPES: Final = (
    ("url", re.compile(r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,4}/\S*", re.IGNORECASE)),
    ("percentage", re.compile(rf"[+-]?\s?(?:{_NUMBER})\s?%", re.IGNORECASE)),
    ("money", re.compile(rf"(?:{_CURRENCY}\s?[+-]?(?:{_NUMBER})|(?:{_NUMBER})\s?{_CURRENCY})", re.IGNORECASE)),
    ("time", re.compile(r"\d{1,2}[:h]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?", re.IGNORECASE)),
    ("date", re.compile(r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}", re.IGNORECASE)),
    ("date", re.compile(rf"(?:\w+,?\s)?(?:\d{{1,2}}\.?\s)?{_MONTH}\s?(?:\d{{1,2}},?\s?)?(?:\d{{4}})?", re.IGNORECASE)),
    ("integer", re.compile(r"[+-]?(?:\d+|\d{1,3}(?:[.,'  ]\d{3})+)")),
    ("decimal", re.compile(r"[+-]?\d+[.,]\d+")),
)
_WORDS: Final = re.compile(r"\S+")
_URL_WORDS: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, kw_only=True)  # no slots: it is one of several bases
class ConceptParams:
    """Weights and stop of the clustering; the weights are normalised to sum 1 [F17 Eq. 8]."""

    #: Weight of equal terms (cosine).
    content_weight: float = 0.25
    #: Weight of equal presentation (seven features); left out on pages without layout.
    style_weight: float = 0.62
    #: Weight of the same data type (nine types).
    type_weight: float = 1.00
    #: Weight of similar tag paths.
    path_weight: float = 0.45
    #: Weight of similar neighbours.
    adjacency_weight: float = 0.13
    #: Attributes less similar than this are at distance 1, T [F17 s. 3.2.4]. The text gives T and theta_max and does
    #: not say how they go together; theta_max alone (T = 0) joins titles and texts, which Table 3 keeps apart.
    min_similarity: float = 0.86
    #: Largest mean distance of clusters that are merged, theta_max [F17 Table 7].
    max_distance: float = 0.5
    #: Never put two attributes of one record that look different into one concept: "each SRR has just one attribute
    #: per concept" [F17 s. 3.2.4] as a rule of the clustering. False: only the distance counts.
    one_per_record: bool = True
    #: Most groups of attributes that look alike; where there are more, their paths (and then their styles) count no
    #: longer, since the work grows with the square of the groups. Not in [F17]; the dev pages have far fewer.
    most_groups: int = 1_000


@dataclass(frozen=True, slots=True)
class Attribute:
    """One candidate attribute: what the five similarities compare."""

    value: str
    #: One of DATA_TYPES.
    type: str
    #: The tags from the record's top to the attribute.
    path: tuple[Hashable, ...]
    #: The presentation features; None where the page was not rendered.
    style: tuple[Hashable, ...] | None = None

    @property
    def terms(self) -> list[str]:
        """Words; of URLs the parts between their separators."""
        words = _URL_WORDS if self.type in ("url", "image") else _WORDS
        return words.findall(self.value.lower())


def data_type(text: str) -> str:
    """Tell the data type of a text by its form.

    >>> [data_type(text) for text in ("4 stores", "$ 59", "9.90", "12", "15 %", "12:30", "3 May 2017", "http://a.b/c")]
    ['text', 'money', 'decimal', 'integer', 'percentage', 'time', 'date', 'url']
    """
    text = text.strip()
    if len(text) > 80 and " " in text:
        return "text"
    return next((name for name, pattern in _TYPES if pattern.fullmatch(text)), "text")


def path_similarity(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """1 - tree edit distance of two paths, relative to its largest value.

    The tree edit distance of two unary trees is the edit distance of their sequences; renaming costs 3 and the other
    operations 1 [F17 s. 3.1.3], so to rename never pays.

    >>> path_similarity(("li", "a"), ("li", "b", "a"))
    0.8
    """
    most = len(a) + len(b)
    return 1.0 - Levenshtein.distance(a, b, weights=(1, 1, 3)) / most if most else 1.0


def concepts(records: Sequence[Sequence[Attribute]], params: ConceptParams | None = None) -> list[list[int]]:
    """Give each attribute of each record the number of its concept, numbered by first appearance."""
    params = params or ConceptParams()
    numbers, groups = _grouped(records, params.most_groups)
    if not groups:
        return numbers
    labels = average_linkage(
        _distances(records, numbers, groups, params),
        np.bincount([g for row in numbers for g in row], minlength=len(groups)).astype(float),
        params.max_distance,
    )
    return [[int(labels[g]) for g in row] for row in numbers]


def _grouped(records: Sequence[Sequence[Attribute]], most: int) -> tuple[list[list[int]], list[tuple[Hashable, ...]]]:
    """Number attributes that look alike; return the look of each group, too: path, style, type of its first one."""
    looks = [[(a.path, a.style, a.type) for a in record] for record in records]
    for first in range(3):  # all three, then without the path, then by type alone
        groups: dict[tuple[Hashable, ...], int] = {}
        numbers = [[groups.setdefault(look[first:], len(groups)) for look in row] for row in looks]
        if len(groups) <= most:
            break
    examples: dict[tuple[Hashable, ...], tuple[Hashable, ...]] = {}
    for row in looks:
        for look in row:
            examples.setdefault(look[first:], look)
    return numbers, list(examples.values())


def _distances(
    records: Sequence[Sequence[Attribute]],
    numbers: Sequence[Sequence[int]],
    groups: Sequence[tuple[Hashable, ...]],
    params: ConceptParams,
) -> NDArray[np.float64]:
    """1 - Sim [F17 Eq. 8], as means over the attributes of two groups."""
    styled = all(style is not None for _, style, _ in groups)
    weights = np.array(
        [
            params.content_weight,
            params.style_weight if styled else 0.0,
            params.type_weight,
            params.path_weight,
            params.adjacency_weight,
        ]
    )
    weights = weights / weights.sum()
    paths, styles, types = zip(*groups, strict=True)
    alike = weights[0] * _content(records, numbers, len(groups))
    if styled:
        alike += weights[1] * _style(styles)
    alike += weights[2] * np.equal.outer(_codes(types), _codes(types))
    alike += weights[3] * _paths(paths)
    alike += weights[4] * _adjacency(numbers, alike / max(1e-9, 1 - weights[4]))
    distance: NDArray[np.float64] = np.where(alike >= params.min_similarity, 1.0 - alike, 1.0)
    if params.one_per_record:
        distance[_together(numbers, len(groups))] = np.inf
    return distance


def _codes(values: Sequence[Hashable]) -> NDArray[np.int64]:
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], np.int64)


def _content(
    records: Sequence[Sequence[Attribute]], numbers: Sequence[Sequence[int]], count: int
) -> NDArray[np.float64]:
    """Mean cosine of the terms of two groups' attributes: the product of the means of their unit vectors."""
    numbered: dict[str, int] = {}
    sums: dict[tuple[int, int], float] = {}
    sizes = np.zeros(count)
    for record, row in zip(records, numbers, strict=True):
        for attribute, group in zip(record, row, strict=True):
            counted = Counter(attribute.terms)
            norm = sqrt(sum(n * n for n in counted.values()))
            sizes[group] += 1
            for term, n in counted.items():
                key = (group, numbered.setdefault(term, len(numbered)))
                sums[key] = sums.get(key, 0.0) + n / norm
    # Only terms that two groups share tell them apart; the rest of a page's vocabulary would only cost memory.
    shared = Counter(number for _, number in sums)
    column = {number: k for k, number in enumerate(n for n, times in shared.items() if times > 1)}
    vectors = np.zeros((count, len(column)))
    own = np.zeros(count)
    for (group, number), value in sums.items():
        mean = value / sizes[group]
        own[group] += mean**2
        if number in column:
            vectors[group, column[number]] = mean
    cosine: NDArray[np.float64] = vectors @ vectors.T
    np.fill_diagonal(cosine, own)
    return cosine


def _style(styles: Sequence[tuple[Hashable, ...]]) -> NDArray[np.float64]:
    """Share of equal presentation features."""
    columns = [_codes(column) for column in zip(*styles, strict=True)]
    equal: NDArray[np.float64] = np.mean([np.equal.outer(column, column) for column in columns], axis=0)
    return equal


def _paths(paths: Sequence[tuple[Hashable, ...]]) -> NDArray[np.float64]:
    codes = _codes(paths)
    distinct = list(dict.fromkeys(paths))
    table = np.ones((len(distinct), len(distinct)))
    for i, a in enumerate(distinct):
        for j in range(i):
            table[i, j] = table[j, i] = path_similarity(a, distinct[j])
    return table[np.ix_(codes, codes)]


def _adjacency(numbers: Sequence[Sequence[int]], alike: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean similarity of the attributes before and after; the edge of a record is like another edge only."""
    count = len(alike)
    padded = np.zeros((count + 1, count + 1))
    padded[:count, :count] = alike
    padded[count, count] = 1.0
    total = np.zeros((count, count))
    for step in (-1, 1):
        follows = np.zeros((count, count + 1))
        for row in numbers:
            for place, group in enumerate(row):
                other = place + step
                follows[group, row[other] if 0 <= other < len(row) else count] += 1
        follows /= np.maximum(1, follows.sum(1, keepdims=True))
        total += follows @ padded @ follows.T
    return total / 2


def _together(numbers: Sequence[Sequence[int]], count: int) -> NDArray[np.bool_]:
    """Pairs of groups that some record has both of."""
    has = np.zeros((len(numbers), count))
    for row, groups in enumerate(numbers):
        has[row, groups] = 1
    both: NDArray[np.bool_] = has.T @ has > 0
    np.fill_diagonal(both, False)
    return both


def average_linkage(distance: NDArray[np.float64], sizes: NDArray[np.float64], stop: float) -> NDArray[np.int64]:
    """Cluster by average linkage up to a distance; `sizes` says how many items each row stands for.

    Follows chains of nearest neighbours, which find the same tree as always merging the closest pair, in O(n^2).

    >>> d = np.array([[0, 0.1, 0.9], [0.1, 0, 0.8], [0.9, 0.8, 0]])
    >>> average_linkage(d, np.ones(3), 0.5).tolist()
    [0, 0, 1]
    """
    d, size = distance.astype(float), sizes.astype(float)
    np.fill_diagonal(d, np.inf)
    top = np.arange(len(d))  # the row that each row was merged into, where that was close enough
    alive = np.ones(len(d), bool)
    chain: list[int] = []
    for _ in range(len(d) - 1):
        if not chain:
            chain = [int(np.argmax(alive))]
        while True:
            last = chain[-1]
            row = np.where(alive, d[last], np.inf)
            nearest = int(np.argmin(row))
            if not np.isfinite(row[nearest]):
                nearest = last
            elif len(chain) > 1 and row[chain[-2]] <= row[nearest]:
                nearest = chain[-2]
            if nearest == last or (len(chain) > 1 and nearest == chain[-2]):
                break
            chain.append(nearest)
        if nearest == last:  # nothing can be merged with it any more
            alive[last] = False
            chain.pop()
            continue
        a, b = chain.pop(), chain.pop()
        if d[a, b] > stop:
            # Means only grow from here: neither is merged with anything close enough again by this pair.
            alive[[a, b]] = False
            chain.clear()
            continue
        d[b] = (size[a] * d[a] + size[b] * d[b]) / (size[a] + size[b])
        d[:, b] = d[b]
        d[b, b] = np.inf
        size[b] += size[a]
        alive[a] = False
        top[a] = b
    roots = top
    while not np.array_equal(roots, roots[roots]):
        roots = roots[roots]
    _, first, back = np.unique(roots, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[back]


#: The presentation features of [F17 s. 3.2.4] that CSS has; the seventh is whether the attribute is a link.
STYLES: Final = ("font-family", "font-size", "text-decoration-line", "font-weight", "color", "font-style")


class AttributeReader:
    """Cells of a page as attributes."""

    def __init__(self, page: Page) -> None:
        self.nodes = page.nodes
        layout = page.nodes.layout
        self.styles = None
        if layout is not None:
            self.styles = layout.styles[:, [layout.style_names.index(name) for name in STYLES]]
        self._paths: dict[tuple[int, int], tuple[str, ...]] = {}

    def attributes(self, record: Record, cells: Sequence[Cell]) -> list[Attribute]:
        """Return the attributes that a record's cells are."""
        return [self._attribute(cell, self._top(record, cell.span.start)) for cell in cells]

    def _attribute(self, cell: Cell, top: int) -> Attribute:
        row = cell.span.start
        style = None
        if self.styles is not None:
            style = (*self.styles[row].tolist(), cell.kind == "link")
        kind = "image" if cell.kind == "image" else data_type(cell.text)
        value = cell.url or "" if cell.kind == "image" else cell.text
        return Attribute(value, kind, self._path(row, top), style)

    def _top(self, record: Record, row: int) -> int:
        """The child of the region that a row of the record is in."""
        start = max(part.start for part in record.parts if part.start <= row)
        end = self.nodes.end
        while end[start] <= row:
            start = int(end[start])
        return start

    def _path(self, row: int, top: int) -> tuple[str, ...]:
        nodes = self.nodes
        key = (int(nodes.path[row]), int(nodes.path[top]))
        known = self._paths.get(key)
        if known is None:
            steps = []
            while row >= top:
                steps.append(nodes.tag_name(row))
                row = int(nodes.parent[row])
            known = self._paths[key] = tuple(step for step in reversed(steps) if step != TEXT_TAG)
        return known
