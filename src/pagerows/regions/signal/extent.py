"""Where records start and end in the tree; the paper gives starts only and leaves the last end open.

A region has few records, so plain lists are quicker here than arrays; every step is linear in the region's size.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Sized
from dataclasses import dataclass
from statistics import median_low

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import NodeTable
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.refine import folded, split_rows, split_sections

__all__ = ["Tree", "fit_to_tree", "plain_stretches"]

Codes = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Tree:
    """A page's columns as lists: the tree, the symbols, and the symbols without style."""

    parent: list[int]
    end: list[int]
    codes: list[int]
    shape: list[int]
    #: How many children each row has.
    children: list[int]
    #: Texts and attributes.
    data: Sequence[Sized]
    code_column: Codes
    shape_column: Codes

    @classmethod
    def of(cls, nodes: NodeTable, codes: Codes, shape: Codes) -> Tree:
        """Read the columns of a page."""
        children = np.bincount(nodes.parent[1:], minlength=len(nodes)).tolist()
        parent, end = nodes.parent.tolist(), nodes.end.tolist()
        return cls(parent, end, codes.tolist(), shape.tolist(), children, nodes.data, codes, shape)

    def ends(self, starts: list[int]) -> list[int]:
        """Return where records end at the latest: at the next one's start, or with their parent."""
        parent, end = self.parent, self.end
        nexts = [*starts[1:], len(end)]
        return [min(following, end[parent[row]]) for row, following in zip(starts, nexts, strict=True)]


def plain_stretches(starts: list[int], stop: int) -> tuple[list[int], list[int]]:
    """Return records as stretches up to the next start; the last one is as long as they are on average.

    >>> plain_stretches([2, 5, 8], 30)
    ([2, 5, 8], [5, 8, 11])
    """
    gap = round((starts[-1] - starts[0]) / max(1, len(starts) - 1))
    return starts, [*starts[1:], min(stop, starts[-1] + max(1, gap))]


def fit_to_tree(tree: Tree, starts: list[int], params: SignalParams) -> tuple[list[int], list[int]]:
    """Return records that are whole subtrees: siblings from one start up to the next, or to their parent's end.

    A symbol inside of the records (their first link, say) marks them as well as their top node does, so starts move
    up as long as every one has its own ancestor there.
    """
    starts = _climbed(tree.parent, starts)
    if params.split_alike < 1:
        starts = split_rows(tree.end, tree.shape, tree.children, starts, params.split_alike)
        if params.section_text:
            starts = split_sections(tree.end, tree.shape, tree.data, starts, params.split_alike, params.section_text)
    if params.min_overlap < 1 or params.min_alike < 1:
        starts = _completed(tree, starts, params)
    if params.fold > 1:
        starts = folded(tree.codes, tree.shape, starts, tree.ends(starts), params.fold, params.fold_gain)
    return starts, _closed(tree, starts)


def _climbed(parent: list[int], starts: list[int]) -> list[int]:
    """Move starts up while their parents are all different; same path means same depth, so order is kept."""
    while True:
        above = [parent[row] for row in starts]
        if above[0] <= 0 or len(set(above)) < len(above):
            return starts
        starts = above


def _completed(tree: Tree, starts: list[int], params: SignalParams) -> list[int]:
    """Add the nodes of the same path inside of the smallest subtree that holds all starts.

    Optional fields make the first records rise above the contour, which cuts them off; they look like the others
    where enough of their symbols are the others' symbols. A node whose path differs in style alone (the last of
    each row, the one on sale) must have nearly the same tags below it as the record next to it.
    """
    holder = _common_ancestor(tree, starts[0], starts[-1])
    stop = tree.end[holder]
    rows = _same(tree.code_column, holder, stop, tree.codes[starts[0]])
    if len(rows) > len(starts) and params.min_overlap < 1:
        starts = _with_known_symbols(tree, starts, rows, params.min_overlap)
    if params.min_alike < 1:
        rows = _same(tree.shape_column, holder, stop, tree.shape[starts[0]])
        if len(rows) > len(starts):
            starts = _like_neighbours(tree, starts, rows, params.min_alike)
    return starts


def _same(column: Codes, start: int, stop: int, symbol: int) -> list[int]:
    found: list[int] = ((column[start:stop] == symbol).nonzero()[0] + start).tolist()
    return found


def _with_known_symbols(tree: Tree, starts: list[int], rows: list[int], least: float) -> list[int]:
    """Add the rows of which at least that share are symbols of the records."""
    codes, had = tree.codes, set(starts)
    spans = list(zip(rows, tree.ends(rows), strict=True))
    known = {symbol for start, end in spans if start in had for symbol in codes[start:end]}
    return [
        start
        for start, end in spans
        if start in had or sum(symbol in known for symbol in codes[start:end]) >= least * (end - start)
    ]


def _like_neighbours(tree: Tree, starts: list[int], rows: list[int], least: float) -> list[int]:
    """Add the rows that have nearly the same tags below them as the nearest record."""
    shape, had = tree.shape, set(starts)
    tags = {start: frozenset(shape[start:end]) for start, end in zip(rows, tree.ends(rows), strict=True)}
    kept = []
    for row in rows:
        if row not in had:
            place = bisect_left(starts, row)
            nearest = min(starts[max(0, place - 1) : place + 1], key=lambda start: abs(start - row))
            one, other = tags[row], tags.get(nearest, frozenset())
            if len(one & other) < least * len(one | other):
                continue
        kept.append(row)
    return kept


def _common_ancestor(tree: Tree, first: int, last: int) -> int:
    """Return the nearest row whose subtree holds both rows."""
    while tree.end[first] <= last:
        first = tree.parent[first]
    return first


def _closed(tree: Tree, starts: list[int]) -> list[int]:
    """Return where records end: behind the last one under each parent anything may follow, so it ends as others do."""
    parent, end, codes = tree.parent, tree.end, tree.codes
    stops = tree.ends(starts)
    bounds = [end[parent[row]] for row in starts]
    known: set[int] = set()
    counts = []
    for start, stop, bound in zip(starts, stops, bounds, strict=True):
        if stop != bound:
            row, count = start, 0
            while row < stop:
                known.add(codes[row])
                row, count = end[row], count + 1
            counts.append(count)
    most = median_low(counts) if counts else 1
    for index, (start, stop, bound) in enumerate(zip(starts, stops, bounds, strict=True)):
        if stop == bound:
            # Over the siblings that other records have too, at most as many as they have.
            row, count = end[start], 1
            while row < bound and count < most and codes[row] in known:
                row, count = end[row], count + 1
            stops[index] = row
    return stops
