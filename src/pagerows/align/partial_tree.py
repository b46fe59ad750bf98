"""Partial tree alignment [ZL05 s. 4]: a seed tree grows by what other records have and it lacks.

[ZL05] Y. Zhai, B. Liu: Web Data Extraction Based on Partial Tree Alignment. WWW 2005. The record with most items is
the seed. Each other record is matched with it; nodes without a match are put into the seed where their place is
certain, between neighbours that match neighbours; records with nodes left are tried again once the seed has grown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rapidfuzz.distance import Levenshtein

from pagerows.align._variants import join_variants
from pagerows.cells import FORMATTING, CellParams, cells_of, in_columns
from pagerows.page import Page
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

__all__ = ["ALIGNER", "PartialTreeParams", "align"]

#: The weight of a matched node; that its class is the same weighs 1.
_NODE: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialTreeParams(CellParams):
    """What decides between equally good matchings, and how much work is done."""

    #: Of equally large matchings prefer nodes of the same class. [ZL05] compares tags only.
    prefer_class: bool = True
    #: Most cells of matching tables for one region; records beyond that are aligned by their sequence of cells.
    cell_budget: int = 400_000
    #: Most cells of the seed looked at for records aligned by their sequence; those beyond that are aligned by path.
    #: One region of 6,291 of the dev pages needs it at all, and 13,000 cells.
    sequence_budget: int = 50_000
    #: Put equal fields of records of different templates into one column. Not in [ZL05].
    join_variants: bool = True


@dataclass(slots=True)
class _Tree:
    """A record as lists by node number: the root, which stands for the record, is 0; cells are leaves."""

    label: list[str] = field(default_factory=lambda: [""])
    style: list[str] = field(default_factory=lambda: [""])
    below: list[list[int]] = field(default_factory=lambda: [[]])
    #: The nodes of the cells, in order.
    leaves: list[int] = field(default_factory=list)

    def add(self, label: str, style: str) -> int:
        self.label.append(label)
        self.style.append(style)
        self.below.append([])
        return len(self.label) - 1

    def graft(self, other: _Tree, node: int, placed: dict[int, int]) -> int:
        """Copy a subtree of another tree; `placed` learns where its nodes went."""
        top = placed[node] = self.add(other.label[node], other.style[node])
        stack = [node]
        while stack:
            above = stack.pop()
            for child in other.below[above]:
                placed[child] = self.add(other.label[child], other.style[child])
                self.below[placed[above]].append(placed[child])
                stack.append(child)
        return top

    def order(self) -> list[int]:
        """All nodes in document order."""
        found, stack = [], [0]
        while stack:
            node = stack.pop()
            found.append(node)
            stack.extend(reversed(self.below[node]))
        return found


def align(page: Page, records: Sequence[Record], params: PartialTreeParams) -> list[list[Cell | None]]:
    """Align the cells of records into rows of equal length."""
    rows = cells_of(page, records, params)
    reader = _TreeReader(page, params)
    trees = [reader.tree(record, cells) for record, cells in zip(records, rows, strict=True)]
    distinct = {reader.shape(tree): tree for tree in reversed(trees)}
    places = _Alignment(params).run(sorted(distinct.values(), key=lambda tree: -len(tree.leaves)))
    by_shape = {shape: places[id(tree)] for shape, tree in distinct.items()}
    aligned = in_columns(rows, [by_shape[reader.shape(tree)] for tree in trees])
    return join_variants(page.nodes, aligned) if params.join_variants else aligned


class _TreeReader:
    """Records -> trees of the elements above their cells, inline formatting left out."""

    def __init__(self, page: Page, params: PartialTreeParams) -> None:
        self.nodes = page.nodes
        self.skipped = FORMATTING if params.join_inline else frozenset[str]()
        self.prefer_class = params.prefer_class

    def tree(self, record: Record, cells: Sequence[Cell]) -> _Tree:
        tree, known = _Tree(), dict[int, int]()
        for cell in cells:
            above = self._node_above(tree, known, record, cell.span.start)
            leaf = tree.add(f"#{cell.kind}", "")
            tree.below[above].append(leaf)
            tree.leaves.append(leaf)
        return tree

    def _node_above(self, tree: _Tree, known: dict[int, int], record: Record, row: int) -> int:
        """The node of a cell's parent; elements that the tree has are not gone through again, however deep they lie."""
        start = next(first for first, last in record.parts if first <= row < last)
        above, new = 0, list[int]()
        while row > start:
            row = int(self.nodes.parent[row])
            if row < start:
                break
            if row in known:
                above = known[row]
                break
            new.append(row)
        for row in reversed(new):
            above = known[row] = self._added(tree, above, row)
        return above

    def _added(self, tree: _Tree, above: int, row: int) -> int:
        """A new node for an element; formatting is what is above it."""
        tag = self.nodes.tag_name(row)
        if tag in self.skipped:
            return above
        node = tree.add(tag, (self.nodes.attribute(row, "class") or "") if self.prefer_class else "")
        tree.below[above].append(node)
        return node

    def shape(self, tree: _Tree) -> tuple[object, ...]:
        """What makes two trees the same: labels, classes and nesting."""
        return (*tree.label, None, *tree.style, None, *map(tuple, tree.below))


