"""Page -> tag path sequence: one symbol per node, ascending by first appearance [V20 Def. 3.1-3.3, Alg. 1].

The page's rows already are the sequence: row 0 is ``<body>`` with code 0, so positions are rows and the paper's
sequence is ``codes[1:]``. What is decided here is which styles count as different.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes, NodeTable

__all__ = ["tag_path_sequence", "tag_path_sequences"]

#: Styles that vary from row to row (zebra stripes, highlighted rows): `normal` leaves them out.
_VARYING: Final = frozenset({"class", "style", "color", "bgcolor"})
_DIGITS: Final = re.compile(r"\d+")
_NO_DIGITS: Final = str.maketrans("", "", "0123456789")
#: Stands between class attributes that are read together.
_BETWEEN: Final = "\0"

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]


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
    tags = np.zeros(len(nodes.paths), np.int64)
    tags[nodes.path] = nodes.tag  # every path is that of some row
    parents = nodes.paths.parent.tolist()
    if style == "normal":
        styles, count = _main_styles(nodes)
        size = len(nodes.tags) * count
        merged, steps = _merged(parents, (tags * count + styles).tolist(), size)
        codes = np.array(merged, np.int32)[nodes.path]
        # Paths with equal steps have equal tags: the tags of the merged ones are all there is to merge.
        kept = np.array(steps, np.int64)
        parents, tags = (kept // size).tolist(), kept % size // count
    else:
        codes = nodes.path
    shape = np.array(_merged(parents, tags.tolist(), len(nodes.tags))[0], np.int32)[codes]
    return (shape if style == "none" else codes), shape


def _merged(parents: Sequence[int], steps: Sequence[int], size: int) -> tuple[list[int], list[int]]:
    """Map path codes to coarser ones: paths whose steps are all equal are one, numbered by first appearance.

    The same as `Paths.merged`, which asks a function for every step; this is run on every page. Steps are numbers
    below `size`. Returns also the parent (times `size`) plus the step of each coarser one.
    """
    if not parents:
        return [], []
    # The root has no parent; a path's parent has a smaller code, so it has been put already.
    coarse, seen = [0], {steps[0]: 0}
    add, number = coarse.append, seen.setdefault
    for parent, step in zip(parents[1:], steps[1:], strict=True):
        add(number((coarse[parent] + 1) * size + step, len(seen)))
    return coarse, [key - size if key >= size else key for key in seen]


def _main_styles(nodes: NodeTable) -> tuple[Ints, int]:
    """Return per path a number for what `normal` keeps of its style, and how many of these there are.

    Kept are the page's most frequent one of the node's classes, and attributes but colours.
    """
    numbers: dict[Attributes, int] = {}
    number_of_path = np.array([numbers.setdefault(style, len(numbers)) for style in nodes.paths.style], np.int64)
    # Paths that occur more often count more: the class that most nodes have names what they are.
    counts = np.bincount(number_of_path[nodes.path], minlength=len(numbers)).tolist()
    classes = _class_names([_class_value(style) for style in numbers])
    frequency: dict[str, int] = {}
    for names, count in zip(classes, counts, strict=True):
        for name in names:
            frequency[name] = frequency.get(name, 0) + count
    mains: dict[object, int] = {}
    main_of_style = []
    for names, style in zip(classes, numbers, strict=True):
        main: object = names[0] if names else ""
        if len(names) > 1:  # of equally frequent ones the first written one: the order is the author's
            main = max(names, key=frequency.__getitem__)
        if (len(style) > 1 or not names) and (kept := _kept(style)):
            main = (main, kept)
        main_of_style.append(mains.setdefault(main, len(mains)))
    return np.array(main_of_style, np.int64)[number_of_path], len(mains)


def _kept(style: Attributes) -> Attributes:
    return tuple([pair for pair in style if pair[0] not in _VARYING])


def _class_value(style: Attributes) -> str:
    for name, value in style:
        if name == "class":
            return value or ""
    return ""


def _class_names(values: list[str]) -> list[list[str]]:
    """Split class attributes into names, lower case, without digits; all in one go, since that is quicker.

    >>> _class_names(["Item item-12", "", "\\n last\\0"])
    [['item', 'item-'], [], ['last']]
    """
    joined = _BETWEEN.join(values).lower()
    if joined.count(_BETWEEN) >= len(values):  # no parser lets it into an attribute, a hand-made table may
        joined = _BETWEEN.join([value.replace(_BETWEEN, "") for value in values]).lower()
    plain = joined.translate(_NO_DIGITS) if joined.isascii() else _DIGITS.sub("", joined)
    return [value.split() for value in plain.split(_BETWEEN)] if values else []
