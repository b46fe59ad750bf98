"""The answer of DOMSnapshot.captureSnapshot -> NodeTable with Layout, column by column.

A snapshot has one document per frame, each in pre-order and in its own coordinates, all of them with indices into one
table of strings. Frames are spliced in behind their element, so the table is again one tree in document order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import RenderError
from pagerows.page._hiding import hidden_rows
from pagerows.page.html import MAX_NODES, UNREAD, Head
from pagerows.page.nodes import ELEMENT, STYLE_ATTRIBUTES, TEXT, TEXT_TAG, Attributes, Layout, NodeTable, Paths
from pagerows.page.rendered.styles import HELPERS, PROPERTIES
from pagerows.page.rendered.visibility import covered_rows, visible_rows
from pagerows.page.tree import depths, ends, inherited

__all__ = ["ARGUMENTS", "read_snapshot"]

#: What captureSnapshot is asked for.
ARGUMENTS: Final = {
    "computedStyles": [*PROPERTIES, *HELPERS],
    "includePaintOrder": True,
}

_ELEMENT, _TEXT, _DOCUMENT = 1, 3, 9

Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Dom:
    """The nodes of all documents as one tree in document order; everything is an index into `strings`."""

    strings: list[str]
    #: Where each node stands in the documents' own numbering, one after the other. (m,)
    source: Ints
    parent: Ints
    type: Ints
    name: Ints
    value: Ints
    attributes: list[list[int]]
    #: Elements and texts that live in a shadow tree.
    shadow: Mask
    #: ::before and the like, which are no nodes of the document.
    pseudo: Mask
    #: Row where each document's numbering starts, and the node that holds its frame (-1: the page itself).
    offset: list[int]
    holder: list[int]


def read_snapshot(result: dict[str, Any], *, noscript: bool = False) -> tuple[NodeTable, Head]:
    """Turn a snapshot into the table that the same page has when it is parsed, with its layout."""
    documents: list[dict[str, Any]] = result["documents"]
    dom = _splice(documents, result["strings"])
    if len(dom.parent) > MAX_NODES:
        raise RenderError(f"the page has {len(dom.parent):,} nodes, more than the {MAX_NODES:,} that pagerows reads")
    names = _tag_names(dom)
    read, blank = _read_mask(dom, names, noscript)
    keep = np.flatnonzero(read & ~blank)
    head = _head(documents[0], dom, names)
    return _table(dom, documents, names, read, blank, keep), head


# -- one tree out of many documents ---------------------------------------------------------------------------


def _splice(documents: list[dict[str, Any]], strings: list[str]) -> _Dom:
    sizes = [len(d["nodes"]["parentIndex"]) for d in documents]
    offset = [0, *np.cumsum(sizes).tolist()]
    holder = [-1] * len(documents)
    for d, start in zip(documents, offset, strict=False):
        content = d["nodes"].get("contentDocumentIndex", {"index": [], "value": []})
        for node, frame in zip(content["index"], content["value"], strict=True):
            holder[frame] = start + node
    order = _order(offset, holder)
    place = np.full(offset[-1], -1, np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    parent = _column(documents, "parentIndex")
    for k, start in enumerate(offset[:-1]):
        part = parent[start : offset[k + 1]]
        part[part >= 0] += start
        if sizes[k]:
            part[0] = holder[k]
    above = parent[order]
    attributes = list(chain.from_iterable(d["nodes"]["attributes"] for d in documents))
    return _Dom(
        strings=strings,
        source=order,
        parent=np.where(above >= 0, place[above], -1).astype(np.int32),
        type=_column(documents, "nodeType")[order],
        name=_column(documents, "nodeName")[order],
        value=_column(documents, "nodeValue")[order],
        attributes=[attributes[k] for k in order.tolist()],
        shadow=_rare(documents, offset, "shadowRootType")[order],
        pseudo=_rare(documents, offset, "pseudoType")[order],
        offset=offset,
        holder=holder,
    )


def _order(offset: list[int], holder: list[int]) -> Ints:
    """Document order over all documents: a frame's nodes stand right behind the element that holds it."""
    held: dict[int, list[tuple[int, int]]] = {}
    for frame, node in enumerate(holder):
        if node >= 0:
            document = int(np.searchsorted(offset, node, "right")) - 1
            held.setdefault(document, []).append((node, frame))
    pieces: list[Ints] = []
    stack = [(0, offset[0], offset[1], iter(sorted(held.get(0, []))))]
    while stack:
        document, start, stop, frames = stack.pop()
        node, frame = next(frames, (stop - 1, -1))
        pieces.append(np.arange(start, node + 1, dtype=np.int32))
        if frame >= 0:
            stack.append((document, node + 1, stop, frames))
            stack.append((frame, offset[frame], offset[frame + 1], iter(sorted(held.get(frame, [])))))
    return np.concatenate(pieces)


