"""Tags compared: edit distance of tag strings, simple tree matching, tree edit distance.

One place for MDR (strings), DEPTA (simple tree matching) and DERIN (tree edit distance with costs of its own).
Subtrees are numbered by shape, bottom up, so that equal subtrees are compared once and equal pairs never.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from pagerows.page.nodes import ELEMENT, NodeTable

__all__ = ["Elements", "string_distance"]

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