class _Alignment:
    """The growing seed, and where the nodes of each tree are in it."""

    def __init__(self, params: PartialTreeParams) -> None:
        self.seed = _Tree()
        self.budget = params.cell_budget
        self.sequence_budget = params.sequence_budget
        self.loose: dict[tuple[str, int], int] | None = None
        self.placed: dict[int, dict[int, int]] = {}
        self.known: dict[tuple[object, ...], dict[int, int]] = {}

    def run(self, trees: Sequence[_Tree]) -> dict[int, list[int]]:
        """Place all trees, the one with most cells first; return the column of each cell."""
        waiting, size = list(trees), 0
        while waiting and len(self.seed.label) > size:  # as long as the seed grows
            size = len(self.seed.label)
            waiting = [tree for tree in waiting if not self._place(tree, sure=True)]
        for tree in waiting:
            self._place(tree, sure=False)
        columns: dict[int, int] = {}
        for node in self.seed.order():
            if self.seed.label[node].startswith("#"):
                columns[node] = len(columns)
        return {id(tree): [columns[self.placed[id(tree)][leaf]] for leaf in tree.leaves] for tree in trees}

    def _place(self, tree: _Tree, *, sure: bool) -> bool:
        """Match a tree with the seed and put into the seed what it lacks; whether all nodes have a place now.

        [ZL05] leaves nodes without a certain place out; where `sure` is false they go behind their left neighbour.
        """
        pairs = self._pairs(tree)
        if pairs is None and self.sequence_budget < 0:
            self.placed[id(tree)] = self._placed_by_path(tree)
            return True
        if pairs is None and (known := self.known.get(_plain(tree))):
            # Matched by sequence, trees that differ in classes only would each put nodes of their own into the seed.
            self.placed[id(tree)] = known
            return True
        placed = self._matched_by_sequence(tree) if pairs is None else self._matched(tree, pairs)
        sure &= pairs is not None  # only a largest matching is sure to find again what it once put in
        whole = True
        for node in tree.order():
            if node in placed:
                whole &= self._insert(tree, node, placed, sure)
        self.placed[id(tree)] = placed
        if whole:
            self.known[_plain(tree)] = placed
        return whole

    def _insert(self, tree: _Tree, node: int, placed: dict[int, int], sure: bool) -> bool:
        """Insert runs of children without a match between the matches of their neighbours [ZL05 Fig. 7]."""
        children, into = tree.below[node], self.seed.below[placed[node]]
        whole, at = True, 0
        while at < len(children):
            stop = at
            while stop < len(children) and children[stop] not in placed:
                stop += 1
            if stop > at:
                left = into.index(placed[children[at - 1]]) + 1 if at else 0
                right = into.index(placed[children[stop]]) if stop < len(children) else len(into)
                if left == right or not sure:
                    into[left:left] = [self.seed.graft(tree, child, placed) for child in children[at:stop]]
                else:
                    whole = False
            at = stop + 1
        return whole

    def _matched(self, tree: _Tree, pairs: list[tuple[int, int]]) -> dict[int, int]:
        """The largest simple tree matching with the seed: node of the tree -> node of the seed."""
        weight: dict[tuple[int, int], int] = {}
        for a, b in reversed(pairs):
            own = _NODE + (tree.style[a] == self.seed.style[b])  # a class decides between equals, never against size
            weight[a, b] = own + _table(tree.below[a], self.seed.below[b], weight)[-1][-1]
        placed, stack = {0: 0}, [(0, 0)]
        while stack:
            a, b = stack.pop()
            for x, y in _trace(tree.below[a], self.seed.below[b], weight):
                placed[x] = y
                stack.append((x, y))
        return placed

    def _pairs(self, tree: _Tree) -> list[tuple[int, int]] | None:
        """All pairs of nodes that may match, parents first; None where the budget is used up."""
        pairs, at = [(0, 0)], 0
        while at < len(pairs):
            a, b = pairs[at]
            at += 1
            self.budget -= len(tree.below[a]) * len(self.seed.below[b])
            if self.budget < 0:
                return None
            pairs += [(x, y) for x in tree.below[a] for y in self.seed.below[b] if tree.label[x] == self.seed.label[y]]
        return pairs

    def _matched_by_sequence(self, tree: _Tree) -> dict[int, int]:
        """Match cells by the labels above them, in order; their ancestors go along."""
        (ours, above), (theirs, seed_above) = _leaf_paths(tree), _leaf_paths(self.seed)
        self.sequence_budget -= len(theirs)
        placed, taken = {0: 0}, {0}
        for op in Levenshtein.opcodes([path for _, path in ours], [path for _, path in theirs]):
            if op.tag == "equal":
                for k in range(op.src_end - op.src_start):
                    _climb(ours[op.src_start + k][0], theirs[op.dest_start + k][0], above, seed_above, placed, taken)
        return placed

    def _placed_by_path(self, tree: _Tree) -> dict[int, int]:
        """Give each cell the column of the n-th cell with the same labels above it; new ones come last."""
        if self.loose is None:
            self.loose = {key: leaf for leaf, key in _numbered(_leaf_paths(self.seed)[0])}
        placed = {}
        for leaf, key in _numbered(_leaf_paths(tree)[0]):
            if key not in self.loose:
                self.loose[key] = self.seed.add(tree.label[leaf], tree.style[leaf])
                self.seed.below[0].append(self.loose[key])
            placed[leaf] = self.loose[key]
        return placed


