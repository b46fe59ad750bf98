"""What a person can see of a rendered page: displayed, not transparent, not empty, not cut away, on the page."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.looks import REPLACED
from pagerows.page.nodes import ELEMENT, TEXT, NodeTable
from pagerows.page.rendered.computed import Computed
from pagerows.page.tree import inherited, levels

__all__ = ["visible_rows"]

#: What is left of a box narrower than this is not seen: text for screen readers is cut down to one pixel.
LEAST: Final = 1.5

Boxes = NDArray[np.float64]
Mask = NDArray[np.bool_]


def visible_rows(
    nodes: NodeTable, computed: Computed, boxes: Boxes, laid: Mask, size: tuple[float, float]
) -> tuple[Mask, Boxes]:
    """Return which rows can be seen, and the boxes, with those of rows that have none of their own filled in."""
    boxes, laid = _contents_boxes(nodes, boxes, laid)
    edges = np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)
    seen = _clip(nodes, computed, edges)
    shown_size = np.minimum(seen[:, 2:], size) - np.maximum(seen[:, :2], 0.0)
    area = ((shown_size >= np.minimum(LEAST, boxes[:, 2:])) & (boxes[:, 2:] > 0)).all(1)
    clear = computed.among("opacity", "0")
    clear[:1] = False  # a hidden <body> waits for its script; its content is what there is to see
    transparent = inherited(clear, nodes.parent) if clear.any() else clear
    shown = ~computed.among("visibility", "hidden", "collapse")
    if len(shown) and not shown[0]:
        shown[:] = True
    candidate = laid & area & shown & ~transparent
    return candidate & _full(nodes, computed, candidate), boxes


def _contents_boxes(nodes: NodeTable, boxes: Boxes, laid: Mask) -> tuple[Boxes, Mask]:
    """Give elements without a box of their own (display: contents) the one around their children."""
    missing = ~laid
    missing_above = missing[nodes.parent] & (nodes.parent >= 0)
    held = np.flatnonzero(laid & missing_above)
    if not len(held):
        return boxes, laid
    low, high = boxes[:, :2].copy(), boxes[:, :2] + boxes[:, 2:]
    low[missing], high[missing] = np.inf, -np.inf
    laid = laid.copy()
    while len(held):  # upwards, step by step; whatever has grown is told to the row above once more
        above = nodes.parent[held]
        np.minimum.at(low, above, low[held])
        np.maximum.at(high, above, high[held])
        laid[above] = True
        held = np.unique(above[missing_above[above]])
    low[~laid], high[~laid] = 0.0, 0.0
    return np.concatenate([low, high - low], axis=1), laid


def _clip(nodes: NodeTable, computed: Computed, edges: Boxes) -> Boxes:
    """Cut each box where an ancestor hides what flows over its edges; as left, top, right, bottom."""
    # What scrolls can be scrolled to; and a page that hides its own overflow only waits for its script.
    hides = computed.among("overflow-x", "hidden", "clip") | computed.among("overflow-y", "hidden", "clip")
    hides &= (nodes.kind == ELEMENT) & ~computed.among("display", "inline", "contents")
    hides[:1] = False
    if not hides.any():
        return edges
    cutter = _cutters(nodes, computed, hides)
    # One row more, which cuts nothing away: row -1.
    windows = np.concatenate([edges, [[-np.inf, -np.inf, np.inf, np.inf]]])
    hop = np.append(cutter, -1)
    while True:  # a window is itself cut by the windows around it, twice as many in each turn
        windows = _meet(windows, windows[hop])
        further = hop[hop]
        if (further < 0).all():
            return windows[:-1]
        hop = further


def _cutters(nodes: NodeTable, computed: Computed, hides: Mask) -> NDArray[np.intp]:
    """The row above that cuts each row at its edges, or -1."""
    element = nodes.kind == ELEMENT  # texts are given their parent's styles
    absolute, fixed = (computed.among("position", value) & element for value in ("absolute", "fixed"))
    static = computed.among("position", "static", "") | ~element
    own = np.full(len(nodes), -1, np.intp)
    flow, positioned = own.copy(), own.copy()  # what cuts a row's children: those in the flow, and absolute ones
    for level in levels(nodes.depth)[1:]:
        above = nodes.parent[level]
        cut = np.where(absolute[level], positioned[above], flow[above])
        cut[fixed[level]] = -1
        own[level] = cut
        flow[level] = inner = np.where(hides[level], level, cut)
        positioned[level] = np.where(static[level], positioned[above], inner)
    return own


def _meet(a: Boxes, b: Boxes) -> Boxes:
    return np.concatenate([np.maximum(a[:, :2], b[:, :2]), np.minimum(a[:, 2:], b[:, 2:])], axis=1)


def _full(nodes: NodeTable, computed: Computed, candidate: Mask) -> Mask:
    """Rows with something to see in them: text, an image or control, or a painted box."""
    shows = candidate & ((nodes.kind == TEXT) | _painted(computed))
    replaced = nodes.rows_with_tag(*REPLACED)
    shows[replaced] = candidate[replaced]
    count = np.r_[0, np.cumsum(shows)]
    full: Mask = count[nodes.end] - count[:-1] > 0
    return full


def _painted(computed: Computed) -> Mask:
    """Boxes that are painted themselves: background, border or shadow."""
    painted = ~computed.test("background-color", _clear)
    painted |= ~computed.among("background-image", "", "none")
    painted |= ~computed.among("box-shadow", "", "none")
    for side in ("left", "top", "right", "bottom"):
        thin = computed.among(f"border-{side}-width", "", "0px")
        absent = computed.among(f"border-{side}-style", "", "none", "hidden")
        painted |= ~(thin | absent | computed.test(f"border-{side}-color", _clear))
    return painted


def _clear(colour: str) -> bool:
    """Whether a colour is fully transparent."""
    return colour in ("", "transparent") or (colour.startswith("rgba(") and colour.rstrip(" )").endswith(", 0"))
