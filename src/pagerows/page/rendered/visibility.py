"""What a person can see of a rendered page: displayed, not transparent, not empty, not cut away, on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import ELEMENT, TEXT, Layout, NodeTable
from pagerows.page.tree import inherited, levels

__all__ = ["covered_rows", "visible_rows"]

#: Elements that show something without any text in them.
REPLACED: Final = (
    "img",
    "svg",
    "video",
    "canvas",
    "input",
    "button",
    "select",
    "textarea",
    "iframe",
    "object",
    "embed",
    "hr",
    "progress",
    "meter",
)
#: What is left of a box narrower than this is not seen: text for screen readers is cut down to one pixel.
LEAST: Final = 1.5

Boxes = NDArray[np.float64]
Mask = NDArray[np.bool_]


def visible_rows(
    nodes: NodeTable, layout: Layout, helpers: Mapping[str, NDArray[Any]], laid: Mask
) -> tuple[Mask, Boxes]:
    """Return which rows can be seen, and the boxes, with those of rows that have none of their own filled in."""
    depth_levels = levels(nodes.depth)
    boxes, laid = _contents_boxes(nodes, layout.boxes, laid, depth_levels)
    seen = _clip(nodes, layout, helpers, boxes, depth_levels)
    width, height = layout.size
    left, top = np.maximum(seen[:, 0], 0.0), np.maximum(seen[:, 1], 0.0)
    right, bottom = np.minimum(seen[:, 2], width), np.minimum(seen[:, 3], height)
    area = (right - left >= np.minimum(LEAST, boxes[:, 2])) & (bottom - top >= np.minimum(LEAST, boxes[:, 3]))
    area &= (boxes[:, 2] > 0) & (boxes[:, 3] > 0)
    clear = np.isin(helpers["opacity"], ["0"])
    clear[:1] = False  # a hidden <body> waits for its script; its content is what there is to see
    transparent = inherited(clear, nodes.parent)
    shown = ~np.isin(helpers["visibility"], ["hidden", "collapse"])
    if len(shown) and not shown[0]:
        shown[:] = True
    candidate = laid & area & shown & ~transparent
    return candidate & _full(nodes, layout, candidate), boxes


def _contents_boxes(
    nodes: NodeTable, boxes: Boxes, laid: Mask, depth_levels: list[NDArray[np.intp]]
) -> tuple[Boxes, Mask]:
    """Give elements without a box of their own (display: contents) the one around their children."""
    edges = np.column_stack([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]])
    empty = np.array([np.inf, np.inf, -np.inf, -np.inf])
    edges[~laid] = empty
    laid = laid.copy()
    missing = ~laid
    for level in reversed(depth_levels[1:]):
        held = level[missing[nodes.parent[level]] & laid[level]]
        above = nodes.parent[held]
        np.minimum.at(edges[:, 0], above, edges[held, 0])
        np.minimum.at(edges[:, 1], above, edges[held, 1])
        np.maximum.at(edges[:, 2], above, edges[held, 2])
        np.maximum.at(edges[:, 3], above, edges[held, 3])
        laid[above] = True
    edges[~laid] = 0.0
    return np.column_stack([edges[:, :2], edges[:, 2:] - edges[:, :2]]), laid


def _clip(
    nodes: NodeTable,
    layout: Layout,
    helpers: Mapping[str, NDArray[Any]],
    boxes: Boxes,
    depth_levels: list[NDArray[np.intp]],
) -> Boxes:
    """Cut each box where an ancestor hides what flows over its edges; as left, top, right, bottom."""
    edges = np.column_stack([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]])
    # What scrolls can be scrolled to; and a page that hides its own overflow only waits for its script.
    hides = np.isin(helpers["overflow-x"], ["hidden", "clip"]) | np.isin(helpers["overflow-y"], ["hidden", "clip"])
    hides &= (nodes.kind == ELEMENT) & ~np.isin(helpers["display"], ["inline", "contents"])
    hides[:1] = False
    column = layout.style_names.index("position")
    values = np.array(layout.style_values[column], object)
    position = values[layout.styles[:, column]] if len(nodes) else np.zeros(0, object)
    position[nodes.kind == TEXT] = "static"
    everything = np.array([-np.inf, -np.inf, np.inf, np.inf])
    own = np.tile(everything, (len(nodes), 1))
    flow, positioned = own.copy(), own.copy()  # what cuts a row's children: those in the flow, and absolute ones
    for level in depth_levels:
        above = nodes.parent[level]
        if above[0] >= 0:
            own[level] = np.where((position[level] == "absolute")[:, None], positioned[above], flow[above])
            own[level[position[level] == "fixed"]] = everything
        cut = np.where(hides[level][:, None], _meet(own[level], edges[level]), own[level])
        flow[level] = cut
        inherits = (position[level] == "static") & (above >= 0)
        positioned[level] = np.where(inherits[:, None], positioned[above], cut)
    return _meet(own, edges)


def _meet(a: Boxes, b: Boxes) -> Boxes:
    return np.column_stack([np.maximum(a[:, :2], b[:, :2]), np.minimum(a[:, 2:], b[:, 2:])])


def _full(nodes: NodeTable, layout: Layout, candidate: Mask) -> Mask:
    """Rows with something to see in them: text, an image or control, or a painted box."""
    shows = candidate & ((nodes.kind == TEXT) | _painted(layout))
    replaced = nodes.rows_with_tag(*REPLACED)
    shows[replaced] = candidate[replaced]
    count = np.r_[0, np.cumsum(shows)]
    full: Mask = count[nodes.end] - count[:-1] > 0
    return full


def _painted(layout: Layout) -> Mask:
    """Boxes that are painted themselves: background, border or shadow."""
    painted = _column(layout, "background-color", lambda value: not _clear(value))
    painted |= _column(layout, "background-image", lambda value: value not in ("", "none"))
    painted |= _column(layout, "box-shadow", lambda value: value not in ("", "none"))
    for side in ("left", "top", "right", "bottom"):
        wide = _column(layout, f"border-{side}-width", lambda value: value not in ("", "0px"))
        drawn = _column(layout, f"border-{side}-style", lambda value: value not in ("", "none", "hidden"))
        coloured = _column(layout, f"border-{side}-color", lambda value: not _clear(value))
        painted |= wide & drawn & coloured
    return painted


def _column(layout: Layout, name: str, test: Any) -> Mask:
    column = layout.style_names.index(name)
    passed = np.array([test(value) for value in layout.style_values[column]] or [False], bool)
    return passed[layout.styles[:, column]]


def _clear(colour: str) -> bool:
    """Whether a colour is fully transparent."""
    return colour in ("", "transparent") or (colour.startswith("rgba(") and colour.rstrip(" )").endswith(", 0"))


def covered_rows(nodes: NodeTable, boxes: Boxes, visible: Mask) -> Mask:
    """Elements that nothing is seen of but one visible child element as large as they are [E17 s. 2.1.1 (4)]."""
    child = np.flatnonzero(visible & (nodes.kind == ELEMENT) & (nodes.parent >= 0))
    above = nodes.parent[child]
    slack = 0.5
    inner, outer = boxes[child], boxes[above]
    over = (inner[:, :2] <= outer[:, :2] + slack).all(1)
    over &= (inner[:, :2] + inner[:, 2:] >= outer[:, :2] + outer[:, 2:] - slack).all(1)
    covered = np.zeros(len(nodes), bool)
    covered[above[over]] = True
    return covered
