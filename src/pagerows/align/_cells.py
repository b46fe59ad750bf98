"""Record -> its cells: the items that a person sees, in reading order.

Inline fragments of one sentence are one cell; links and images keep their absolute URL; hidden text is left out.
All rows of all records are looked at together, column by column; only making the cells is done one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page import Page
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.values import Cell, CellKind, Record, Span

__all__ = ["FORMATTING", "CellParams", "cells_of"]

#: Tags that format words inside of a sentence: text on both sides of them is one item.
FORMATTING: Final = frozenset({
    "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "mark", "q", "s", "samp", "small", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
})  # fmt: skip

Ints = NDArray[np.intp]


@dataclass(frozen=True, slots=True, kw_only=True)
class CellParams:
    """What becomes a cell; the base of every aligner's parameters."""

    #: Join inline formatting (``<b>`` inside a title, highlighted search words) with the text around it.
    join_inline: bool = True
    #: Tags that are joined with text that stands right beside them (``by <span>Ann</span>``), but not with each other;
    #: on estuka2017 items F1 0.679 with none, 0.740 with span, 0.754 with both. A link in a cell gives it its URL.
    join_beside: tuple[str, ...] = ("span", "a")
    #: Leave out text that the markup hides (hidden, aria-hidden, display:none) or that a renderer cannot see.
    drop_hidden: bool = True
    #: Leave out cells without a letter or digit: bars, bullets and dots between items (items F1 + 0.01).
    drop_separators: bool = True
    #: Make cells of images.
    images: bool = True
    #: Drop columns that hold the same text in every row.
    drop_constant: bool = False


@dataclass(frozen=True, slots=True)
class _Runs:
    """Stretches of wanted rows that are one cell each."""

    #: The wanted rows; run i has ``rows[first[i]:first[i + 1]]``.
    rows: list[int]
    first: list[int]
    record: list[int]
    image: list[bool]
    #: The row of the link around it, or -1.
    link: list[int]
    symbol: list[int]


def cells_of(page: Page, records: Sequence[Record], params: CellParams) -> list[list[Cell]]:
    """Return the cells of each record, in document order."""
    cells: list[list[Cell]] = [[] for _ in records]
    if not records:
        return cells
    nodes = page.nodes
    runs = _runs(nodes, records, params)
    data, spaced = nodes.data, nodes.spaced
    for number, (record, image, link, symbol) in enumerate(
        zip(runs.record, runs.image, runs.link, runs.symbol, strict=True)
    ):
        rows = runs.rows[runs.first[number] : runs.first[number + 1]]
        span = Span(rows[0], rows[-1] + 1)
        if image:
            source = nodes.attribute(rows[0], "src") or nodes.attribute(rows[0], "data-src")
            if source:
                text = " ".join((nodes.attribute(rows[0], "alt") or "").split())
                cells[record].append(Cell(text, "image", page.absolute(source), span, symbol))
            continue
        if len(rows) == 1:
            text = " ".join(str(data[rows[0]]).split())
        else:
            text = " ".join("".join([f" {data[row]}" if spaced[row] else str(data[row]) for row in rows]).split())
        if not text or (params.drop_separators and not any(map(str.isalnum, text))):
            continue
        url = page.absolute(nodes.attribute(link, "href") or "") if link >= 0 else ""
        kind: CellKind = "link" if url else "text"
        cells[record].append(Cell(text, kind, url or None, span, symbol))
    return cells


def _runs(nodes: NodeTable, records: Sequence[Record], params: CellParams) -> _Runs:
    """Find the runs of rows that make up cells."""
    part_starts, part_stops, owner = _parts(records)
    low, high = int(part_starts.min()), int(part_stops.max())
    tag, kind = nodes.tag[low:high], nodes.kind[low:high]
    wanted = kind == TEXT
    image = np.zeros(high - low, bool)
    if params.images and "img" in nodes.tags:
        image = tag == nodes.tags.index("img")
        wanted = wanted | image
    if params.drop_hidden:
        hidden = nodes.hidden if nodes.layout is None else ~nodes.layout.visible
        # Where the records are hidden themselves (a script shows them later) their text is all there is to read.
        if not hidden[part_starts].all():
            wanted = wanted & ~hidden[low:high]
    rows, part = _rows_in_parts(np.flatnonzero(wanted) + low, part_starts, part_stops)
    top = part_starts[part]
    is_image = image[rows - low]
    holder, starts = _cells_start(nodes, rows, part, top, is_image, params)
    first = np.flatnonzero(starts)
    symbol = _symbols(nodes, rows, holder, top, is_image, first)
    return _Runs(
        rows.tolist(),
        [*first.tolist(), len(rows)],
        owner[part[first]].tolist(),
        is_image[first].tolist(),
        _links(nodes, rows, top, first, low, high).tolist(),
        symbol.tolist(),
    )


