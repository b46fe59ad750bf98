"""Rows -> the spans of a record."""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.values import Span

__all__ = ["joined_spans"]


def joined_spans(nodes: NodeTable, rows: Sequence[int]) -> tuple[Span, ...]:
    """Return the spans of rows and what is below them, joined where they touch; `rows` ascend.

    >>> from pagerows.page import parse
    >>> joined_spans(parse("<p><b>1</b></p><p>2</p><i>3</i><p>4</p>").nodes, [1, 2, 4, 8])
    (Span(start=1, stop=6), Span(start=8, stop=10))
    """
    parts: list[Span] = []
    for row in rows:
        stop = int(nodes.end[row])
        if parts and row < parts[-1].stop:
            continue
        if parts and row == parts[-1].stop:
            parts[-1] = Span(parts[-1].start, stop)
        else:
            parts.append(Span(row, stop))
    return tuple(parts)