def _column(documents: list[dict[str, Any]], name: str) -> Ints:
    return np.concatenate([np.array(d["nodes"][name], np.int32) for d in documents])


def _rare(documents: list[dict[str, Any]], offset: list[int], name: str) -> Mask:
    flags = np.zeros(offset[-1], bool)
    for d, start in zip(documents, offset, strict=False):
        flags[np.array(d["nodes"].get(name, {"index": []})["index"], np.int64) + start] = True
    return flags


# -- which nodes are rows ---------------------------------------------------------------------------------------


def _tag_names(dom: _Dom) -> NDArray[np.object_]:
    """The tag of each node; HTML elements come in capitals, foreign ones as they are written."""
    found, back = np.unique(dom.name, return_inverse=True)
    raw = [dom.strings[k] for k in found.tolist()]
    names = np.array([name.lower() if name == name.upper() else name for name in raw] or [""], object)
    tags: NDArray[np.object_] = names[back]
    return tags


def _read_mask(dom: _Dom, names: NDArray[np.object_], noscript: bool) -> tuple[Mask, Mask]:
    """Which nodes are elements or texts that a person may read, and which of those are blank texts."""
    element = (dom.type == _ELEMENT) & ~dom.pseudo
    text = dom.type == _TEXT
    unread = [*UNREAD, "head", *([] if noscript else ["noscript"])]
    top = np.zeros(len(names), bool)
    roots = np.flatnonzero(element & np.isin(names, ["body", "frameset"]))
    if not len(roots):
        return top, top
    top[roots[0]] = True
    inside = inherited(top, dom.parent)
    skipped = inherited(element & np.isin(names, unread), dom.parent)
    # The <html> of a frame is no row: its <body> hangs below the element that holds the frame.
    root = (names == "html") & (dom.type[np.maximum(dom.parent, 0)] == _DOCUMENT)
    read = inside & ~skipped & (element | text) & ~root
    blank = np.zeros(len(names), bool)
    texts = np.flatnonzero(read & text)
    values = (dom.strings[k] if k >= 0 else "" for k in dom.value[texts].tolist())
    blank[texts] = np.fromiter((not value or value.isspace() for value in values), bool, len(texts))
    return read, blank


def _head(document: dict[str, Any], dom: _Dom, names: NDArray[np.object_]) -> Head:
    head = Head()
    title = document.get("title", -1)
    head.title = " ".join(dom.strings[title].split()) if title >= 0 else ""
    for row in np.flatnonzero((names == "base") | (names == "html")).tolist():
        attributes = dict(_pairs(dom.strings, dom.attributes[row]))
        if names[row] == "html" and dom.parent[row] == 0:
            head.lang = attributes.get("lang")
        elif names[row] == "base" and head.base is None:
            head.base = attributes.get("href")
    return head


# -- columns ----------------------------------------------------------------------------------------------------


def _table(
    dom: _Dom, documents: list[dict[str, Any]], names: NDArray[np.object_], read: Mask, blank: Mask, keep: NDArray[Any]
) -> NodeTable:
    rows = np.full(len(names), -1, np.int32)
    rows[keep] = np.arange(len(keep), dtype=np.int32)
    above = dom.parent[keep]
    for _ in range(3):  # the nodes between a frame's <body> and its holder are no rows
        above = np.where((above >= 0) & (rows[above] < 0), dom.parent[above], above)
    parent = rows[above] if len(keep) else np.zeros(0, np.int32)
    parent[:1] = -1
    kind = np.where(dom.type[keep] == _TEXT, TEXT, ELEMENT).astype(np.int8)
    depth = depths(parent)
    end = ends(parent, depth)
    tag, tags = _tags(names[keep], kind)
    data, styles, style_of, hiders = _data(dom, keep, kind)
    path, paths = _paths(parent, depth, tag, tags, styles, style_of)
    ordinal, spaced = _text_places(dom, read, blank, keep, kind)
    table = NodeTable(
        tag=tag,
        kind=kind,
        parent=parent,
        depth=depth,
        end=end,
        path=path,
        ordinal=ordinal,
        spaced=spaced,
        hidden=hidden_rows(paths, path, end, hiders),
        tags=tags,
        paths=paths,
        data=data,
    )
    roots = _roots(dom, keep, table, above)
    layout = _layout(dom, documents, keep, table)
    return replace(table, roots=roots, layout=layout)


