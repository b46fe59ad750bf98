"""The answer of DOMSnapshot.captureSnapshot -> NodeTable with Layout, column by column.

A snapshot has one document per frame, each in pre-order and in its own coordinates, all of them with indices into one
table of strings. Frames are spliced in behind their element, so the table is again one tree in document order.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import RenderError
from pagerows.page._hiding import HIDING, hidden_rows
from pagerows.page.html import MAX_NODES, UNREAD, Head, NoCollection
from pagerows.page.nodes import ELEMENT, STYLE_ATTRIBUTES, TEXT, TEXT_TAG, Attributes, Layout, NodeTable, Paths
from pagerows.page.rendered.computed import Computed, read_computed, style_sets
from pagerows.page.rendered.dom import DOCUMENT_NODE, ELEMENT_NODE, TEXT_NODE, Dom, splice
from pagerows.page.rendered.styles import PROPERTIES, REQUESTED
from pagerows.page.rendered.visibility import visible_rows
from pagerows.page.tree import depths, ends, inherited

__all__ = ["ARGUMENTS", "read_snapshot"]

#: What captureSnapshot is asked for.
ARGUMENTS: Final = {"computedStyles": [*REQUESTED], "includePaintOrder": True}

Ints = NDArray[np.int32]
Mask = NDArray[np.bool_]


def read_snapshot(result: dict[str, Any], *, noscript: bool = False) -> tuple[NodeTable, Head]:
    """Turn a snapshot into the table that the same page has when it is parsed, with its layout."""
    documents: list[dict[str, Any]] = result["documents"]
    with NoCollection():
        dom = splice(documents, result["strings"])
        count = len(dom.parent)
        if count > MAX_NODES:
            raise RenderError(f"the page has {count:,} nodes, more than the {MAX_NODES:,} that pagerows reads")
        read, blank = _read_mask(dom, noscript)
        return _table(dom, documents, read, blank), _head(documents[0], dom)


# -- which nodes are rows ---------------------------------------------------------------------------------------


def _read_mask(dom: Dom, noscript: bool) -> tuple[Mask, Mask]:
    """Which nodes are elements or texts that a person may read, and which of those are blank texts."""
    element = (dom.type == ELEMENT_NODE) & ~dom.pseudo
    text = dom.type == TEXT_NODE
    blank = np.zeros(len(text), bool)
    roots = np.flatnonzero(element & dom.named("body", "frameset"))
    if not len(roots):
        return blank, blank
    top = np.zeros(len(text), bool)
    top[roots[0]] = True
    inside = inherited(top, dom.parent)
    unread = [*UNREAD, "head", *([] if noscript else ["noscript"])]
    skipped = inherited(element & dom.named(*unread), dom.parent)
    # The <html> of a frame is no row: its <body> hangs below the element that holds the frame.
    root = dom.named("html") & (dom.type[np.maximum(dom.parent, 0)] == DOCUMENT_NODE)
    read = inside & ~skipped & (element | text) & ~root
    texts = np.flatnonzero(read & text)
    values = dom.value[texts]
    spaces = map(str.isspace, map(dom.strings.__getitem__, values.tolist()))
    blank[texts] = (values < 0) | np.fromiter(spaces, bool, len(texts))
    return read, blank


def _head(document: dict[str, Any], dom: Dom) -> Head:
    head = Head()
    head.title = " ".join(dom.strings[document.get("title", -1)].split())
    html = dom.named("html")
    for node in np.flatnonzero(html | dom.named("base")).tolist():
        if not html[node]:
            head.base = dom.attributes_of(node).get("href") if head.base is None else head.base
        elif dom.parent[node] == 0:
            head.lang = dom.attributes_of(node).get("lang")
    head.address = _address(dom, "link", "rel", "canonical", "href") or _address(
        dom, "meta", "property", "og:url", "content"
    )
    return head


def _address(dom: Dom, tag: str, name: str, word: str, holder: str) -> str | None:
    """The first whole address that an element with this tag, and this word in its attribute, holds."""
    for node in np.flatnonzero(dom.named(tag)).tolist():
        said = dom.attributes_of(node)
        url = said.get(holder, "").strip()
        if word in said.get(name, "").lower().split() and url.startswith(("http://", "https://")):
            return url
    return None


# -- columns ----------------------------------------------------------------------------------------------------


def _table(dom: Dom, documents: list[dict[str, Any]], read: Mask, blank: Mask) -> NodeTable:
    keep = np.flatnonzero(read & ~blank)
    rows = np.full(len(read), -1, np.int32)
    rows[keep] = np.arange(len(keep), dtype=np.int32)
    above = dom.parent[keep]
    for _ in range(3):  # the nodes between a frame's <body> and its holder are no rows
        above = np.where((above >= 0) & (rows[above] < 0), dom.parent[above], above)
    parent = rows[above] if len(keep) else np.zeros(0, np.int32)
    parent[:1] = -1
    kind = np.where(dom.type[keep] == TEXT_NODE, TEXT, ELEMENT).astype(np.int8)
    depth = depths(parent)
    end = ends(parent, depth)
    tag, tags = _tags(dom, keep, kind)
    data, styles, style_of, hiders = _data(dom, keep, kind)
    path, paths = _paths(parent, tag, tags, styles, style_of)
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
        hidden=hidden_rows(paths, hiders, path, end),
        tags=tags,
        paths=paths,
        data=data,
    )
    roots = _roots(dom, keep, table, above)
    return replace(table, roots=roots, layout=_layout(dom, documents, keep, table))


def _tags(dom: Dom, keep: NDArray[Any], kind: NDArray[np.int8]) -> tuple[Ints, tuple[str, ...]]:
    """Number the tags of the rows by first appearance, text first."""
    elements = kind == ELEMENT
    found, first, back = np.unique(dom.name[keep[elements]], return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(1, len(order) + 1)
    tag = np.zeros(len(keep), np.int32)
    tag[elements] = rank[back]
    return tag, (TEXT_TAG, *(dom.tags[k] for k in found[order].tolist()))


def _data(
    dom: Dom, keep: NDArray[Any], kind: NDArray[np.int8]
) -> tuple[list[str | Attributes], list[Attributes], Ints, list[int]]:
    """Texts and attributes of the rows; the distinct styles, which style each row has, and the hiding rows."""
    elements = np.flatnonzero(kind == ELEMENT)
    lists = [dom.attributes[k] for k in dom.source[keep[elements]].tolist()]
    flat = list(chain.from_iterable(lists))
    words = [dom.strings[k] for k in flat]
    pairs = list(zip(words[::2], words[1::2], strict=True))
    stop = np.cumsum([len(item) // 2 for item in lists], dtype=np.int64)
    spans = zip([0, *stop.tolist()], stop.tolist(), strict=False)
    data: list[str | Attributes] = [dom.strings[k] for k in dom.value[keep].tolist()]
    for row, (a, b) in zip(elements.tolist(), spans, strict=True):
        data[row] = tuple(pairs[a:b])

    owner = np.repeat(elements, np.diff(stop, prepend=0))
    names, named = np.unique(np.array(flat[::2], np.int64), return_inverse=True)
    by_name = [dom.strings[k] for k in names.tolist()]
    found = np.flatnonzero(np.array([name in HIDING for name in by_name] or [False])[named]).tolist()
    hiders = [int(owner[k]) for k in found if HIDING[pairs[k][0]] in (None, pairs[k][1])]
    styled = np.flatnonzero(np.array([name in STYLE_ATTRIBUTES for name in by_name] or [False])[named])
    styles, style_of = _styles([pairs[k] for k in styled.tolist()], owner[styled], len(keep))
    return data, styles, style_of, hiders


def _styles(pairs: list[tuple[str, str]], owner: NDArray[np.intp], count: int) -> tuple[list[Attributes], Ints]:
    """The distinct styles, no style first, and which one each row has; a row's pairs stand side by side."""
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    spans = zip(starts.tolist(), [*starts[1:].tolist(), len(pairs)], strict=False)
    ids: dict[Attributes, int] = {(): 0}
    style_of = np.zeros(count, np.int32)
    style_of[owner[starts]] = [ids.setdefault(tuple(pairs[a:b]), len(ids)) for a, b in spans]
    return list(ids), style_of


