"""Page -> tag path sequence: one symbol per node, ascending by first appearance [V20 Def. 3.1-3.3, Alg. 1].

The page's rows already are the sequence: row 0 is ``<body>`` with code 0, so positions are rows and the paper's
sequence is ``codes[1:]``. What is decided here is which styles count as different.
"""

from __future__ import annotations

from typing import Any, Final

from pagerows.later import Ints
from pagerows.page.nodes import NodeTable
from pagerows.regions.signal._sequence import normal_codes

__all__ = ["tag_path_sequence", "tag_path_sequences"]

#: Styles that vary from row to row (zebra stripes, highlighted rows): `normal` leaves them out.
_VARYING: Final = frozenset({"class", "style", "color", "bgcolor"})

Codes = Ints


def tag_path_sequence(nodes: NodeTable, style: str) -> Codes:
    """Return the sequence of a page under one notion of style.

    >>> import pagerows
    >>> page = pagerows.parse("<ul><li class='item odd'>a<li class='item even'>b<li class='item odd'>c</ul>")
    >>> tag_path_sequence(page.nodes, "exact").tolist()
    [0, 1, 2, 3, 4, 5, 2, 3]
    >>> tag_path_sequence(page.nodes, "normal").tolist()
    [0, 1, 2, 3, 2, 3, 2, 3]
    """
    return tag_path_sequences(nodes, style)[0]


def tag_path_sequences(nodes: NodeTable, style: str) -> tuple[Codes, Codes]:
    """Return the sequence under one notion of style, and the one of tags alone."""
    if style == "none":
        return nodes.unstyled, nodes.unstyled
    if style == "exact":
        return nodes.path, nodes.unstyled
    others = nodes.paths.others(_VARYING)
    words, first = nodes.codes.words
    numbers: Any = others.numbered() if len(others.buffer) else None
    return normal_codes(nodes.path, nodes.paths.parent, nodes.path_tags, words, first, numbers), nodes.unstyled
