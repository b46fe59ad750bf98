"""Siblings that differ by their style alone are one kind: odd and even rows, the first, the last, the promoted one.

Styles that take turns below one parent, whatever they are called, name no kind when what they hold is alike. Where a
title and its text take turns, they differ in what they hold; where headings stand among rows, they are fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import ELEMENT, Attributes, NodeTable, Paths

__all__ = ["without_stripes"]

#: How many rows of a style are looked into, and how many pairs of styles per page.
_SAMPLE: Final = 8
_PAIRS: Final = 64
#: Cosine of the tags inside, and ratio of nodes and of characters, from which two styles hold the same.
_SAME_TAGS: Final = 0.9
_SAME_SIZE: Final = 0.6
_SAME_LENGTH: Final = 0.4
#: Ratio of their numbers from which styles without a common class may take turns.
_BALANCED: Final = 0.6


def without_stripes(nodes: NodeTable) -> NodeTable:
    """Return the table with tag paths in which styles that take turns are one style; the same table if there are none.

    >>> import pagerows
    >>> page = pagerows.parse("<ul><li class=x>a<li class=y>b<li class=x>c<li class=y>d</ul>")
    >>> without_stripes(page.nodes).path.tolist()
    [0, 1, 2, 3, 2, 3, 2, 3, 2, 3]
    """
    pairs = [pair for pair in _turns(nodes) if _alike(nodes, *pair)]
    return _joined(nodes, pairs) if pairs else nodes


def _turns(nodes: NodeTable) -> list[tuple[int, int]]:
    """Pairs of tag paths of siblings with the same tag that stand before each other, both ways, below one parent."""
    rows = nodes._by_parent
    rows = rows[nodes.kind[rows] == ELEMENT]
    path, parent, tag = nodes.path[rows].astype(np.int64), nodes.parent[rows], nodes.tag[rows]
    differ = (path[1:] != path[:-1]) & (parent[1:] == parent[:-1]) & (tag[1:] == tag[:-1])
    places = np.flatnonzero(differ)
    if len(places) < 2:
        return []
    wide = len(nodes.paths)
    before, after = path[places], path[places + 1]
    pair = np.minimum(before, after) * wide + np.maximum(before, after)
    order = np.lexsort((before, pair, parent[places]))
    same = (pair[order][1:] == pair[order][:-1]) & (parent[places][order][1:] == parent[places][order][:-1])
    both = np.array(sorted(set(pair[order][1:][same & (before[order][1:] != before[order][:-1])].tolist())), np.int64)
    if not len(both):
        return []
    often = np.bincount(np.searchsorted(both, pair[np.isin(pair, both)]), minlength=len(both))
    both = both[np.argsort(-often, kind="stable")[:_PAIRS]]
    counts = np.bincount(nodes.path, minlength=wide)
    styles = nodes.paths.style
    found = [divmod(value, wide) for value in both.tolist()]
    return [
        (a, b)
        for a, b in found
        if not _classes(styles[a]).isdisjoint(_classes(styles[b]))
        or min(counts[a], counts[b]) >= _BALANCED * max(counts[a], counts[b])
    ]


def _classes(style: Attributes) -> set[str]:
    return {word for name, value in style if name == "class" and value for word in value.split()}


def _alike(nodes: NodeTable, one: int, other: int) -> bool:
    """Whether rows of two tag paths hold the same: tags, how many nodes, how much text."""
    tags, size, chars = _held(nodes, one)
    others, other_size, other_chars = _held(nodes, other)
    cosine = tags @ others / np.sqrt((tags @ tags) * (others @ others))
    near = min(size, other_size) >= _SAME_SIZE * max(size, other_size)
    return bool(cosine >= _SAME_TAGS and near and min(chars, other_chars) >= _SAME_LENGTH * max(chars, other_chars))


def _held(nodes: NodeTable, path: int) -> tuple[NDArray[np.float64], float, float]:
    """How often each tag occurs in the first rows of a path, their mean number of nodes and of characters."""
    rows = np.flatnonzero(nodes.path == path)[:_SAMPLE].tolist()
    spans = [slice(row, int(nodes.end[row])) for row in rows]
    tags = np.concatenate([nodes.tag[span] for span in spans])
    chars = sum(len(text.strip()) for span in spans for text in nodes.data[span] if isinstance(text, str))
    counts = np.bincount(tags, minlength=len(nodes.tags)).astype(np.float64)
    return counts, len(tags) / len(rows), 1 + chars / len(rows)


def _joined(nodes: NodeTable, pairs: Sequence[tuple[int, int]]) -> NodeTable:
    """Give the paths of each pair the style of the one that stands first; what stands below follows."""
    paths = nodes.paths
    first = list(range(len(paths)))
    for one, other in pairs:
        one, other = sorted((_root(first, one), _root(first, other)))
        first[other] = one
    numbers: dict[tuple[int, str, Attributes], int] = {}
    new: list[int] = []
    for code, (parent, tag) in enumerate(zip(paths.parent.tolist(), paths.tag, strict=True)):
        style = paths.style[_root(first, code)]
        new.append(numbers.setdefault((new[parent] if parent >= 0 else -1, tag, style), len(numbers)))
    parents, tags, styles = zip(*numbers, strict=True)
    return replace(
        nodes,
        path=np.array(new, np.int32)[nodes.path],
        paths=Paths(parent=np.array(parents, np.int32), tag=tags, style=styles),
    )


def _root(first: list[int], code: int) -> int:
    while first[code] != code:
        code = first[code]
    return code
