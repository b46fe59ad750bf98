"""HTML text -> NodeTable, by one walk over the HTML5 tree builder's events.

turbohtml builds the tree that browsers build and hands it over as events, so no tree of Python objects is ever made.
Its depth is capped (deeper elements become siblings), so nothing here can recurse or go quadratic.

The walk keeps what only it can know: parent, end, data, and the path code. Tag, kind and depth are the same for all
rows of a path, so they are worked out once per path and spread over the rows by NumPy.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray
from turbohtml.saxparse import SaxHandler, sax_parse

from pagerows.errors import PageError
from pagerows.page._hiding import HIDING, covered, hides
from pagerows.page._markup import MAX_NODES, prepared
from pagerows.page.nodes import (
    STYLE_ATTRIBUTES,
    TEXT_TAG,
    Attributes,
    NodeTable,
    Paths,
)

__all__ = ["DEPTH_CAP", "MAX_NODES", "Head", "no_collection", "node_table"]

#: Elements that are not part of what a person reads.
UNREAD: Final = frozenset({"script", "style", "template"})
#: turbohtml flattens elements nested deeper than this. A table on the way counts though it is no ancestor of what was
#: moved out of it, so pages that come within 4 of the cap are taken for flattened too.
DEPTH_CAP: Final = 512


class Head:
    """What a walk learns outside of ``<body>``: base, title, language, and whether the tree was flattened."""

    def __init__(self) -> None:
        self.base: str | None = None
        self.lang: str | None = None
        self.title = ""
        self.flattened = False

    def read(self, name: str, attrs: Attributes, depth: int) -> None:
        """Learn from an element outside of the table; ``<html>`` is at depth 1."""
        if name == "base" and self.base is None:
            self.base = dict(reversed(attrs)).get("href")
        elif name == "html" and depth == 1:
            self.lang = dict(reversed(attrs)).get("lang")


@dataclass(slots=True)
class _Walked:
    """What the walk leaves behind: columns with one item per row, per text row, and per path."""

    head: Head = field(default_factory=Head)
    parent: list[int] = field(default_factory=list)
    path: list[int] = field(default_factory=list)
    data: list[str | Attributes] = field(default_factory=list)
    #: Rows of elements with a hiding attribute.
    hiders: list[int] = field(default_factory=list)
    #: Paths whose style hides.
    hiding: list[int] = field(default_factory=list)
    ordinal: list[int] = field(default_factory=list)
    spaced: bytearray = field(default_factory=bytearray)
    #: The paths in the order of their codes: the parent's code, tag and style.
    codes: dict[tuple[int, str, Attributes], int] = field(default_factory=dict)
    path_depth: list[int] = field(default_factory=list)
    path_style: list[Attributes] = field(default_factory=list)


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
    with no_collection():
        walked = _walk(prepared(html, noscript=noscript), UNREAD if noscript else UNREAD | {"noscript"})
    if len(walked.path) > MAX_NODES:
        raise PageError(f"the page has {len(walked.path):,} nodes, more than the {MAX_NODES:,} that pagerows reads")
    table = _assembled(walked)
    walked.head.title = " ".join(walked.head.title.split())
    walked.head.flattened = bool(len(table) and table.depth.max() >= DEPTH_CAP - 4)
    return table, walked.head


@contextmanager
def no_collection() -> Iterator[None]:
    """Spare the garbage collector the walk: it makes tuples by the thousand and no cycles."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class _Events(SaxHandler):
    """A handler whose methods are the walk's closures: locals instead of attributes in the hot loop."""


