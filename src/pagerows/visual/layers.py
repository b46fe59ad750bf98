"""The layer tree: what a person sees of a page, one layer per visible element [E17 s. 2.1.1, 5.1].

Law of simplicity: an element is never divided. Law of closure: an element that is partly covered counts as its
whole rectangle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.looks import REPLACED, Backgrounds, looks
from pagerows.page.nodes import ELEMENT, TEXT, Layout, NodeTable

__all__ = ["LayerTree", "layer_tree"]

#: Elements that show something of their own, whatever they contain; a rule between records is no layer.
SHOWING: Final = (*(name for name in REPLACED if name != "hr"), "audio", "picture")
#: Elements whose insides are not layers of the page.
SEALED: Final = ("canvas", "math", "object", "picture", "select", "svg", "video")


@dataclass(frozen=True, slots=True, eq=False)
class LayerTree:
    """One row per layer; parents stand before their children."""

    #: Row of the node table. (m,)
    row: NDArray[np.intp]
    #: Parent layer, -1 for the root. (m,)
    parent: NDArray[np.intp]
    #: x, y, width, height. (m, 4)
    box: NDArray[np.float64]
    #: The box around the text and images of the layer: what proximity is seen by. (m, 4)
    content: NDArray[np.float64]
    #: Equal where all visual properties are equal. (m,)
    look: NDArray[np.intp]
    #: The look of the outermost element alone, where several stand for one layer. (m,)
    face: NDArray[np.intp]
    #: Equal where `position` is: what moves together [E17 s. 2.1.1, common fate]. (m,)
    fate: NDArray[np.intp]
    #: Whether the layer has text of its own, beside its child layers. (m,)
    own_text: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.row)


def layer_tree(
    nodes: NodeTable,
    *,
    backgrounds: Backgrounds = "own",
    pictures: Mapping[str, NDArray[np.float64]] | None = None,
    wrappers: bool = False,
    contain: bool = True,
) -> LayerTree:
    """Build the layer tree of a rendered page.

    `backgrounds` and `pictures` say how backgrounds are compared (see `looks`); `wrappers` keeps layers that are
    hidden by their only child; `contain` moves a layer into the sibling that it lies in.
    """
    layout = nodes.layout
    if layout is None:
        raise ValueError("layers need a rendered page")
    shown = _shown(nodes, layout)
    boxes, content = _boxes(nodes, layout, shown)
    boxes[0] = (0, 0, *layout.size)  # a body can be shorter than the page; the root stands for all of it
    # An element around floats only is not visible by its own box, but by what it holds.
    layer = (nodes.kind == ELEMENT) & ~_sealed(nodes) & (_below(nodes, shown) > 0) & (boxes[:, 2:] > 0).all(axis=1)
    layer &= layout.visible | (layout.boxes[:, 2:] <= 0).any(axis=1)
    layer[0] = True
    own_text = np.zeros(len(nodes), bool)
    own_text[nodes.parent[shown & (nodes.kind == TEXT)]] = True
    face = look = looks(nodes, backgrounds, pictures)
    if not wrappers:
        gone = _hidden_by_child(nodes, layout, layer, boxes, own_text)
        layer &= ~gone
        own_text, look = _lift(nodes, layer, gone, own_text, look)
    rows = np.flatnonzero(layer)
    parent = _parents(nodes, layer)
    if contain:
        parent = _contained(parent, boxes[rows], layout.paint[rows])
    order = _top_down(parent)
    place = np.empty(len(rows), np.intp)
    place[order] = np.arange(len(rows))
    up = parent[order]
    return LayerTree(
        row=rows[order],
        parent=np.where(up < 0, -1, place[up]),
        box=boxes[rows[order]],
        content=content[rows[order]],
        look=look[rows[order]],
        face=face[rows[order]],
        fate=_fates(layout)[rows[order]],
        own_text=own_text[rows[order]],
    )


def _fates(layout: Layout) -> NDArray[np.intp]:
    if "position" not in layout.style_names:
        return np.zeros(len(layout.boxes), np.intp)
    return layout.styles[:, layout.style_names.index("position")].astype(np.intp)


def _shown(nodes: NodeTable, layout: Layout) -> NDArray[np.bool_]:
    """Rows that show content: visible text and replaced elements."""
    replaced = np.zeros(len(nodes), bool)
    replaced[nodes.rows_with_tag(*SHOWING)] = True
    sized = (layout.boxes[:, 2:] > 0).all(axis=1)
    return np.asarray(layout.visible & sized & ((nodes.kind == TEXT) | replaced))


def _below(nodes: NodeTable, mask: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many rows of each subtree, the root included, are in the mask. (n,)"""
    count = np.r_[0, np.cumsum(mask)]
    return np.asarray(count[nodes.end] - count[:-1])


def _sealed(nodes: NodeTable) -> NDArray[np.bool_]:
    """Rows inside of elements that are one picture to a person."""
    edge = np.zeros(len(nodes) + 1, np.intp)
    for row in nodes.rows_with_tag(*SEALED).tolist():
        edge[row + 1] += 1
        edge[nodes.end[row]] -= 1
    return np.asarray(np.cumsum(edge[:-1]) > 0)


