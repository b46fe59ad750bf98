"""Records in sections with headings (by letter, by day, by category): the heading is a column of its own.

A heading stands between two records and belongs to neither. Those that count have one tag path and differ; they are
marked as headings, or are single texts, all that stands between records, and one of them stands before the first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from pagerows.cells import follow_on
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.plain import replace
from pagerows.unique import UniqueNames
from pagerows.values import Cell, Column, Record, Records, Span, Table

__all__ = ["section_cells", "with_section"]

#: Longest heading.
LONGEST: Final = 120
#: Records per section, on average, from which sections are more than titles of single records.
FEWEST: Final = 2.0
#: Share of the headings that must differ: advertisements repeat themselves.
DISTINCT: Final = 0.8
#: Share of the stretches between records that have text, which must have a heading; and where nothing marks it as one.
USUAL: Final = 0.5
UNMARKED: Final = 0.9
#: Fewest headings where none stands before the first record.
UNLED: Final = 5
#: Most nodes between two records that are looked at.
MOST_ROWS: Final = 2000
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "th", "dt", "caption", "legend", "summary"})

Cells = tuple[Cell | None, ...]


def with_section(page: Page, records: Sequence[Record], table: Table) -> Table:
    """Return the table with the headings of the records' sections as its first column, where there are sections."""
    cells = section_cells(page.nodes, records) if len(table) else None
    if cells is None:
        return table

    def describe(_: Table) -> tuple[Column, ...]:
        name = UniqueNames(column.name for column in table.all_columns)("section")
        return (Column(name, "text", cells, role="category"), *table.all_columns)

    labels = ("section", *table.labels) if table.labels else ()
    return replace(table, cells=(cells, *table.cells), kinds=("text", *table.kinds), describe=describe, labels=labels)


def section_cells(nodes: NodeTable, records: Sequence[Record]) -> Cells | None:
    """Return the heading that each record stands under, or None where there are no sections."""
    if len(records) < 4 or (isinstance(records, Records) and follow_on(records.starts, records.stops)):
        return None
    spans = sorted(_spans(records))
    between = [(stop, start) for (_, stop), (start, _) in pairwise(spans) if stop < start]
    stretches = [blocks for edges in between if (blocks := list(_blocks(nodes, *edges)))]
    for path in _heading_paths(nodes, stretches) if stretches else ():
        marks = [row for blocks in stretches for row in blocks if nodes.path[row] == path]
        first = _heading_before(nodes, spans[0][0], path)
        if first < 0 and (nodes.paths.tag[path] not in HEADINGS or len(marks) < UNLED):
            continue  # an advertisement may have a heading, too
        cells = [Cell(nodes.text(row), span=Span(row, int(nodes.end[row]))) for row in [first, *marks] if row >= 0]
        if _sound([cell.text for cell in cells], len(spans)):
            starts = [cell.span.start for cell in cells]
            places = [bisect_left(starts, record.span.start) - 1 for record in records]
            return tuple(cells[place] if place >= 0 else None for place in places)
    return None


def _spans(records: Sequence[Record]) -> list[tuple[int, int]]:
    """From the first row of each record to one past its last; those that nobody has looked at are not made for that."""
    if isinstance(records, Records):
        return list(zip(records.starts.tolist(), records.stops.tolist(), strict=True))
    return [(record.parts[0][0], record.parts[-1][1]) for record in records]


def _sound(texts: Sequence[str], records: int) -> bool:
    """Whether headings differ and have several records each."""
    return len(texts) > 1 and records >= FEWEST * len(texts) and len(set(texts)) >= DISTINCT * len(texts)


def _heading_before(nodes: NodeTable, start: int, path: int) -> int:
    """The last node with a tag path before the first record, or -1."""
    before = np.flatnonzero(nodes.path[:start] == path)
    row = int(before[-1]) if len(before) else -1
    return row if row >= 0 and nodes.end[row] <= start and nodes.text(row) else -1


def _heading_paths(nodes: NodeTable, stretches: Sequence[Sequence[int]]) -> list[int]:
    """The tag paths that may be headings', by how often they stand between records: once in most places."""
    marked: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    for blocks in stretches:
        counts = Counter(int(nodes.path[row]) for row in blocks)
        for row in blocks:
            path = int(nodes.path[row])
            if counts[path] > 1 or len(nodes.text(row)) > LONGEST:
                continue
            if nodes.tag_name(row) in HEADINGS:
                marked[path] += 1
            elif len(blocks) == 1 and len(nodes.texts(row, int(nodes.end[row]))) == 1:
                alone[path] += 1
    found = [path for path, count in marked.most_common() if count >= USUAL * len(stretches)]
    return found + [path for path, count in alone.most_common() if count >= UNMARKED * len(stretches)]


def _blocks(nodes: NodeTable, start: int, stop: int) -> Iterator[int]:
    """The nodes between two records that lie there as a whole and say something: headings first of all."""
    if stop - start > MOST_ROWS:
        return
    row = start
    while row < stop:
        if nodes.end[row] > stop or not nodes.text(row):
            row = row + 1 if nodes.end[row] > stop else int(nodes.end[row])
            continue
        yield _heading_in(nodes, row)
        row = int(nodes.end[row])


def _heading_in(nodes: NodeTable, row: int) -> int:
    """The only heading inside of a node, or the node itself."""
    inside = range(row, int(nodes.end[row]))
    found = [below for below in inside if nodes.tag_name(below) in HEADINGS and nodes.text(below)]
    return found[0] if len(found) == 1 else row
