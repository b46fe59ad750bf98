"""HTML text -> NodeTable, by the compiled parser.

The tree is the one that browsers build (the WHATWG standard), and its depth is capped: deeper elements become siblings.
No Python object per node is made: the parser fills the columns; texts and attributes are made when they are asked for.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import Final

from pagerows.errors import PageError
from pagerows.page import _parser
from pagerows.page._hiding import HIDING, hidden_rows
from pagerows.page.nodes import STYLE_ATTRIBUTES, NodeTable, Paths

__all__ = ["DEPTH_CAP", "MAX_NODES", "UNREAD", "Head", "NoCollection", "node_table", "parsed_rows"]

#: Nodes that a page may have; a page of this size needs about 1 GB.
MAX_NODES: Final = 5_000_000
#: Elements that are not part of what a person reads.
UNREAD: Final = frozenset({"script", "style", "template"})
#: Elements that can be open at once; what is nested deeper is flattened.
DEPTH_CAP: Final = 512
#: What is read of a page, and with noscript.
_READING: Final = tuple(
    _parser.Reading(style=STYLE_ATTRIBUTES, watched=HIDING, unread=unread) for unread in (UNREAD | {"noscript"}, UNREAD)
)


@dataclass(slots=True)
class Head:
    """What a page says outside of its table: base, title, language, and whether the tree was flattened."""

    base: str | None = None
    #: The whole address that the page says is its own: its canonical link, else og:url.
    address: str | None = None
    lang: str | None = None
    title: str = ""
    flattened: bool = False


def node_table(html: str | bytes, *, noscript: bool = False) -> tuple[NodeTable, Head]:
    """Parse HTML, a text or its UTF-8, into its table of nodes.

    >>> nodes, head = node_table("<title>T</title><ul><li>a<li>b</ul>")
    >>> [nodes.tag_name(row) for row in range(len(nodes))]
    ['body', 'ul', 'li', '#text', 'li', '#text']
    >>> nodes.path.tolist(), nodes.end.tolist()
    ([0, 1, 2, 3, 2, 3], [6, 6, 4, 4, 6, 6])
    >>> nodes.xpath(5), nodes.find("/html/body/ul/li[2]"), head.title
    ('/html/body/ul[1]/li[2]/text()[1]', 4, 'T')
    """
    rows = parsed_rows(html, noscript=noscript)
    base, address, lang, title, flattened = rows.head()
    return _table(rows), Head(base, address, lang, " ".join(title.split()), flattened)


def parsed_rows(html: str | bytes, *, noscript: bool = False) -> _parser.NodeData:
    """Parse HTML, a text or its UTF-8, into rows, each its text or its attributes."""
    try:
        return _parser.parse_rows(html, _READING[noscript], scripting=not noscript, limit=MAX_NODES)
    except _parser.TooManyNodes:
        raise PageError(f"the page has more nodes than the {MAX_NODES:,} that pagerows reads") from None


def _table(rows: _parser.NodeData) -> NodeTable:
    tag, parent, depth, end, path, ordinal, kind, spaced = rows.columns()
    paths = Paths(*rows.paths())
    return NodeTable.of(
        tag=tag,
        kind=kind,
        parent=parent,
        depth=depth,
        end=end,
        path=path,
        ordinal=ordinal,
        spaced=spaced,
        hidden=hidden_rows(paths, rows.watched(), path, end),
        tags=rows.tags(),
        paths=paths,
        data=rows,
        roots={},
    )


class NoCollection:
    """Spares the garbage collector a stretch of work that makes tuples by the thousand and no cycles.

    >>> import gc
    >>> with NoCollection():
    ...     print(gc.isenabled())
    False
    """

    __slots__ = ("_was_on",)

    def __enter__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()
