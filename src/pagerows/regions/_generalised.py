"""Data regions made of generalised nodes: what MDR and DEPTA share [LGZ03 s. 3].

A generalised node is a run of r adjacent sibling elements; a data region is a run of adjacent generalised nodes
of equal r, each of which resembles the one before. The two methods differ in what "resembles" means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pagerows.trees import Elements

__all__ = ["DataRegion", "Similar", "find_data_regions", "identify"]

#: Whether the elements of two adjacent slices (first, middle), (middle, last) of the element table are similar.
Similar = Callable[[int, int, int], bool]


class DataRegion(NamedTuple):
    """A run of generalised nodes below one parent."""

    parent: int
    #: The elements that the generalised nodes start at, and one past the last one's end.
    edges: tuple[int, ...]
    #: Sibling elements in each generalised node.
    size: int


def find_data_regions(
    elements: Elements, similar: Similar, *, most: int, min_height: int = 2, nested: bool = False
) -> list[DataRegion]:
    """Find the data regions of a page, from the root down [LGZ03 Fig. 8].

    A region hides all regions inside its generalised nodes (UnCoveredDRs), so the walk skips what is covered;
    with `nested` they are found as well. `most` is the paper's K.
    """
    found: list[DataRegion] = []
    element, count = 0, len(elements)
    covered = bytearray(count)
    tall = (elements.height >= min_height).tolist()
    for element in range(count):
        if not tall[element] or covered[element]:
            continue
        children = elements.children(element)
        if len(children) < 2:
            continue
        edges = [*children, int(elements.end[element])]
        for first, size, total in identify(edges, similar, most):
            starts = edges[first : first + total + 1 : size]
            found.append(DataRegion(element, tuple(starts), size))
            if not nested:
                covered[starts[0] : starts[-1]] = b"\x01" * (starts[-1] - starts[0])
    return found


def identify(edges: Sequence[int], similar: Similar, most: int) -> list[tuple[int, int, int]]:
    """Split one parent's children into data regions (first child, size, children in all) [LGZ03 Fig. 9 IdentDRs].

    The paper's recursion is a loop here, and comparisons that cannot change the answer are left out: a run
    replaces the best one only if it is longer and starts no later.

    >>> identify([0, 1, 2, 3, 4, 5], lambda a, b, c: True, 10)
    [(0, 1, 5)]
    """
    count = len(edges) - 1
    regions = []
    start = 0
    while count - start >= 2:
        first, size, total = _longest(edges, similar, most, start, count)
        if not total:
            break
        regions.append((first, size, total))
        start = first + total
    return regions


def _longest(edges: Sequence[int], similar: Similar, most: int, start: int, count: int) -> tuple[int, int, int]:
    best = (0, 0, 0)
    for size in range(1, min(most, (count - start) // 2) + 1):
        for offset in range(start, start + size):
            if (count - offset) // size * size <= best[2]:
                continue  # even if all of it were similar
            run = _run(edges, similar, size, offset, count, best[0] if best[2] else count)
            if run[2] > best[2] and (not best[2] or run[0] <= best[0]):
                best = run
        if best[0] == start and best[2] == count - start:
            break
    return best


def _run(
    edges: Sequence[int], similar: Similar, size: int, offset: int, count: int, latest: int
) -> tuple[int, int, int]:
    """The first run of similar generalised nodes of one size, counted from an offset; none after `latest`."""
    at = offset
    while at + 2 * size <= count and at <= latest:
        if similar(edges[at], edges[at + size], edges[at + 2 * size]):
            first, at = at, at + size
            while at + 2 * size <= count and similar(edges[at], edges[at + size], edges[at + 2 * size]):
                at += size
            return first, size, at + size - first
        at += size
    return 0, size, 0
