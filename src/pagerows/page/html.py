"""HTML text -> NodeTable, by one walk over the HTML5 tree builder's events.

turbohtml builds the tree that browsers build and hands it over as events, so no tree of Python objects is
ever made. Its depth is capped (deeper elements become siblings), so nothing here can recurse or go quadratic.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from turbohtml.saxparse import SaxHandler, sax_parse

from pagerows.errors import PageError
from pagerows.page.nodes import (
    ELEMENT,
    STYLE_ATTRIBUTES,
    TEXT,
    TEXT_TAG,
    Attributes,
    NodeTable,
    Paths,
)

__all__ = ["MAX_NODES", "Head", "node_table"]

#: Elements that are not part of what a person reads.
UNREAD: Final = frozenset({"script", "style", "template"})
#: turbohtml flattens elements nested deeper than this.
DEPTH_CAP: Final = 512
#: Rows a page may have; a page of this size needs about 2 GB.
MAX_NODES: Final = 5_000_000

#: A hidden part with more than this share of the page's leaves waits for its script.
WAITING: Final = 0.4

_HIDING: Final = frozenset({"hidden", "aria-hidden"})


class Head:
    """What a walk learns outside of ``<body>``: base, title, language, and whether the tree was flattened."""

    def __init__(self) -> None:
        self.base: str | None = None
        self.lang: str | None = None
        self.title = ""
        self.flattened = False


class _Events(SaxHandler):
    """A handler whose methods are the walk's closures: locals instead of attributes in the hot loop."""


def node_table(html: str, *, noscript: bool = False) -> tuple[NodeTable, Head]:
    """Parse HTML text into its table of nodes.

    >>> nodes, head = node_table("<title>T</title><ul><li>a<li>b</ul>")
    >>> [nodes.tag_name(row) for row in range(len(nodes))]
    ['body', 'ul', 'li', '#text', 'li', '#text']
    >>> nodes.path.tolist(), nodes.end.tolist()
    ([0, 1, 2, 3, 2, 3], [6, 6, 4, 4, 6, 6])
    >>> nodes.xpath(5), nodes.find("/html/body/ul/li[2]"), head.title
    ('/html/body/ul[1]/li[2]/text()[1]', 4, 'T')
    """
    head = Head()
    skipped = UNREAD if noscript else UNREAD | {"noscript"}
    tag_ids: dict[str, int] = {TEXT_TAG: 0}
    codes: dict[tuple[int, str, Attributes], int] = {}
    tag: list[int] = []
    parent: list[int] = []
    depth: list[int] = []
    end: list[int] = []
    path: list[int] = []
    ordinal: list[int] = []
    spaced: list[bool] = []
    data: list[str | Attributes] = []
    hiders: list[int] = []
    stack: list[tuple[int, int, int]] = []
    # `outside` counts the open elements that are not in the table; the walk is inside <body> when it is 0.
    outside, row, code, texts, rows, title, blank = 0, -1, -1, 0, 0, False, False

    def start(name: str, attrs: Attributes) -> None:
        nonlocal outside, row, code, texts, rows, title
        if outside or not stack or name in skipped:
            # <html> and <head> open before the table, <frameset> instead of it.
            if name != "body" or outside != 1 or rows:
                outside += 1
                title = name == "title" and outside == 3
                _read_head(head, name, attrs, outside)
                return
            outside = 0
        style = attrs
        if attrs and (len(attrs) > 1 or attrs[0][0] != "class"):
            style = tuple([pair for pair in attrs if pair[0] in STYLE_ATTRIBUTES])
            if any(pair[0] in _HIDING and (pair[0] == "hidden" or pair[1] == "true") for pair in attrs):
                hiders.append(rows)
        key = (code, name, style)
        known = codes.get(key)
        if known is None:
            known = codes[key] = len(codes)
        depth.append(len(stack))
        stack.append((row, code, texts))
        tag.append(tag_ids.setdefault(name, len(tag_ids)))
        parent.append(row)
        end.append(0)
        path.append(known)
        ordinal.append(0)
        spaced.append(False)
        data.append(attrs)
        row, code, texts = rows, known, 0
        rows += 1

    def stop(_name: str) -> None:
        nonlocal outside, row, code, texts, title
        if outside:
            outside -= 1
            title = False
        elif stack:
            end[row] = rows
            row, code, texts = stack.pop()
            if not stack:
                outside = 1  # back in <html>

    def characters(text: str) -> None:
        nonlocal texts, rows, blank
        if outside or not stack:
            if title:
                head.title += text
            return
        texts += 1
        if text.isspace():
            blank = True
            return
        key = (code, TEXT_TAG, ())
        known = codes.get(key)
        if known is None:
            known = codes[key] = len(codes)
        depth.append(len(stack))
        rows += 1
        tag.append(0)
        parent.append(row)
        end.append(rows)
        path.append(known)
        ordinal.append(texts)
        spaced.append(blank)
        blank = False
        data.append(text)

    events = _Events()
    vars(events).update(start_element=start, end_element=stop, characters=characters)
    sax_parse(html, events)
    if rows > MAX_NODES:
        raise PageError(f"the page has {rows:,} nodes, more than the {MAX_NODES:,} that pagerows reads")
    head.title = " ".join(head.title.split())
    tags = np.array(tag, np.int32)
    ends = np.array(end, np.int32)
    depths = np.array(depth, np.int32)
    head.flattened = bool(rows and depths.max() >= DEPTH_CAP - 4)
    paths = Paths(
        parent=np.array([key[0] for key in codes], np.int32),
        tag=tuple(key[1] for key in codes),
        style=tuple(key[2] for key in codes),
    )
    codes_column = np.array(path, np.int32)
    table = NodeTable(
        tag=tags,
        kind=np.where(tags == 0, TEXT, ELEMENT).astype(np.int8),
        parent=np.array(parent, np.int32),
        depth=depths,
        end=ends,
        path=codes_column,
        ordinal=np.array(ordinal, np.int32),
        spaced=np.array(spaced, bool),
        hidden=_hidden(paths, codes_column, ends, hiders),
        tags=tuple(tag_ids),
        paths=paths,
        data=data,
    )
    return table, head