def _numbered(leaves: list[tuple[int, str]]) -> list[tuple[int, tuple[str, int]]]:
    """Cells with their path and how many of it came before."""
    seen: Counter[str] = Counter()
    found = []
    for leaf, path in leaves:
        found.append((leaf, (path, seen[path])))
        seen[path] += 1
    return found


def _plain(tree: _Tree) -> tuple[object, ...]:
    """A tree without its classes."""
    return (*tree.label, None, *map(tuple, tree.below))


def _table(xs: list[int], ys: list[int], weight: dict[tuple[int, int], int]) -> list[list[int]]:
    """The largest weight of pairs in order, for all prefixes of two lists of children."""
    table = [[0] * (len(ys) + 1)]
    for x in xs:
        before, row = table[-1], [0]
        for j, y in enumerate(ys):
            row.append(max(before[j + 1], row[j], before[j] + weight.get((x, y), 0)))
        table.append(row)
    return table


def _trace(xs: list[int], ys: list[int], weight: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The pairs of one largest matching in order; of equals the one whose pairs are furthest to the left."""
    table = _table(xs, ys, weight)
    i, j, found = len(xs), len(ys), []
    while i and j:
        if table[i][j] == table[i - 1][j]:
            i -= 1
        elif table[i][j] == table[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            found.append((xs[i], ys[j]))
    return found


def _leaf_paths(tree: _Tree) -> tuple[list[tuple[int, str]], dict[int, int]]:
    """The cells of a tree with the labels above them, and the parent of each node."""
    above: dict[int, int] = {}
    paths = {0: ""}
    leaves = []
    for node in tree.order():
        for child in tree.below[node]:
            above[child] = node
            paths[child] = f"{paths[node]}/{tree.label[child]}"
        if tree.label[node].startswith("#"):
            leaves.append((node, paths[node]))
    return leaves, above


def _climb(
    a: int, b: int, above: dict[int, int], seed_above: dict[int, int], placed: dict[int, int], taken: set[int]
) -> None:
    """Place a node and its ancestors, unless that would tear apart what is placed already."""
    chain = []
    while a not in placed:
        chain.append((a, b))
        a, b = above[a], seed_above[b]
    if placed[a] == b and not any(node in taken for _, node in chain):
        placed.update(chain)
        taken.update(node for _, node in chain)


ALIGNER = Aligner(name="partial_tree", summary="partial tree alignment [ZL05]", params=PartialTreeParams, align=align)