def _parts(records: Sequence[Record]) -> tuple[Ints, Ints, Ints]:
    """Return starts and stops of all parts of all records, and which record each belongs to."""
    parts = [(part[0], part[1], number) for number, record in enumerate(records) for part in record.parts]
    table = np.array(parts, np.intp)
    return table[:, 0], table[:, 1], table[:, 2]


def _rows_in_parts(rows: Ints, starts: Ints, stops: Ints) -> tuple[Ints, Ints]:
    """Return the rows that are in a part, in the order of the parts, and the part of each."""
    order = np.argsort(starts, kind="stable")
    if (starts[order][1:] >= stops[order][:-1]).all():  # disjoint, as nearly always
        place = np.searchsorted(starts[order], rows, "right") - 1
        inside = (place >= 0) & (rows < stops[order][place])
        return rows[inside], order[place[inside]]
    chosen = [rows[(rows >= a) & (rows < b)] for a, b in zip(starts.tolist(), stops.tolist(), strict=True)]
    return np.concatenate(chosen), np.repeat(np.arange(len(chosen)), [len(part) for part in chosen])


def _holders(nodes: NodeTable, rows: Ints, top: Ints, formatting: NDArray[np.bool_]) -> Ints:
    """Return each row's nearest ancestor (inside of the record) that is not inline formatting."""
    holder = nodes.parent[rows].astype(np.intp)
    while (inner := np.flatnonzero((holder > top) & formatting[nodes.tag[holder]])).size:
        holder[inner] = nodes.parent[holder[inner]]
    return holder


def _cells_start(
    nodes: NodeTable, rows: Ints, part: Ints, top: Ints, image: NDArray[np.bool_], params: CellParams
) -> tuple[Ints, NDArray[np.bool_]]:
    """Return what holds each row, formatting aside, and whether the row starts a cell."""
    formatting = np.array([name in FORMATTING for name in nodes.tags])
    holder = _holders(nodes, rows, top, formatting)
    starts = np.ones(len(rows), bool)
    if not params.join_inline or len(rows) < 2:
        return holder, starts
    fits = (part[1:] == part[:-1]) & ~image[1:] & ~image[:-1]
    starts[1:] = ~(fits & (holder[1:] == holder[:-1]) & _unbroken(nodes, rows, formatting))
    if params.join_beside:
        wider = formatting | np.array([name in params.join_beside for name in nodes.tags])
        outer = _holders(nodes, rows, top, wider)
        direct = (outer == holder) & ~image
        beside = np.flatnonzero(
            starts[1:] & fits & (outer[1:] == outer[:-1]) & (direct[1:] != direct[:-1]) & _unbroken(nodes, rows, wider)
        )
        # Text that is only a bar or a comma does not make a sentence of its neighbours.
        words = [any(map(str.isalnum, str(nodes.data[rows[i] if direct[i] else rows[i + 1]]))) for i in beside.tolist()]
        starts[beside[np.array(words, bool)] + 1] = False
    return holder, starts


def _unbroken(nodes: NodeTable, rows: Ints, formatting: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each row but the first whether only formatting stands between it and the row before."""
    low, high = int(rows[0]), int(rows.max()) + 1
    tag = nodes.tag[low:high]
    barriers = np.concatenate(([0], np.cumsum((tag != 0) & ~formatting[tag])))
    unbroken: NDArray[np.bool_] = barriers[rows[1:] - low] == barriers[rows[:-1] + 1 - low]
    return unbroken


def _links(nodes: NodeTable, rows: Ints, top: Ints, first: Ints, low: int, high: int) -> Ints:
    """Return the row of the first link inside of the record that each cell is in or holds, or -1."""
    if "a" not in nodes.tags or not len(first):
        return np.full(len(first), -1, np.intp)
    around = np.full(high - low, -1, np.intp)
    links = np.flatnonzero(nodes.tag[low:high] == nodes.tags.index("a")) + low
    for start, stop in zip(links.tolist(), nodes.end[links].tolist(), strict=True):  # links do not nest
        around[start - low : stop - low] = start
    found = around[rows - low]
    found[found < top] = high
    earliest = np.minimum.reduceat(found, first)
    return np.where(earliest < high, earliest, -1)


def _symbols(nodes: NodeTable, rows: Ints, holder: Ints, top: Ints, image: NDArray[np.bool_], first: Ints) -> Ints:
    """Return a number for the tags from the record's top to what holds each cell, and for images.

    Formatting does not count: a title is the same field whether words of it are highlighted or not.
    """
    row = np.where(image[first], rows[first], holder[first])
    start = top[first]
    step = nodes.tag
    symbol = image[first].astype(np.int64)
    # Step by step up to the record's top; after each step the numbers are made small again.
    while (inside := row >= start).any():
        pair = symbol * (int(step.max()) + 2) + np.where(inside, step[row] + 1, 0)
        symbol = np.unique(pair, return_inverse=True)[1].astype(np.int64)
        row = np.where(inside, nodes.parent[row], -1)
    return symbol
