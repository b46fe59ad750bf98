"""Where records start and end in the tree; the paper gives starts only and leaves the last end open."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import NodeTable

__all__ = ["fit_to_tree", "plain_stretches"]

Ints = NDArray[np.intp]


def plain_stretches(starts: Ints, stop: int) -> tuple[Ints, Ints]:
    """Return records as stretches up to the next start; the last one is as long as they are on average.

    >>> [ends.tolist() for ends in plain_stretches(np.array([2, 5, 8]), 30)]
    [[2, 5, 8], [5, 8, 11]]
    """
    gap = round((int(starts[-1]) - int(starts[0])) / max(1, len(starts) - 1))
    return starts, np.append(starts[1:], min(stop, int(starts[-1]) + max(1, gap)))


def fit_to_tree(nodes: NodeTable, codes: NDArray[np.int32], starts: Ints) -> tuple[Ints, Ints]:
    """Return records that are whole subtrees: siblings from one start up to the next, or to their parent's end.

    A symbol inside of the records (their first link, say) marks them as well as their top node does, so starts move
    up as long as every one has its own ancestor there.
    """
    starts = _climbed(nodes, starts)
    bounds = nodes.end[nodes.parent[starts]].astype(np.intp)
    stops = np.minimum(np.append(starts[1:], len(codes)), bounds)
    # Behind the last record under each parent anything may follow: it ends as the other records do.
    open_ended = np.flatnonzero(stops == bounds)
    closed = np.flatnonzero(stops != bounds)
    stops[open_ended] = _open_ends(nodes, codes, starts, stops, open_ended, closed)
    return starts, stops


def _climbed(nodes: NodeTable, starts: Ints) -> Ints:
    """Move starts up while their parents are all different; same path means same depth, so order is kept."""
    while True:
        parents = nodes.parent[starts].astype(np.intp)
        if parents[0] <= 0 or (parents[1:] == parents[:-1]).any():
            return starts
        starts = parents


def _open_ends(
    nodes: NodeTable, codes: NDArray[np.int32], starts: Ints, stops: Ints, which: Ints, closed: Ints
) -> list[int]:
    """Extend each of these records over the siblings that other records have too, at most as many as they have."""
    known, most = _tops(nodes, codes, starts[closed], stops[closed])
    ends, symbols = nodes.end, codes
    found = []
    for start, bound in zip(starts[which].tolist(), stops[which].tolist(), strict=True):
        row, count = int(ends[start]), 1
        while row < bound and count < most and int(symbols[row]) in known:
            row, count = int(ends[row]), count + 1
        found.append(row)
    return found


def _tops(nodes: NodeTable, codes: NDArray[np.int32], starts: Ints, stops: Ints) -> tuple[set[int], int]:
    """Return the symbols of the records' top nodes behind the first one, and the usual number of top nodes."""
    if not len(starts):
        return set(), 1
    first, last = int(starts[0]), int(stops[-1])
    rows = first + np.flatnonzero(nodes.depth[first:last] == nodes.depth[first])
    record = np.searchsorted(starts, rows, "right") - 1
    rows, record = rows[rows < stops[record]], record[rows < stops[record]]
    counts = np.bincount(record, minlength=len(starts))
    return set(codes[rows].tolist()), int(np.median(counts))