def _tags(names: NDArray[np.object_], kind: NDArray[np.int8]) -> tuple[Ints, tuple[str, ...]]:
    ids = {TEXT_TAG: 0}
    elements = names[kind == ELEMENT].tolist()
    tag = np.zeros(len(names), np.int32)
    tag[kind == ELEMENT] = [ids.setdefault(name, len(ids)) for name in elements]
    return tag, tuple(ids)


def _pairs(strings: list[str], indices: list[int]) -> Attributes:
    words = [strings[k] if k >= 0 else "" for k in indices]
    return tuple(zip(words[::2], words[1::2], strict=True))


def _data(
    dom: _Dom, keep: NDArray[Any], kind: NDArray[np.int8]
) -> tuple[list[str | Attributes], list[Attributes], Ints, list[int]]:
    """Texts and attributes of the rows; the distinct styles, which style each row has, and the hiding rows."""
    data: list[str | Attributes] = []
    known: dict[tuple[int, ...], tuple[Attributes, int, bool]] = {}
    styles: dict[Attributes, int] = {(): 0}
    style_of: list[int] = []
    hiders: list[int] = []
    values, strings, attributes = dom.value.tolist(), dom.strings, dom.attributes
    for row, (node, text) in enumerate(zip(keep.tolist(), (kind == TEXT).tolist(), strict=True)):
        if text:
            data.append(strings[values[node]])
            style_of.append(0)
            continue
        key = tuple(attributes[node])
        found = known.get(key)
        if found is None:
            pairs = _pairs(strings, attributes[node])
            style = tuple(pair for pair in pairs if pair[0] in STYLE_ATTRIBUTES)
            hides = any(name == "hidden" or (name == "aria-hidden" and value == "true") for name, value in pairs)
            found = known[key] = (pairs, styles.setdefault(style, len(styles)), hides)
        data.append(found[0])
        style_of.append(found[1])
        if found[2]:
            hiders.append(row)
    return data, list(styles), np.array(style_of, np.int32), hiders


def _paths(
    parent: Ints, depth: Ints, tag: Ints, tags: tuple[str, ...], styles: list[Attributes], style_of: Ints
) -> tuple[Ints, Paths]:
    """Number the tag paths level by level, then by first appearance [V20 Alg. 1]."""
    own = tag.astype(np.int64) * len(styles) + style_of
    code = np.zeros(len(tag), np.int64)
    order = np.argsort(depth, kind="stable")
    count = 0
    for level in np.split(order, np.cumsum(np.bincount(depth))[:-1]) if len(tag) else []:
        above = np.where(parent[level] >= 0, code[parent[level]], 0)
        _, back = np.unique(above * (len(tags) * len(styles)) + own[level], return_inverse=True)
        code[level] = back + count
        count += int(back.max()) + 1
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    path = rank[back].astype(np.int32)
    rows = np.sort(first)
    return path, Paths(
        parent=np.where(parent[rows] >= 0, path[parent[rows]], -1).astype(np.int32),
        tag=tuple(tags[k] for k in tag[rows].tolist()),
        style=tuple(styles[k] for k in style_of[rows].tolist()),
    )


def _text_places(
    dom: _Dom, read: Mask, blank: Mask, keep: NDArray[Any], kind: NDArray[np.int8]
) -> tuple[Ints, NDArray[np.bool_]]:
    """The position of each text row among its parent's texts, and whether blank text stood before it."""
    texts = np.flatnonzero(read & (dom.type == _TEXT))
    parents = dom.parent[texts]
    order = np.argsort(parents, kind="stable")
    new = np.r_[True, np.diff(parents[order]) != 0][: len(order)]
    starts = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    rank = np.zeros(len(dom.parent), np.int32)
    rank[texts[order]] = np.arange(len(order)) - starts + 1
    rows = kind == TEXT
    blanks = np.cumsum(blank)[keep[rows]]
    spaced = np.zeros(len(keep), bool)
    spaced[rows] = np.diff(blanks, prepend=0) > 0
    return np.where(rows, rank[keep], 0).astype(np.int32), spaced


def _roots(dom: _Dom, keep: NDArray[Any], table: NodeTable, above: Ints) -> dict[int, str]:
    """The rows where XPath enters a frame, a shadow tree, or leaves one again through a slot."""
    roots: dict[int, str] = {}
    # The node above is not the DOM parent: between them stand the nodes of a frame that are no rows.
    for row in np.flatnonzero(dom.parent[keep] != above)[1:].tolist():
        name = table.tag_name(row)
        roots[row] = "frame" if name in ("body", "frameset") else f"frame::{name}[1]"
    shadow = dom.shadow[keep]
    changed = shadow != shadow[np.maximum(table.parent, 0)]
    for row in np.flatnonzero(changed & (table.parent >= 0)).tolist():
        if row not in roots:
            roots[row] = f"{'shadow-root' if shadow[row] else 'slotted'}::{table._step(row)}"
    return roots


