"""Record -> its cells: the items that a person sees, in reading order.

Inline fragments of one sentence are one cell; links and images keep their absolute URL; hidden text is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pagerows.page import Page
from pagerows.page.nodes import TEXT
from pagerows.values import Cell, CellKind, Record, Span

__all__ = ["CellParams", "cells_of"]

#: Tags that format words inside of a sentence: text on both sides of them is one item.
FORMATTING: Final = frozenset(
    [
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "strike",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellParams:
    """What becomes a cell; the base of every aligner's parameters."""

    #: Join inline formatting (``<b>`` inside a title, highlighted search words) with the text around it.
    join_inline: bool = True
    #: Leave out text that the markup hides (hidden, aria-hidden, display:none) or that a renderer cannot see.
    drop_hidden: bool = True
    #: Make cells of images.
    images: bool = True
    #: Drop columns that hold the same text in every row.
    drop_constant: bool = False


def cells_of(page: Page, records: Sequence[Record], params: CellParams) -> list[list[Cell]]:
    """Return the cells of each record, in document order."""
    reader = _Reader(page, params)
    return [reader.cells(record) for record in records]


class _Reader:
    """The page's columns as plain lists, and what is known of its paths, for reading many records."""

    def __init__(self, page: Page, params: CellParams) -> None:
        nodes = page.nodes
        self.page, self.nodes, self.params = page, nodes, params
        self.image = nodes.tags.index("img") if "img" in nodes.tags else -1
        self.link = nodes.tags.index("a") if "a" in nodes.tags else -1
        self.formatting = np.array([name in FORMATTING for name in nodes.tags])
        hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
        self.hidden = hidden if params.drop_hidden else np.zeros(len(nodes), bool)
        self.symbols: dict[tuple[int, ...], int] = {}

    def cells(self, record: Record) -> list[Cell]:
        nodes = self.nodes
        found: list[Cell] = []
        run: list[int] = []
        holder = -2
        for start, stop in record.parts:
            kinds = nodes.kind[start:stop]
            wanted = (kinds == TEXT) | (nodes.tag[start:stop] == self.image if self.params.images else False)
            for row in (np.flatnonzero(wanted & ~self.hidden[start:stop]) + start).tolist():
                if nodes.kind[row] != TEXT:
                    found.extend(self._image(row, start))
                    continue
                now = self._holder(row, start)
                if run and now == holder and self.params.join_inline and not self._broken(run[-1], row):
                    run.append(row)
                    continue
                found.extend(self._text(run, holder, start))
                run, holder = [row], now
            found.extend(self._text(run, holder, start))
            run, holder = [], -2
        return sorted(found, key=lambda cell: cell.span.start)

    def _holder(self, row: int, top: int) -> int:
        """The nearest ancestor (inside the record) that is not inline formatting."""
        nodes = self.nodes
        row = int(nodes.parent[row])
        while row > top and self.formatting[nodes.tag[row]]:
            row = int(nodes.parent[row])
        return row

    def _broken(self, last: int, row: int) -> bool:
        """Whether anything but formatting and text stands between two text rows."""
        between = self.nodes.tag[last + 1 : row]
        return bool(((between != 0) & ~self.formatting[between]).any())

    def _text(self, run: list[int], holder: int, top: int) -> list[Cell]:
        if not run:
            return []
        nodes = self.nodes
        raw = "".join(f" {nodes.data[row]}" if nodes.spaced[row] else str(nodes.data[row]) for row in run)
        text = " ".join(raw.split())
        if not text:
            return []
        link = self._link(holder, top)
        url = self.page.absolute(nodes.attribute(link, "href") or "") if link is not None else None
        kind: CellKind = "link" if url else "text"
        first = run[0] if len(run) == 1 or holder < top else holder
        return [Cell(text, kind, url or None, Span(run[0], run[-1] + 1), self._symbol(first, top, kind))]

    def _link(self, row: int, top: int) -> int | None:
        while row >= top and row >= 0:
            if self.nodes.tag[row] == self.link:
                return row
            row = int(self.nodes.parent[row])
        return None

    def _image(self, row: int, top: int) -> list[Cell]:
        nodes = self.nodes
        source = nodes.attribute(row, "src") or nodes.attribute(row, "data-src") or ""
        if not source:
            return []
        text = " ".join((nodes.attribute(row, "alt") or "").split())
        return [Cell(text, "image", self.page.absolute(source), Span(row, row + 1), self._symbol(row, top, "image"))]

    def _symbol(self, row: int, top: int, kind: str) -> int:
        """A number for the tags from the record's top to the cell, and the kind of the cell."""
        nodes, steps = self.nodes, [ord(kind[0])]
        while row >= top:
            steps.append(int(nodes.tag[row]))
            row = int(nodes.parent[row])
        return self.symbols.setdefault(tuple(steps), len(self.symbols))
