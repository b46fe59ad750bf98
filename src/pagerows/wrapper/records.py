"""Records of a page by the selectors of a wrapper: one node each, or a node and the siblings up to the next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.values import Record, Span
from pagerows.wrapper.select import Selector

__all__ = ["first_rows", "is_flat", "records_at"]


def first_rows(records: Sequence[Record]) -> NDArray[np.intp]:
    """The rows that records begin with."""
    return np.array([record.parts[0].start for record in records], np.intp)


def is_flat(records: Sequence[Record]) -> bool:
    """Whether records are several siblings each (a heading and what follows it), not one node."""
    several = sum(len(record.tops) > 1 for record in records)
    return 2 * several > len(records)


def records_at(page: Page, selectors: Sequence[Selector], *, flat: bool) -> list[Record]:
    """Return the records that selectors mean, in document order, none inside of another."""
    nodes = page.nodes
    if not selectors or not len(nodes):
        return []
    rows = np.unique(np.concatenate([selector.rows(nodes) for selector in selectors])).tolist()
    outer: list[int] = []
    for row in rows:
        if not outer or row >= nodes.end[outer[-1]]:
            outer.append(row)
    if not flat:
        return [Record(page, (Span(row, int(nodes.end[row])),)) for row in outer]
    return [Record(page, (Span(row, stop),)) for row, stop in zip(outer, _stops(nodes, outer), strict=True)]


def _stops(nodes: NodeTable, starts: Sequence[int]) -> list[int]:
    """Where records that are several siblings end: at the next, the last one after as many siblings as most have."""
    stops: list[int] = []
    sizes: list[int] = []
    for row, after in zip(starts, [*starts[1:], -1], strict=True):
        parent = int(nodes.parent[row])
        if after >= 0 and nodes.parent[after] == parent:
            stops.append(after)
            sizes.append(_siblings(nodes, row, after))
        else:
            stops.append(-1)
    usual = sorted(sizes)[len(sizes) // 2] if sizes else 1
    return [stop if stop >= 0 else _after(nodes, row, usual) for row, stop in zip(starts, stops, strict=True)]


def _siblings(nodes: NodeTable, row: int, stop: int) -> int:
    count = 0
    while row < stop:
        row, count = int(nodes.end[row]), count + 1
    return count


def _after(nodes: NodeTable, row: int, count: int) -> int:
    """The row behind a node and its following siblings, `count` in all."""
    last = int(nodes.end[nodes.parent[row]]) if nodes.parent[row] >= 0 else len(nodes)
    for _ in range(count):
        if row >= last:
            break
        row = int(nodes.end[row])
    return row
