"""Trees as parent columns in document order: depths, subtree ends and inheritance without walking node by node."""

from __future__ import annotations

from pagerows.later import Bools, Indices, Ints, np

__all__ = ["depths", "ends", "inherited", "levels"]


def depths(parent: Ints) -> Ints:
    """Depth of each row (0 for a root, whose parent is -1), by doubling the distance that is known.

    >>> depths(np.array([-1, 0, 1, 1, 0], np.int32)).tolist()
    [0, 1, 2, 2, 1]
    """
    rows = np.arange(len(parent))
    hop = np.where(parent >= 0, parent, rows)
    depth = (parent >= 0).astype(np.int32)
    while True:
        further = hop[hop]
        if np.array_equal(further, hop):
            return depth
        depth = depth + depth[hop]
        hop = further


def levels(depth: Ints) -> list[Indices]:
    """The rows of each depth, in order, from the top down."""
    if not len(depth):
        return []
    order = np.argsort(depth, kind="stable")
    return np.split(order, np.cumsum(np.bincount(depth))[:-1])


def ends(parent: Ints, depth: Ints) -> Ints:
    """One past the last row of each subtree.

    >>> parent = np.array([-1, 0, 1, 1, 0], np.int32)
    >>> ends(parent, depths(parent)).tolist()
    [5, 4, 3, 4, 5]
    """
    end = np.arange(1, len(parent) + 1, dtype=np.int32)
    for level in reversed(levels(depth)[1:]):
        np.maximum.at(end, parent[level], end[level])
    return end


def inherited(flag: Bools, parent: Ints) -> Bools:
    """Whether a row or any row above it is flagged.

    >>> inherited(np.array([False, True, False, False]), np.array([-1, 0, 1, 0], np.int32)).tolist()
    [False, True, True, False]
    """
    hop = np.where(parent >= 0, parent, np.arange(len(parent)))
    while True:
        flag = flag | flag[hop]
        further = hop[hop]
        if np.array_equal(further, hop):
            return flag
        hop = further
