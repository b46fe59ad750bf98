"""Siblings that differ by their style alone are one kind: odd and even rows, the first, the last, the promoted one.

Styles that take turns below one parent, whatever they are called, name no kind when what they hold is alike. Where a
title and its text take turns, they differ in what they hold; where headings stand among rows, they are fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import Attributes, ChosenStyles, NodeTable, Paths
from pagerows.plain import replace
from pagerows.regions.auto._stripes import alike, joined, rows_of_paths, turns

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
    both = turns(nodes.path, nodes.tag, nodes.kind, nodes.end)
    if not both:
        return []
    both = sorted(both, key=lambda pair: -pair[2])[:_PAIRS]
    counts = rows_of_paths(nodes.path, len(nodes.paths))
    styles = nodes.paths.style
    return [
        (a, b)
        for a, b, _ in both
        if not _classes(styles[a]).isdisjoint(_classes(styles[b]))
        or min(counts[a], counts[b]) >= _BALANCED * max(counts[a], counts[b])
    ]


def _classes(style: Attributes) -> set[str]:
    return {word for name, value in style if name == "class" and value for word in value.split()}


def _alike(nodes: NodeTable, one: int, other: int) -> bool:
    """Whether rows of two tag paths hold the same: tags, how many nodes, how much text."""
    columns = nodes.path, nodes.tag, nodes.end, nodes.text_length
    return alike(*columns, len(nodes.tags), one, other, _SAMPLE, _SAME_TAGS, _SAME_SIZE, _SAME_LENGTH)


def _joined(nodes: NodeTable, pairs: Sequence[tuple[int, int]]) -> NodeTable:
    """Give the paths of each pair the style of the one that stands first; what stands below follows."""
    paths = nodes.paths
    first = list(range(len(paths)))
    for one, other in pairs:
        one, other = sorted((_root(first, one), _root(first, other)))
        first[other] = one
    for code, before in enumerate(first):  # which is a path before it, with its own root by now
        first[code] = first[before]
    styles = paths.others(frozenset()).numbered()
    path, parents, chosen, kept = joined(nodes.path, paths.parent, nodes.path_tags, styles, first)
    return replace(
        nodes,
        path=path,
        paths=Paths(parent=parents, tag=tuple([paths.tag[code] for code in kept]), style=ChosenStyles(paths, chosen)),
    )


def _root(first: list[int], code: int) -> int:
    while first[code] != code:
        code = first[code]
    return code