def _boxes(
    nodes: NodeTable, layout: Layout, shown: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Boxes of all rows, and the boxes around the content that they show.

    Elements around floats only have no height of their own: a person sees them as large as their content.
    """
    edges = np.concatenate([layout.boxes[:, :2], layout.boxes[:, :2] + layout.boxes[:, 2:]], axis=1)
    low = np.where(shown[:, None], edges[:, :2], np.inf)
    high = np.where(shown[:, None], edges[:, 2:], -np.inf)
    depth = nodes.depth
    for level in range(int(depth.max(initial=0)), 0, -1):
        rows = np.flatnonzero(depth == level)
        np.minimum.at(low, nodes.parent[rows], low[rows])
        np.maximum.at(high, nodes.parent[rows], high[rows])
    some = np.isfinite(low[:, 0])
    low, high = np.where(some[:, None], low, 0), np.where(some[:, None], high, 0)
    content = np.concatenate([low, high - low], axis=1)
    flat = (layout.boxes[:, 2:] <= 0).any(axis=1) & some
    return np.where(flat[:, None], content, layout.boxes), content


#: Style columns and the values with which they paint nothing.
_NOTHING: Final = {
    "background-color": ("transparent", "rgba(0, 0, 0, 0)"),
    "background-image": ("none",),
    "box-shadow": ("none",),
    "outline-style": ("none",),
    **{f"border-{side}-style": ("none", "hidden") for side in ("top", "right", "bottom", "left")},
}


def _unpainted(layout: Layout) -> NDArray[np.bool_]:
    """Rows without background, border, outline or shadow. (n,)"""
    plain = np.ones(len(layout.boxes), bool)
    for name, values in _NOTHING.items():
        if name in layout.style_names:
            column = layout.style_names.index(name)
            nothing = np.array([value in values for value in layout.style_values[column]], bool)
            plain &= nothing[layout.styles[:, column]]
    return plain


def _hidden_by_child(
    nodes: NodeTable,
    layout: Layout,
    layer: NDArray[np.bool_],
    boxes: NDArray[np.float64],
    own_text: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Layers that are seen only through the layer around them: no text of their own, nothing painted, an only child.

    The paper drops the element that is hidden by its child; we drop the inner one of the two, so that a record
    keeps its outermost node. An inner layer goes when it has the box of the outer one, or paints nothing.
    """
    up = _nearest(nodes, layer)
    inner = np.flatnonzero(layer)[1:]
    counts = np.bincount(up[inner], minlength=len(nodes))
    alone = inner[(counts[up[inner]] == 1) & ~own_text[up[inner]]]
    outer = up[alone]
    same_box = (np.abs(boxes[alone] - boxes[outer]) <= 1).all(axis=1)
    plain = _unpainted(layout)
    gone = np.zeros(len(nodes), bool)
    gone[alone[(same_box | plain[outer] | plain[alone]) & (outer > 0)]] = True
    return gone


def _nearest(nodes: NodeTable, layer: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The nearest layer above each row. (n,)"""
    above = nodes.parent.tolist()
    is_layer = layer.tolist()
    found = [-1] * len(above)
    for row in range(1, len(above)):
        parent = above[row]
        found[row] = parent if is_layer[parent] else found[parent]
    return np.array(found, np.intp)


def _lift(
    nodes: NodeTable,
    layer: NDArray[np.bool_],
    gone: NDArray[np.bool_],
    own_text: NDArray[np.bool_],
    look: NDArray[np.intp],
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Give the text and the look of layers that are gone to the layer that stands for them.

    People see the text of the inner one on the background of the outer one: the look is the pair of both.
    """
    rows = np.flatnonzero(gone)
    up = _nearest(nodes, layer)[rows]
    own_text = own_text.copy()
    np.logical_or.at(own_text, up, own_text[rows])
    inner = look.copy()
    inner[up] = look[rows]  # rows ascend, so the innermost one is written last
    return own_text, np.unique(look * (look.max(initial=0) + 1) + inner, return_inverse=True)[1].reshape(-1)


def _parents(nodes: NodeTable, layer: NDArray[np.bool_]) -> NDArray[np.intp]:
    rows = np.flatnonzero(layer)
    place = np.full(len(nodes) + 1, -1, np.intp)  # the last entry answers for "none"
    place[rows] = np.arange(len(rows))
    return place[_nearest(nodes, layer)[rows]]


#: Siblings further apart in the list than this are not tested for lying in each other: keeps long lists linear.
_WINDOW: Final = 200


def _contained(parent: NDArray[np.intp], boxes: NDArray[np.float64], paint: NDArray[np.int32]) -> NDArray[np.intp]:
    """Move layers into the smallest sibling that they wholly lie in and are painted upon."""
    parent = parent.copy()
    order = np.argsort(parent, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(parent[order]) != 0])
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    area = boxes[:, 2] * boxes[:, 3]
    for group in np.split(order, starts[1:]):
        if len(group) < 2 or parent[group[0]] < 0:
            continue
        by_top = group[np.lexsort((-area[group], low[group, 1]))]
        reach = np.maximum.accumulate(high[by_top, 1])
        inside = np.flatnonzero(high[by_top[1:], 1] <= reach[:-1]) + 1  # ends before something above it ends
        for at in inside.tolist():
            layer, above = by_top[at], by_top[max(0, at - _WINDOW) : at]
            holds = (low[above] <= low[layer] + 0.5).all(axis=1) & (high[above] >= high[layer] - 0.5).all(axis=1)
            holds &= (area[above] > 1.2 * area[layer]) & (paint[above] < paint[layer]) & (paint[above] >= 0)
            if holds.any():
                candidates = above[holds]
                parent[layer] = candidates[np.argmin(area[candidates])]
    return parent


def _top_down(parent: NDArray[np.intp]) -> NDArray[np.intp]:
    """Order layers so that parents stand before their children: by depth, then as they were."""
    above = parent.tolist()
    depths = [-1] * len(above)
    for layer in range(len(above)):
        path = []
        while layer >= 0 and depths[layer] < 0:
            path.append(layer)
            layer = above[layer]
        depth = depths[layer] if layer >= 0 else -1
        for number, one in enumerate(reversed(path), 1):
            depths[one] = depth + number
    return np.argsort(np.array(depths, np.intp), kind="stable")