def _read_head(head: Head, name: str, attrs: Attributes, outside: int) -> None:
    if name == "base" and head.base is None:
        head.base = dict(reversed(attrs)).get("href")
    elif name == "html" and outside == 1:
        head.lang = dict(reversed(attrs)).get("lang")


def _hidden(
    paths: Paths,
    path: np.ndarray[tuple[int], np.dtype[np.int32]],
    end: np.ndarray[tuple[int], np.dtype[np.int32]],
    hiders: list[int],
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Mark every row below a hiding attribute or an inline style that hides."""
    hiding_path = np.array([_style_hides(style) for style in paths.style], bool)
    hidden = hiding_path[path] if len(paths) else np.zeros(len(path), bool)
    hidden[hiders] = True
    hidden[:1] = False  # a hidden <body> waits for its script; its content is what there is to read
    # So does a part with most of the page's text: behind a dialog, or streamed before a script puts it in place.
    tops = np.flatnonzero(hidden)
    texts = np.r_[0, np.cumsum(end == np.arange(1, len(end) + 1))]
    hidden[tops[texts[end[tops]] - texts[tops] > WAITING * texts[-1]]] = False
    # A row is hidden with all of its subtree: +1 where a hiding subtree starts, -1 where it ends.
    tops = np.flatnonzero(hidden)
    change = np.zeros(len(path) + 1, np.int32)
    np.add.at(change, tops, 1)
    np.add.at(change, end[tops], -1)
    covered: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.cumsum(change[:-1]) > 0
    return covered


def _style_hides(style: Attributes) -> bool:
    for name, value in style:
        if name == "style" and value:
            plain = "".join(value.lower().split())
            return "display:none" in plain or "visibility:hidden" in plain
    return False