# -- layout -----------------------------------------------------------------------------------------------------


def _layout(dom: _Dom, documents: list[dict[str, Any]], keep: NDArray[Any], table: NodeTable) -> Layout:
    width = len(PROPERTIES) + len(HELPERS)
    parts = [d["layout"] for d in documents]
    nodes = np.concatenate(
        [np.array(p["nodeIndex"], np.int64) + start for p, start in zip(parts, dom.offset, strict=False)]
    )
    entry = np.full(dom.offset[-1], -1, np.int64)
    entry[nodes[::-1]] = np.arange(len(nodes))[::-1]  # the first of several boxes of one node
    boxes = np.concatenate([np.array(p["bounds"], float).reshape(-1, 4) for p in parts])
    paint = np.concatenate([np.array(p["paintOrders"], np.int32) for p in parts])
    strings = _style_strings(list(chain.from_iterable(p["styles"] for p in parts)), width)
    _move_frames(dom, documents, nodes, entry, boxes, strings)

    mine = entry[dom.source[keep]]
    laid = mine >= 0
    row_boxes = np.where(laid[:, None], boxes[mine], 0.0)
    row_strings = np.where(laid[:, None], strings[mine], -1)
    codes = np.empty((len(keep), len(PROPERTIES)), np.int32)
    values: list[tuple[str, ...]] = []
    for column in range(len(PROPERTIES)):
        found, codes[:, column] = np.unique(row_strings[:, column], return_inverse=True)
        values.append(tuple(dom.strings[k] if k >= 0 else "" for k in found.tolist()))
    helpers = {
        name: np.array([dom.strings[k] if k >= 0 else "" for k in row_strings[:, len(PROPERTIES) + i].tolist()], object)
        for i, name in enumerate(HELPERS)
    }
    size = (float(documents[0].get("contentWidth", 0)), float(documents[0].get("contentHeight", 0)))
    layout = Layout(
        boxes=row_boxes,
        visible=np.zeros(len(keep), bool),
        paint=np.where(laid, paint[mine], -1).astype(np.int32),
        styles=codes,
        style_names=PROPERTIES,
        style_values=tuple(values),
        size=size,
    )
    visible, row_boxes = visible_rows(table, layout, helpers, laid)
    return replace(layout, boxes=row_boxes, visible=visible, covered=covered_rows(table, row_boxes, visible))


def _style_strings(styles: list[list[int]], width: int) -> Ints:
    """The computed styles of every box as string indices, -1 where it has none. (boxes, properties)"""
    strings = np.full((len(styles), width), -1, np.int32)
    styled = np.array([len(style) == width for style in styles], bool)
    flat = chain.from_iterable(style for style in styles if len(style) == width)
    strings[styled] = np.fromiter(flat, np.int32, int(styled.sum()) * width).reshape(-1, width)
    return strings


def _move_frames(
    dom: _Dom,
    documents: list[dict[str, Any]],
    nodes: NDArray[np.int64],
    entry: NDArray[np.int64],
    boxes: NDArray[np.float64],
    strings: Ints,
) -> None:
    """Bring the boxes of frames, which are in the frame's own coordinates, into those of the page."""
    names = (*PROPERTIES, *HELPERS)
    insets = [[names.index(f"border-{side}-width"), names.index(f"padding-{side}")] for side in ("left", "top")]
    place = np.argsort(dom.source)
    frames = [k for k, node in enumerate(dom.holder) if node >= 0]
    for k in sorted(frames, key=lambda k: int(place[dom.holder[k]])):  # outer frames are moved before inner ones
        holder = int(entry[dom.holder[k]])
        if holder < 0:
            continue
        inside = [sum(_pixels(dom.strings, int(strings[holder, column])) for column in pair) for pair in insets]
        scroll = [documents[k].get("scrollOffsetX", 0.0), documents[k].get("scrollOffsetY", 0.0)]
        mine = (nodes >= dom.offset[k]) & (nodes < dom.offset[k + 1])
        boxes[mine, :2] += boxes[holder, :2] + inside - np.array(scroll)


def _pixels(strings: list[str], index: int) -> float:
    try:
        return float(strings[index].removesuffix("px")) if index >= 0 else 0.0
    except ValueError:
        return 0.0
