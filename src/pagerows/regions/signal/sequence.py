"""Page -> tag path sequence: one symbol per node, ascending by first appearance [V20 Def. 3.1-3.3, Alg. 1].

The page's rows already are the sequence: row 0 is ``<body>`` with code 0, so positions are rows and the paper's
sequence is ``codes[1:]``. What is decided here is which styles count as different.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes, NodeTable

__all__ = ["tag_path_sequence", "tag_path_sequences"]

#: Styles that vary from row to row (zebra stripes, highlighted rows): `normal` leaves them out.
_VARYING: Final = frozenset({"class", "style", "color", "bgcolor"})
_DIGITS: Final = re.compile(r"\d+")

Codes = NDArray[np.int32]


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
    paths = nodes.paths
    tags, parents = paths.tag, paths.parent.tolist()
    shape = np.array(_merged(parents, tags), np.int32)[nodes.path]
    if style == "exact":
        return nodes.path, shape
    if style == "none":
        return shape, shape
    steps = list(zip(tags, _main_styles(nodes), strict=True))
    return np.array(_merged(parents, steps), np.int32)[nodes.path], shape


def _merged(parents: Sequence[int], steps: Sequence[object]) -> list[int]:
    """Map path codes to coarser ones: paths whose steps are all equal are one, numbered by first appearance.

    The same as `Paths.merged`, which asks a function for every step; this is run on every page.
    """
    seen: dict[tuple[int, object], int] = {}
    coarse: list[int] = []
    for parent, step in zip(parents, steps, strict=True):
        # A path's parent has a smaller code; the root's parent is -1, where nothing has been put yet.
        coarse.append(seen.setdefault((coarse[parent] if coarse else -1, step), len(seen)))
    return coarse


def _main_styles(nodes: NodeTable) -> list[object]:
    """Return per path what `normal` keeps of its style: the page's most frequent class, attributes but colours."""
    numbers: dict[Attributes, int] = {}
    number_of_path = [numbers.setdefault(style, len(numbers)) for style in nodes.paths.style]
    # Paths that occur more often count more: the class that most nodes have names what they are.
    nodes_per_path = np.bincount(nodes.path, minlength=len(nodes.paths))
    counts = np.bincount(number_of_path, nodes_per_path, len(numbers)).tolist()
    classes = [_classes(style) for style in numbers]
    frequency: dict[str, float] = {}
    for names, count in zip(classes, counts, strict=True):
        for name in names:
            frequency[name] = frequency.get(name, 0) + count
    # Of equally frequent names the first written one: the order of names is the author's.
    mains: list[object] = [
        (max(names, key=frequency.__getitem__, default=""), _kept(style))
        for names, style in zip(classes, numbers, strict=True)
    ]
    return [mains[number] for number in number_of_path]


def _kept(style: Attributes) -> Attributes:
    return tuple([pair for pair in style if pair[0] not in _VARYING])


def _classes(style: Attributes) -> tuple[str, ...]:
    for name, value in style:
        if name == "class":
            return _plain(value) if value else ()
    return ()


@lru_cache(maxsize=4096)
def _plain(value: str) -> tuple[str, ...]:
    return tuple(_DIGITS.sub("", value.lower()).split())