def _paths(
    parent: Ints, tag: Ints, tags: tuple[str, ...], styles: list[Attributes], style_of: Ints
) -> tuple[Ints, Paths]:
    """Number the tag paths by first appearance [V20 Alg. 1]."""
    own = tag.astype(np.int64) * len(styles) + style_of
    count = len(tags) * len(styles)
    ids: dict[int, int] = {}
    codes = [0] * len(tag)
    for row, (above, step) in enumerate(zip(parent.tolist(), own.tolist(), strict=True)):
        codes[row] = ids.setdefault(codes[above] * count + step if row else -1, len(ids))
    path = np.array(codes, np.int32)
    rows = np.unique(path, return_index=True)[1]
    return path, Paths(
        parent=np.where(parent[rows] >= 0, path[parent[rows]], -1).astype(np.int32),
        tag=tuple(tags[k] for k in tag[rows].tolist()),
        style=tuple(styles[k] for k in style_of[rows].tolist()),
    )


def _text_places(
    dom: Dom, read: Mask, blank: Mask, keep: NDArray[Any], kind: NDArray[np.int8]
) -> tuple[Ints, NDArray[np.bool_]]:
    """The position of each text row among its parent's texts, and whether blank text stood before it."""
    texts = np.flatnonzero(read & (dom.type == TEXT_NODE))
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


