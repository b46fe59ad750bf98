"""Extended Subtree similarity (EST) of labelled ordered trees [E17 s. 2.2.1, 5.2; Shahbazi and Miller 2014].

Trees live in a `Forest`, where equal subtrees are one entry: what two subtrees have in common is worked out once
per pair of distinct ones, however often they occur on a page.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rapidfuzz.distance import LCSseq

__all__ = ["Forest"]


#: Rows of children with more pairs than this are matched by equal subtrees only: the best matching takes a step a pair.
LONG: Final = 40_000


class _Walk(NamedTuple):
    """The nodes of a tree in document order."""

    #: Entry of the forest that each node's subtree is.
    entries: list[int]
    depths: list[int]
    #: One past the last node of the subtree.
    ends: list[int]
    #: Rank in post-order, which decides between equally large mappings.
    post: list[int]


class _Common(NamedTuple):
    """The largest mapping of two subtrees that maps their roots."""

    size: int
    #: Which children map to each other, by position.
    kids: tuple[tuple[int, int], ...]


@dataclass
class Forest:
    """Distinct trees by number; a tree's children always have smaller numbers.

    >>> forest = Forest()
    >>> a, b, c, d = range(4)
    >>> p = forest.add(a, (forest.add(b), forest.add(c, (forest.add(d),))))  # a(b, c(d))
    >>> q = forest.add(a, (forest.add(d), forest.add(c)))  # a(d, c)
    >>> round(forest.similarity(p, q), 3)  # [E17 Fig. 8]
    0.53
    """

    #: Magnifies the weight of large subtrees [E17 Eq. 9].
    alpha: float = 2.0
    #: Weight of subtrees that stand at different depths [E17 s. 5.2].
    beta: float = 0.5
    labels: list[int] = field(default_factory=list)
    kids: list[tuple[int, ...]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    _numbers: dict[tuple[int, tuple[int, ...]], int] = field(default_factory=dict, repr=False)
    _counts: dict[int, Counter[int]] = field(default_factory=dict, repr=False)
    _walks: dict[int, _Walk] = field(default_factory=dict, repr=False)
    _commons: dict[tuple[int, int], _Common] = field(default_factory=dict, repr=False)
    _values: dict[tuple[int, int], float] = field(default_factory=dict, repr=False)

    def add(self, label: int, kids: Sequence[int] = ()) -> int:
        """Return the number of the tree with this label at its root and these trees below it."""
        key = (label, tuple(kids))
        number = self._numbers.setdefault(key, len(self.labels))
        if number == len(self.labels):
            self.labels.append(label)
            self.kids.append(key[1])
            self.sizes.append(1 + sum(self.sizes[kid] for kid in key[1]))
        return number

    def similarity(self, first: int, second: int) -> float:
        """Return the normalised similarity of two trees, 0 to 1 [E17 Eq. 10]."""
        if first == second:
            return 1.0
        key = (min(first, second), max(first, second))
        if key not in self._values:
            self._values[key] = self._similarity(*key) / max(self.sizes[first], self.sizes[second])
        return self._values[key]

    def similar(self, first: int, second: int, threshold: float) -> bool:
        """Return whether the similarity is above the threshold, at the least cost."""
        return self.bound(first, second) > threshold and self.similarity(first, second) > threshold

    def bound(self, first: int, second: int) -> float:
        """Return a number that the similarity never exceeds, from label counts alone.

        No mapping is larger than what the labels have in common, and the weights of all mappings sum up to at
        most the mean number of nodes whose label the other tree has too. The bound is for alpha = 2.
        """
        if first == second or self.alpha != 2:
            return 1.0
        one, two = self._labels(first), self._labels(second)
        shared = one.keys() & two.keys()
        largest = sum(min(one[label], two[label]) for label in shared)
        total = sum(one[label] + two[label] for label in shared) / 2
        return math.sqrt(largest * total) / max(self.sizes[first], self.sizes[second])

    def _labels(self, tree: int) -> Counter[int]:
        if tree not in self._counts:
            self._counts[tree] = Counter(self.labels[entry] for entry in self._walk(tree).entries)
        return self._counts[tree]

    # -- Eq. 9 -------------------------------------------------------------------------------------------------

    def _similarity(self, first: int, second: int) -> float:
        one, two = self._walk(first), self._walk(second)
        mappings = self._mappings(one, two)
        weights_one, weights_two = self._weights(one, two, mappings)
        total = 0.0
        for mapping in weights_one.keys() | weights_two.keys():
            weight = (weights_one[mapping] + weights_two[mapping]) / 2  # Eq. 7
            same_depth = one.depths[mapping[0]] == two.depths[mapping[1]]
            total += (1.0 if same_depth else self.beta) * weight**self.alpha
        return float(total ** (1 / self.alpha))

    def _mappings(self, one: _Walk, two: _Walk) -> list[tuple[int, int]]:
        """Pairs of nodes with equal labels, those with the largest common subtrees first.

        A node takes the first of equally large mappings; so of the pairs made of the same two subtrees, only those
        with the first place of either one can ever be taken.
        """
        places_one, places_two = _places(one), _places(two)
        by_label: dict[int, list[int]] = {}
        for entry in sorted(places_two):
            by_label.setdefault(self.labels[entry], []).append(entry)
        found: set[tuple[int, int, int, int, int]] = set()
        for x in sorted(places_one):  # ascending: children before parents
            for y in by_label.get(self.labels[x], ()):
                size = -self._common(x, y).size
                i0, j0 = places_one[x][0], places_two[y][0]
                found.update((size, one.post[i0], two.post[j], i0, j) for j in places_two[y])
                found.update((size, one.post[i], two.post[j0], i, j0) for i in places_one[x])
        return [(i, j) for _, _, _, i, j in sorted(found)]

    def _weights(
        self, one: _Walk, two: _Walk, mappings: Sequence[tuple[int, int]]
    ) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
        """Count, per mapping, the nodes of either tree for which it is the largest that they are part of [Eq. 8]."""
        free_one, free_two = bytearray(len(one.ends)), bytearray(len(two.ends))
        weights_one: Counter[tuple[int, int]] = Counter()
        weights_two: Counter[tuple[int, int]] = Counter()
        for i, j in mappings:
            if free_one.find(0, i, one.ends[i]) < 0 and free_two.find(0, j, two.ends[j]) < 0:
                continue
            for a, b in self._mapped(one, two, i, j):
                weights_one[i, j] += not free_one[a]
                weights_two[i, j] += not free_two[b]
                free_one[a] = free_two[b] = 1
        return weights_one, weights_two

    def _mapped(self, one: _Walk, two: _Walk, i: int, j: int) -> list[tuple[int, int]]:
        """The pairs of nodes of the largest mapping with these roots."""
        found, pending = [], [(i, j)]
        while pending:
            a, b = pending.pop()
            found.append((a, b))
            pairs = self._common(one.entries[a], two.entries[b]).kids
            if pairs:
                below_a, below_b = _children(one, a), _children(two, b)
                pending.extend((below_a[k], below_b[m]) for k, m in pairs)
        return found

    # -- the largest mapping of two subtrees -------------------------------------------------------------------

    def _common(self, x: int, y: int) -> _Common:
        """Return the largest mapping of two subtrees with equal labels; those of their children are known by now."""
        found = self._commons.get((x, y))
        if found is None:
            one, two = self.kids[x], self.kids[y]
            if x == y:
                found = _Common(self.sizes[x], tuple((k, k) for k in range(len(one))))
            elif not one or not two:
                found = _Common(1, ())
            else:
                found = self._match(one, two)
            self._commons[x, y] = found
        return found

    def _match(self, one: tuple[int, ...], two: tuple[int, ...]) -> _Common:
        """Match two rows of children in order, so that most nodes are mapped."""
        # Equal subtrees at either end always match each other: nothing else could map more of them.
        shortest = min(len(one), len(two))
        head = next((k for k in range(shortest) if one[k] != two[k]), shortest)
        tail = next((k for k in range(shortest - head) if one[-1 - k] != two[-1 - k]), shortest - head)
        pairs = [(k, k) for k in range(head)]
        pairs += self._match_inner(one[head : len(one) - tail], two[head : len(two) - tail], head)
        pairs += [(len(one) - k, len(two) - k) for k in range(tail, 0, -1)]
        return _Common(1 + sum(self._size(one[k], two[m]) for k, m in pairs), tuple(pairs))

    def _size(self, x: int, y: int) -> int:
        if x == y:
            return self.sizes[x]
        return self._common(x, y).size if self.labels[x] == self.labels[y] else 0

    def _match_inner(self, one: tuple[int, ...], two: tuple[int, ...], offset: int) -> list[tuple[int, int]]:
        if len(one) * len(two) > LONG:
            equal = (op for op in LCSseq.opcodes(one, two) if op.tag == "equal")
            return [
                (offset + k, offset + m)
                for op in equal
                for k, m in zip(range(op.src_start, op.src_end), range(op.dest_start, op.dest_end), strict=True)
            ]
        best = [[0] * (len(two) + 1)]
        for x in one:
            above, row = best[-1], [0]
            for m, y in enumerate(two):
                row.append(max(above[m] + self._size(x, y), above[m + 1], row[m]))
            best.append(row)
        pairs, k, m = [], len(one), len(two)
        while k and m:
            if best[k][m] == best[k - 1][m]:
                k -= 1
            elif best[k][m] == best[k][m - 1]:
                m -= 1
            else:
                k, m = k - 1, m - 1
                pairs.append((offset + k, offset + m))
        return pairs[::-1]

    def _walk(self, tree: int) -> _Walk:
        """The tree's nodes in document order."""
        found = self._walks.get(tree)
        if found is None:
            entries: list[int] = []
            depths: list[int] = []
            pending = [(tree, 0)]
            while pending:
                entry, depth = pending.pop()
                entries.append(entry)
                depths.append(depth)
                pending.extend((kid, depth + 1) for kid in reversed(self.kids[entry]))
            ends = [place + self.sizes[entry] for place, entry in enumerate(entries)]
            # Before a node in post-order come all nodes before it in document order but its ancestors, and its own.
            post = [end - 1 - depth for end, depth in zip(ends, depths, strict=True)]
            found = self._walks[tree] = _Walk(entries, depths, ends, post)
        return found


def _places(walk: _Walk) -> dict[int, list[int]]:
    """Where each distinct subtree occurs, in post-order."""
    places: dict[int, list[int]] = {}
    for place in sorted(range(len(walk.post)), key=walk.post.__getitem__):
        places.setdefault(walk.entries[place], []).append(place)
    return places


def _children(walk: _Walk, place: int) -> list[int]:
    children, at = [], place + 1
    while at < walk.ends[place]:
        children.append(at)
        at = walk.ends[at]
    return children