def _walk(html: str, skipped: frozenset[str]) -> _Walked:
    """Run over the tree's events once. All that is slow in Python is here, so that a compiled walk could replace it."""
    walked = _Walked()
    head, parent, path, data = walked.head, walked.parent, walked.path, walked.data
    hiders, ordinal, spaced = walked.hiders, walked.ordinal, walked.spaced
    path_depth, path_style = walked.path_depth, walked.path_style
    number, styling, read = walked.codes.setdefault, STYLE_ATTRIBUTES, STYLE_ATTRIBUTES | HIDING
    text_code: list[int] = []  # per path, the code of text below it; 0 where there was none yet
    stack: list[int] = []  # for each open element the text count that its parent goes on with
    # `outside` counts the open elements that are not in the table, the document too; inside <body> it is 0.
    outside, row, code, texts, rows, title, blank = 1, -1, -1, 0, 0, False, 0

    def start(name: str, attrs: Attributes) -> None:
        nonlocal outside, row, code, texts, rows, title
        if outside or name in skipped:
            if name != "body" or outside != 2 or rows:
                head.read(name, attrs, outside)
                outside += 1
                title = name == "title" and outside == 4
                return
            outside = 0
        style = attrs
        if attrs and (len(attrs) > 1 or attrs[0][0] != "class"):
            style = ()
            for pair in attrs:
                if pair[0] in read:
                    if pair[0] in styling:
                        style += (pair,)
                    elif hides((pair,)):
                        hiders.append(rows)
        known = number((code, name, style), len(text_code))
        if known == len(text_code):
            path_depth.append(len(stack))
            path_style.append(style)
            text_code.append(0)
            if style is not attrs and hides(style):
                walked.hiding.append(known)
        elif style is attrs:
            attrs = path_style[known]  # an equal one: large pages keep one tuple per path, not per element
        stack.append(texts)
        parent.append(row)
        path.append(known)
        data.append(attrs)
        row, code, texts = rows, known, 0
        rows += 1

    def stop(_name: str) -> None:
        nonlocal outside, row, code, texts, title
        if outside:
            outside -= 1
            title = False
        else:
            texts = stack.pop()
            row = parent[row]
            code = path[row]
            if row < 0:
                outside = 2  # back in <html>

    def characters(text: str) -> None:
        nonlocal texts, rows, blank
        if outside:
            if title:
                head.title += text
            return
        texts += 1
        if text.isspace():
            blank = 1
            return
        known = text_code[code]
        if not known:
            known = text_code[code] = number((code, TEXT_TAG, ()), len(text_code))
            path_depth.append(len(stack))
            path_style.append(())
            text_code.append(0)
        rows += 1
        parent.append(row)
        path.append(known)
        data.append(text)
        ordinal.append(texts)
        spaced.append(blank)
        blank = 0

    events = _Events()
    vars(events).update(start_element=start, end_element=stop, characters=characters)
    sax_parse(html, events)
    return walked


def _assembled(walked: _Walked) -> NodeTable:
    """Make the columns; what is the same on all rows of a path is taken from it."""
    rows = len(walked.path)
    path_tags = tuple(map(itemgetter(1), walked.codes))
    tags = tuple(dict.fromkeys((TEXT_TAG, *path_tags)))
    numbers = dict(zip(tags, range(len(tags)), strict=True))
    path_tag = np.fromiter(map(numbers.__getitem__, path_tags), np.int32, len(path_tags))
    path = np.fromiter(walked.path, np.int32, rows)
    parent = np.fromiter(walked.parent, np.int32, rows)
    depth = np.array(walked.path_depth, np.int32)[path]
    end = _ends(parent, depth)
    tag = path_tag[path]
    text = tag == 0
    ordinal = np.zeros(rows, np.int32)
    ordinal[text] = walked.ordinal
    spaced = np.zeros(rows, bool)
    spaced[text] = np.frombuffer(walked.spaced, bool)
    paths = Paths(
        parent=np.fromiter(map(itemgetter(0), walked.codes), np.int32, len(path_tags)),
        tag=path_tags,
        style=tuple(walked.path_style),
    )
    return NodeTable(
        tag=tag,
        kind=text.astype(np.int8),  # TEXT is 1, ELEMENT 0
        parent=parent,
        depth=depth,
        end=end,
        path=path,
        ordinal=ordinal,
        spaced=spaced,
        hidden=_hidden(walked, path, end),
        tags=tags,
        paths=paths,
        data=walked.data,
    )


def _ends(parent: NDArray[np.int32], depth: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the rows behind the subtrees: behind the row that last children lead to, from last child to last child.

    >>> _ends(np.array([-1, 0, 1, 0], np.int32), np.array([0, 1, 2, 1], np.int32)).tolist()
    [4, 3, 3, 4]
    """
    last = np.arange(len(parent))
    last[parent[1:]] = last[1:].copy()  # of rows with the same parent the last one stays
    for _ in range(int(depth.max(initial=0)).bit_length()):
        last = last[last]  # twice as far
    return (last + 1).astype(np.int32)


def _hidden(walked: _Walked, path: NDArray[np.int32], end: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Mark the rows that the markup hides."""
    if not walked.hiding and not walked.hiders:
        return np.zeros(len(path), bool)
    by_path = np.zeros(len(walked.path_depth), bool)
    by_path[walked.hiding] = True
    hidden = by_path[path]
    hidden[walked.hiders] = True
    return covered(np.flatnonzero(hidden), end)
