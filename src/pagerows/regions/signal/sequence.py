"""Page -> tag path sequence: one symbol per node, ascending by first appearance [V20 Def. 3.1-3.3, Alg. 1].

The page's rows already are the sequence: row 0 is ``<body>`` with code 0, so positions are rows and the paper's
sequence is ``codes[1:]``. What is decided here is which styles count as different.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes, NodeTable

__all__ = ["tag_path_sequence"]

_DIGITS: Final = re.compile(r"\d+")


def tag_path_sequence(nodes: NodeTable, style: str) -> NDArray[np.int32]:
    """Return the sequence of a page under one notion of style.

    >>> import pagerows
    >>> page = pagerows.parse("<ul><li class='item odd'>a<li class='item even'>b<li class='item odd'>c</ul>")
    >>> tag_path_sequence(page.nodes, "exact").tolist()
    [0, 1, 2, 3, 4, 5, 2, 3]
    >>> tag_path_sequence(page.nodes, "normal").tolist()
    [0, 1, 2, 3, 2, 3, 2, 3]
    """
    if style == "exact" or not len(nodes):
        return nodes.path
    key = _tag_alone if style == "none" else _normal_style(nodes)
    return nodes.paths.merged(key)[nodes.path]


def _tag_alone(tag: str, _style: Attributes) -> Hashable:
    return tag


def _normal_style(nodes: NodeTable) -> Callable[[str, Attributes], Hashable]:
    """Make the key that tells paths apart by tag and by the most frequent of their normalised classes."""
    frequency: Counter[str] = Counter()
    nodes_per_path = np.bincount(nodes.path, minlength=len(nodes.paths)).tolist()
    for attributes, count in zip(nodes.paths.style, nodes_per_path, strict=True):
        for name in _classes(attributes):
            frequency[name] += count

    @cache
    def key(tag: str, style: Attributes) -> Hashable:
        # Of equally frequent names the first written one: the order of names is the author's.
        return tag, max(_classes(style), key=frequency.__getitem__, default="")

    return key


@cache
def _plain(name: str) -> str:
    return _DIGITS.sub("", name.lower())


def _classes(style: Attributes) -> list[str]:
    for name, value in style:
        if name == "class":
            return [_plain(word) for word in value.split()] if value else []
    return []