def _roots(dom: Dom, keep: NDArray[Any], table: NodeTable, above: Ints) -> dict[int, str]:
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


def _layout(dom: Dom, documents: list[dict[str, Any]], keep: NDArray[Any], table: NodeTable) -> Layout:
    parts = [d["layout"] for d in documents]
    nodes = np.concatenate(
        [np.array(p["nodeIndex"], np.int64) + start for p, start in zip(parts, dom.offset, strict=False)]
    )
    entry = np.full(dom.offset[-1], -1, np.int64)
    entry[nodes[::-1]] = np.arange(len(nodes))[::-1]  # the first of several boxes of one node
    flat = chain.from_iterable(chain.from_iterable(p["bounds"] for p in parts))
    boxes = np.fromiter(flat, float, 4 * len(nodes)).reshape(-1, 4)
    paint = np.concatenate([np.array(p["paintOrders"], np.int32) for p in parts])
    sets, style_of = style_sets(list(chain.from_iterable(p["styles"] for p in parts)))
    if len(documents) > 1:
        everything = read_computed(sets, style_of, dom.strings)
        _move_frames(dom, documents, nodes, entry, boxes, everything)

    mine = entry[dom.source[keep]]
    laid = mine >= 0
    computed = read_computed(sets, np.where(laid, style_of[mine], 0), dom.strings)
    row_boxes = np.where(laid[:, None], boxes[mine], 0.0)
    size = (float(documents[0].get("contentWidth", 0)), float(documents[0].get("contentHeight", 0)))
    visible, row_boxes = visible_rows(table, computed, row_boxes, laid, size)
    styles, values = computed.codes()
    return Layout(
        boxes=row_boxes,
        visible=visible,
        paint=np.where(laid, paint[mine], -1).astype(np.int32),
        styles=styles,
        style_names=PROPERTIES,
        style_values=values,
        size=size,
    )


def _move_frames(
    dom: Dom,
    documents: list[dict[str, Any]],
    nodes: NDArray[np.int64],
    entry: NDArray[np.int64],
    boxes: NDArray[np.float64],
    computed: Computed,
) -> None:
    """Bring the boxes of frames, which are in the frame's own coordinates, into those of the page."""
    place = np.argsort(dom.source)
    frames = [k for k, node in enumerate(dom.holder) if node >= 0]
    for k in sorted(frames, key=lambda k: int(place[dom.holder[k]])):  # outer frames are moved before inner ones
        holder = int(entry[dom.holder[k]])
        if holder < 0:
            continue
        inside = [
            sum(_pixels(computed.value(holder, name)) for name in (f"border-{side}-width", f"padding-{side}"))
            for side in ("left", "top")
        ]
        scroll = [documents[k].get("scrollOffsetX", 0.0), documents[k].get("scrollOffsetY", 0.0)]
        mine = (nodes >= dom.offset[k]) & (nodes < dom.offset[k + 1])
        boxes[mine, :2] += boxes[holder, :2] + inside - np.array(scroll)


def _pixels(value: str) -> float:
    try:
        return float(value.removesuffix("px"))
    except ValueError:
        return 0.0
