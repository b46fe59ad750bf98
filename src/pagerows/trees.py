"""Tags compared: edit distance of tag strings, simple tree matching, tree edit distance.

One place for MDR (strings), DEPTA (simple tree matching) and DERIN (tree edit distance with costs of its own).
Subtrees are numbered by shape, bottom up, so that equal subtrees are compared once and equal pairs never.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from pagerows.page.nodes import ELEMENT, NodeTable

__all__ = ["EditCosts", "Elements", "Shapes", "Tree", "string_distance", "subtree", "tree_edit_distance"]

#: Tag numbers become characters from here on, clear of surrogates for any number of tags a page can have.
_FIRST = 0x10000
_MOST = 0x100000


def string_distance(a: str, b: str, most: float = 1.0) -> float:
    """Return the edit distance of two strings divided by their mean length; at once 1.0 where it exceeds `most`.

    Mean, not maximum: [LGZ03 s. 3.2] normalises by the length of the two strings' mean.

    >>> string_distance("abcd", "abd")
    0.2857142857142857
    >>> string_distance("abcd", "x", most=0.3)
    1.0
    """
    if a == b:
        return 0.0
    mean = (len(a) + len(b)) / 2
    bound = int(most * mean)
    if abs(len(a) - len(b)) > bound:
        return 1.0
    distance = Levenshtein.distance(a, b, score_cutoff=bound)
    return distance / mean if distance <= bound else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """The elements of a page without its text: a table of their own, in which tag strings are slices."""

    #: Row of each element in the node table. (m,)
    rows: NDArray[np.intp]
    #: One past the last element of each subtree. (m,)
    end: NDArray[np.intp]
    #: Levels below each element: 0 for a leaf. (m,)
    height: NDArray[np.int32]
    #: One character per element: the tag string of an element is ``string[i:end[i]]``.
    string: str

    @classmethod
    def of(cls, nodes: NodeTable) -> Elements:
        """Take the elements of a node table."""
        rows = np.flatnonzero(nodes.kind == ELEMENT)
        count = np.r_[0, np.cumsum(nodes.kind == ELEMENT)]
        tags = nodes.tag[rows].astype(np.uint32) % _MOST + _FIRST
        return cls(rows, count[nodes.end[rows]], _heights(nodes)[rows], tags.tobytes().decode("utf-32-le"))

    def __len__(self) -> int:
        return len(self.rows)

    def children(self, element: int) -> list[int]:
        """Return an element's children, in order."""
        found, child, stop = [], element + 1, int(self.end[element])
        while child < stop:
            found.append(child)
            child = int(self.end[child])
        return found


def _heights(nodes: NodeTable) -> NDArray[np.int32]:
    """The levels of elements below each row, text not counted."""
    height = np.zeros(len(nodes), np.int32)
    depth = np.where(nodes.kind == ELEMENT, nodes.depth, -1)
    order = np.argsort(depth, kind="stable")
    edges = np.searchsorted(depth[order], np.arange(1, int(depth.max(initial=0)) + 2))
    for first, last in zip(edges[-2::-1].tolist(), edges[:0:-1].tolist(), strict=True):
        rows = order[first:last]
        np.maximum.at(height, nodes.parent[rows], height[rows] + 1)
    return height


