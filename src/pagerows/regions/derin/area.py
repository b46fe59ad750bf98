"""The main data region: the element that fills most of the screen with records [F17 s. 3.1]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from pagerows.page.nodes import ELEMENT, NodeTable
from pagerows.page.tree import inherited

if TYPE_CHECKING:
    from pagerows.regions.derin import DerinParams

__all__ = ["MainRegion", "candidates", "main_region", "two_level_distance"]

#: Not counted as children: they delimit no records [F17 s. 3.1.1].
UNCOUNTED: Final = ("input", "textarea", "select", "option", "link", "script", "style", "img", "td", "noscript")
#: Left out of comparisons: they separate records or show related information [F17 s. 3.1.3].
SEPARATING: Final = ("br", "h1", "h2", "h3", "h4", "h5", "h6", "a")


#: Groups of one region start and are wide alike, up to this share of their width.
COLUMN: Final = 0.05
#: What a character in a link counts for, against one of plain text; 0 to 1 give the same regions on the dev corpora
#: but for one page.
LINK: Final = 0.25
#: Children that are compared with one another at most, spread evenly.
MOST: Final = 60


#: A tree of two levels: a tag, and its children's.
Shape = tuple[int, tuple[int, ...]]


class MainRegion:
    """The element chosen, and the elements below it whose children are records (one, unless it was climbed to)."""

    def __init__(self, row: int, groups: Sequence[int]) -> None:
        self.row, self.groups = row, list(groups)


def candidates(nodes: NodeTable, least: int) -> NDArray[np.intp]:
    """Rows with at least `least` countable child elements [F17 s. 3.1.1]."""
    counted = (nodes.kind == ELEMENT) & (nodes.parent >= 0)
    counted[nodes.rows_with_tag(*UNCOUNTED)] = False
    enough = np.bincount(nodes.parent[counted], minlength=len(nodes)) >= least
    enough[nodes._foreign] = False  # the paths of a drawing are no records
    return np.flatnonzero(enough)


def main_region(nodes: NodeTable, params: DerinParams) -> MainRegion:
    """Filter the candidates by area, height, width and ancestry, take the largest and climb [F17 s. 3.1.3]."""
    rows = candidates(nodes, params.min_children)
    width, height = _sizes(nodes)
    rows = rows[(rows > 0) & (width[rows] > 0)]
    area = width * height
    body_width, body_height = max(1.0, float(width[0])), max(1.0, float(height[0]))
    kept = rows[area[rows] / (body_width * body_height) >= params.min_area]  # Eq. 1
    kept = kept[height[kept] / body_height >= params.min_height]  # Eq. 2
    kept = kept[width[kept] / body_width >= params.min_width]  # Eq. 3
    kept = _without_ancestors(nodes, kept, area, params)  # Eq. 4
    if not len(kept):
        return MainRegion(0, [0])
    size = (area * _ink(nodes) if params.by_text else area)[kept]
    if params.likeness:
        size = size * np.array([_likeness(nodes, row) for row in kept.tolist()]) ** params.likeness
    return _climb(nodes, int(kept[np.argmax(size)]), kept, params)


def _sizes(nodes: NodeTable) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Width and height of what is shown of each row: of its box; of the body, and of a box without area, of all in it.

    Elements that float have parents without a height ([F17 s. 5] counts that among its failures), and the body's own
    box is as high as the window on old pages, or lower than what flows out of it.
    """
    assert nodes.layout is not None
    boxes, shown = nodes.layout.boxes, nodes.layout.visible.copy()
    shown[:1] = False
    low = np.where(shown[:, None], boxes[:, :2], np.inf)
    high = np.where(shown[:, None], boxes[:, :2] + boxes[:, 2:], -np.inf)
    order = np.argsort(nodes.depth, kind="stable")
    edges = np.searchsorted(nodes.depth[order], np.arange(1, int(nodes.depth.max(initial=0)) + 2))
    for first, last in zip(edges[-2::-1].tolist(), edges[:0:-1].tolist(), strict=True):  # the deepest first
        rows = order[first:last]
        np.minimum.at(low, nodes.parent[rows], low[rows])
        np.maximum.at(high, nodes.parent[rows], high[rows])
    there = np.isfinite(low)
    sizes = np.where(there, boxes[:, 2:], 0.0)
    around = np.subtract(high, low, where=there, out=np.zeros_like(sizes))
    wanting: NDArray[np.bool_] = np.min(sizes, axis=1) <= 0
    wanting[:1] = True
    sizes[wanting] = around[wanting]
    return sizes[:, 0], sizes[:, 1]


def _ink(nodes: NodeTable) -> NDArray[np.float64]:
    """Visible characters below each row; those in links count for less."""
    assert nodes.layout is not None
    linked = np.zeros(len(nodes), bool)
    linked[nodes.rows_with_tag("a")] = True
    linked = inherited(linked, nodes.parent)
    read = np.where(nodes.layout.visible, nodes.text_length * np.where(linked, LINK, 1.0), 0.0)
    total = np.r_[0.0, np.cumsum(read)]
    ink: NDArray[np.float64] = total[nodes.end] - total[:-1]
    return ink


def _without_ancestors(
    nodes: NodeTable, rows: NDArray[np.intp], area: NDArray[np.float64], params: DerinParams
) -> NDArray[np.intp]:
    """Drop candidates of which one candidate below fills more than a share [F17 Eq. 4].

    The text says "a prefix of the other expression", the equation "parent": see DerinParams.any_ancestor.
    """
    if params.any_ancestor:
        below = (rows[None, :] > rows[:, None]) & (rows[None, :] < nodes.end[rows][:, None])
    else:
        below = nodes.parent[rows][None, :] == rows[:, None]
    large = area[rows][None, :] > params.max_parent * area[rows][:, None]
    return rows[~(below & large).any(1)]