class Shapes:
    """The distinct shapes (tags and nesting) of a page's subtrees, numbered bottom up, and how well they match.

    Simple tree matching [Yang 1991]: the largest number of node pairs such that roots pair with roots, children
    pair in order, and paired nodes have equal tags. Equal shapes are known to match whole, equal pairs are
    matched once, and the work on one page is bounded by `budget` cells of the matching tables: beyond it, pairs
    never seen before count as not matching.
    """

    def __init__(self, elements: Elements, tags: NDArray[np.int32], budget: int = 1_000_000) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._tag: list[int] = []
        self._below: list[tuple[int, ...]] = []
        self._size: list[int] = []
        self._known: dict[tuple[int, int], int] = {}
        self.budget = budget
        self._elements = elements
        self._of = self._number_all(elements, tags[elements.rows].tolist())

    def _number_all(self, elements: Elements, tags: list[int]) -> list[int]:
        of = [0] * len(tags)
        ends = elements.end.tolist()
        for element in range(len(tags) - 1, -1, -1):
            below, child, stop = [], element + 1, ends[element]
            while child < stop:
                below.append(of[child])
                child = ends[child]
            of[element] = self._number(tags[element], tuple(below))
        return of

    def _number(self, tag: int, below: tuple[int, ...]) -> int:
        key = (tag, *below)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._tag)
            self._tag.append(tag)
            self._below.append(below)
            self._size.append(1 + sum(self._size[shape] for shape in below))
        return number

    def slice(self, first: int, last: int) -> int:
        """Return the shape of the sibling elements in a slice: of one its own, of more a tree without a tag."""
        ends, of = self._elements.end, self._of
        if ends[first] == last:
            return of[first]
        below = []
        while first < last:
            below.append(of[first])
            first = int(ends[first])
        return self._number(-1, tuple(below))

    def similarity(self, a: int, b: int, least: float = 0.0) -> float:
        """Return the matched nodes divided by the mean number of nodes; at once 0.0 where it is below `least`."""
        if a == b:
            return 1.0
        virtual = self._tag[a] == -1
        sizes = self._size[a] - virtual, self._size[b] - virtual
        mean = sum(sizes) / 2
        if min(sizes) < least * mean or self._tag[a] != self._tag[b]:
            return 0.0
        return (self.matching(a, b) - virtual) / mean

    def matching(self, a: int, b: int) -> int:
        """Return the size of the largest simple tree matching of two shapes."""
        stack = [(a, b) if a < b else (b, a)]
        while stack:
            pair = stack[-1]
            needed = [] if pair in self._known else self._try(*pair)
            if needed:
                stack.extend(needed)
            else:
                stack.pop()
        return self._value(a, b)

    def _value(self, a: int, b: int) -> int:
        if a == b:
            return self._size[a]
        if self._tag[a] != self._tag[b]:
            return 0
        return self._known[(a, b) if a < b else (b, a)]

    def _try(self, a: int, b: int) -> list[tuple[int, int]]:
        """Match two shapes if all pairs of children are known; else return the pairs that must come first."""
        if a == b or self._tag[a] != self._tag[b]:
            return []
        xs, ys, same = self._differing(self._below[a], self._below[b])
        if len(xs) * len(ys) > self.budget:
            self._known[a, b] = 0
            return []
        tag, known = self._tag, self._known
        pairs = {(x, y) if x < y else (y, x) for x in set(xs) for y in set(ys) if x != y and tag[x] == tag[y]}
        needed = [pair for pair in pairs if pair not in known]
        if not needed:
            self.budget -= len(xs) * len(ys)
            known[a, b] = 1 + same + self._best_in_order(xs, ys)
        return needed

    def _differing(self, xs: tuple[int, ...], ys: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Leave out equal children at both ends, which match whole in some best matching; count their nodes."""
        same, start, most = 0, 0, min(len(xs), len(ys))
        while start < most and xs[start] == ys[start]:
            same += self._size[xs[start]]
            start += 1
        stop = 0
        while stop < most - start and xs[-1 - stop] == ys[-1 - stop]:
            same += self._size[xs[-1 - stop]]
            stop += 1
        return xs[start : len(xs) - stop], ys[start : len(ys) - stop], same

    def _best_in_order(self, xs: tuple[int, ...], ys: tuple[int, ...]) -> int:
        """The largest sum over pairs of children in order: a weighted longest common subsequence."""
        row = [0] * (len(ys) + 1)
        for x in xs:
            before = row
            row = [0]
            for j, y in enumerate(ys):
                row.append(max(before[j + 1], row[j], before[j] + self._value(x, y)))
        return row[-1]


class Tree(NamedTuple):
    """A labelled ordered tree, hashable: what the tree edit distance compares."""

    label: Hashable
    below: tuple[Tree, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCosts:
    """What each edit of a tree costs."""

    rename: float = 1
    insert: float = 1
    delete: float = 1


def subtree(nodes: NodeTable, row: int, *, levels: int = 64, ignore: frozenset[str] = frozenset()) -> Tree:
    """Return the element at a row and its descendants, `levels` deep, as a tree of tags.

    Elements whose tag is in `ignore` are left out, and their children take their place.

    >>> from pagerows.page import parse
    >>> subtree(parse("<ul><li><a><b>x</b></a></ul>").nodes, 1, levels=2, ignore=frozenset({"a"}))
    Tree(label='ul', below=(Tree(label='li', below=()),))
    """
    below: dict[int, list[Tree]] = {}
    base = int(nodes.depth[row])
    made = Tree(nodes.tag_name(row))
    for at in range(int(nodes.end[row]) - 1, row - 1, -1):
        children = below.pop(at, [])
        if nodes.kind[at] != ELEMENT or nodes.depth[at] - base >= levels:
            continue
        name = nodes.tag_name(at)
        if name in ignore and at != row:
            below.setdefault(int(nodes.parent[at]), []).extend(children)
            continue
        made = Tree(name, tuple(reversed(children)))
        below.setdefault(int(nodes.parent[at]), []).append(made)
    return made


@lru_cache(maxsize=16384)
def tree_edit_distance(a: Tree, b: Tree, costs: EditCosts = EditCosts()) -> float:
    """Return the least cost of edits that turn one ordered tree into the other [Zhang & Shasha 1989].

    >>> tree_edit_distance(Tree("a", (Tree("b"), Tree("c"))), Tree("a", (Tree("c"),)))
    1
    >>> tree_edit_distance(Tree("a"), Tree("b"), EditCosts(rename=3))
    2
    """
    if a == b:
        return 0
    left, right = _postorder(a), _postorder(b)
    between: dict[tuple[int, int], float] = {}
    for i in left.keyroots:
        for j in right.keyroots:
            _forest_distances(left, right, i, j, between, costs)
    return between[len(left.labels) - 1, len(right.labels) - 1]


class _Postorder(NamedTuple):
    labels: list[Hashable]
    #: Leftmost leaf below each node, and the nodes that are the last with theirs, all by postorder number.
    first: list[int]
    keyroots: list[int]


def _postorder(tree: Tree) -> _Postorder:
    labels: list[Hashable] = []
    first: list[int] = []
    stack: list[tuple[Tree, int]] = [(tree, -1)]
    while stack:
        node, leftmost = stack.pop()
        if leftmost < 0 and node.below:
            stack.append((node, len(labels)))
            stack.extend((child, -1) for child in reversed(node.below))
            continue
        first.append(len(labels) if leftmost < 0 else leftmost)
        labels.append(node.label)
    last = {leaf: number for number, leaf in enumerate(first)}
    return _Postorder(labels, first, sorted(last.values()))


def _forest_distances(
    a: _Postorder, b: _Postorder, i: int, j: int, between: dict[tuple[int, int], float], costs: EditCosts
) -> None:
    """Fill in the distances of all subtrees that end the forests left of keyroots `i` and `j`."""
    p, q = a.first[i], b.first[j]
    table = [[y * costs.insert for y in range(j - q + 2)]]
    for x in range(i - p + 1):
        row, before, here = [table[x][0] + costs.delete], table[x], p + x
        for y in range(j - q + 1):
            there = q + y
            best = min(before[y + 1] + costs.delete, row[y] + costs.insert)
            if a.first[here] == p and b.first[there] == q:
                rename = 0 if a.labels[here] == b.labels[there] else costs.rename
                best = between[here, there] = min(best, before[y] + rename)
            else:
                best = min(best, table[a.first[here] - p][b.first[there] - q] + between[here, there])
            row.append(best)
        table.append(row)