def _climb(nodes: NodeTable, row: int, kept: NDArray[np.intp], params: DerinParams) -> MainRegion:
    """Go up to the ancestor that holds further records like those of the element chosen, three levels at most."""
    mine = _shapes(nodes, row)
    above = row
    for _ in range(params.max_climb):
        above = int(nodes.parent[above])
        if above < 0 or not mine:
            break
        alike = _alike(nodes, mine, _others(nodes, above, row, kept, params), params)
        if alike:
            return MainRegion(above, sorted([row, *alike]))
    return MainRegion(row, [row])


def _alike(nodes: NodeTable, mine: list[Shape], others: list[int], params: DerinParams) -> list[int]:
    """Those of the elements, in document order, whose children are like `mine`; what is inside of one found is not."""
    found: list[int] = []
    tried = -1
    for other in others:
        # Where they have the tag of the element chosen, what is inside of one holds parts of records.
        if other < tried:
            continue
        similar = _similar(mine, _shapes(nodes, other), params)
        if similar:
            found.append(other)
        if similar or params.further == "column":
            tried = int(nodes.end[other])
    return found


def _others(nodes: NodeTable, above: int, row: int, kept: NDArray[np.intp], params: DerinParams) -> list[int]:
    """Elements below an ancestor that might hold records too, outside of `row`."""
    layout = nodes.layout
    assert layout is not None
    stop = int(nodes.end[above])
    rows = kept[(kept > above) & (kept < stop)] if params.further == "candidates" else np.arange(above + 1, stop)
    rows = rows[(nodes.kind[rows] == ELEMENT) & layout.visible[rows]]
    rows = rows[(rows < row) & (nodes.end[rows] <= row) | (rows >= nodes.end[row])]
    if params.further != "column":
        return [int(other) for other in rows]
    rows = rows[nodes.tag[rows] == nodes.tag[row]]
    x, width = layout.boxes[:, 0], layout.boxes[:, 2]
    slack = COLUMN * width[row]
    rows = rows[(abs(x[rows] - x[row]) <= slack) & (abs(width[rows] - width[row]) <= slack)]
    return [int(other) for other in rows]


def _shapes(nodes: NodeTable, row: int) -> list[Shape]:
    """The child elements of a row, each cut to two levels: its tag and its children's [F17 s. 3.1.3]."""
    ignored = {nodes.tags.index(name) for name in SEPARATING if name in nodes.tags}
    assert nodes.layout is not None
    shapes: list[Shape] = []
    for child in nodes.children(row).tolist():
        tag = int(nodes.tag[child])
        if nodes.kind[child] == ELEMENT and tag not in ignored and nodes.layout.visible[child]:
            below = nodes.children(child)
            below = below[nodes.kind[below] == ELEMENT]
            shapes.append((tag, tuple(t for t in nodes.tag[below].tolist() if t not in ignored)))
    return shapes


def _likeness(nodes: NodeTable, row: int) -> float:
    """How much the children of a row are like one another: 1 for copies, 0 where they have nothing in common."""
    shapes = _shapes(nodes, row)
    shapes = shapes[:: 1 + len(shapes) // MOST]
    # Each child is compared with all but itself.
    distance, size = _difference(shapes, shapes)
    size -= sum(2 + 2 * len(below) for _, below in shapes)
    return 1.0 - distance / size if size > 0 else 0.0


def _similar(mine: list[Shape], theirs: list[Shape], params: DerinParams) -> bool:
    if not theirs:
        return False
    distance, size = _difference(mine, theirs)
    close = distance <= params.max_distance_between * len(mine) * len(theirs)
    return close and distance <= params.max_relative * size


def _difference(mine: list[Shape], theirs: list[Shape]) -> tuple[int, int]:
    """The distances and the sizes of all pairs, added up."""
    # Equal shapes are compared once: pages have many records of few shapes.
    a, b = _counted(mine), _counted(theirs)
    distance = size = 0
    for x, n in a.items():
        for y, m in b.items():
            distance += n * m * two_level_distance(x, y)
            size += n * m * (2 + len(x[1]) + len(y[1]))
    return distance, size


def _counted(shapes: list[Shape]) -> dict[Shape, int]:
    counted: dict[Shape, int] = {}
    for shape in shapes:
        counted[shape] = counted.get(shape, 0) + 1
    return counted


def two_level_distance(a: Shape, b: Shape, rename: int = 3) -> int:
    """Tree edit distance of two trees of two levels: (root, children); insert and delete cost 1.

    Either the roots are mapped, and the children are aligned like words; or one root is given up. For two levels this
    is all there is, so no general algorithm is needed; tests compare it with one.

    >>> two_level_distance((1, (2, 3)), (1, (2, 3, 4))), two_level_distance((1, (2,)), (5, (2,)))
    (1, 2)
    """
    root_cost = 0 if a[0] == b[0] else min(rename, 2)
    below = Levenshtein.distance(a[1], b[1], weights=(1, 1, rename))
    best: int = root_cost + below
    size = 2 + len(a[1]) + len(b[1])
    # A root mapped to a child of the other: everything else is deleted and inserted.
    for root, leaves in ((a[0], b[1]), (b[0], a[1])):
        if leaves:
            best = min(best, size - 2 + (0 if root in leaves else min(rename, 2)))
    return best
