"""Data tables among a method's regions: their rows are the records, all of them and whole.

A region that was cut to cells, to one column, to pairs of rows or to every other row of a data table becomes the rows
of that table. Where a method finds no records on a page, or a menu, and the page is about a data table, that is the
records.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np

from pagerows.page import Page
from pagerows.page.grids import Grid, Line
from pagerows.page.nodes import NodeTable
from pagerows.regions._evidence import Evidence
from pagerows.values import Record, Records, Region

__all__ = ["data_tables", "main_table", "tables_whole"]

#: Share of a data table's rows that a region must touch to become all of them.
TOUCHED: Final = 0.5
#: Share of a data table's rows from which on a region of single rows that leaves some out is right in that.
NEARLY: Final = 0.8
#: A text of so many characters outside of the table is prose, and so much of it makes a page an article with a table in
#: it, unless the table has so many times its text (of 99 articles 15 have tables beside so much prose: 14 of at most .4
#: times its text, one of 1.03; pages about a table have 1.6 and more).
PROSE: Final = 80
MOST_PROSE: Final = 2500
TIMES: Final = 1.5


def data_tables(nodes: NodeTable, least: int) -> list[Grid]:
    """The page's data tables with at least so many rows, in document order; not those inside of others."""
    return nodes.grids.data_tables(least)


def tables_whole(page: Page, regions: Sequence[Region], least: int) -> list[Region]:
    """Return regions inside of data tables as rows of those tables, and the page's main table as its records."""
    tables = data_tables(page.nodes, least)
    if not tables:
        return list(regions)
    whole = [_whole(page, region, tables) for region in regions]
    if any(after is not before for after, before in zip(whole, regions, strict=True)):
        whole = _apart(whole)
    best = next((region for region in whole if region.content is not False), None)
    if best is not None and not _single_texts(page.nodes, best):
        return whole
    main = main_table(page.nodes, tables)
    if main is None or (best is not None and not _menu_beside(page.nodes, best, main)):
        return whole
    return _put_first(page, whole, main)


def _whole(page: Page, region: Region, tables: Sequence[Grid]) -> Region:
    """The region as all rows of the tables that it lies in, where it touches most of each one's rows."""
    nodes, starts = page.nodes, [grid.table for grid in tables]
    first, last = _first_span(region.records)
    at = bisect_right(starts, first) - 1
    holds = bisect_left(starts, last) > at + 1 or (at >= 0 and starts[at] == first)  # a table in its first record
    if held := _held(nodes, region, tables) if holds else []:
        return replace(region, records=_records(page, held))
    if at < 0 or last > nodes.end[starts[at]]:
        return region
    touched: dict[int, set[int]] = {}
    lines: dict[int, list[int]] = {}
    held_lines: list[list[int]] = []
    cells = False
    for start, stop in _spans(region.records):
        at = bisect_right(starts, start) - 1
        if at < 0 or start <= tables[at].table or stop > nodes.end[tables[at].table]:
            return region
        if at not in lines:
            lines[at], touched[at] = [line.row for line in tables[at].lines], set()
        rows = lines[at]
        first = max(0, bisect_right(rows, start) - 1)
        cells |= start > rows[first]
        held_lines.append(rows[first : bisect_left(rows, stop)])
        touched[at].update(held_lines[-1])
    if _grouped(nodes, held_lines):
        return region
    for at, own in touched.items():
        body = [line.row for line in tables[at].body]
        if len(own.intersection(body)) < TOUCHED * len(body):
            return region
        if cells and not _facts(nodes, tables[at]):
            return region
    single = not cells and all(len(each) == 1 for each in held_lines)
    kept = [line.row for at in sorted(touched) for line in _kept(nodes, tables[at], touched[at] if single else set())]
    return replace(region, records=_as_records(page, kept))


def _kept(nodes: NodeTable, grid: Grid, own: set[int]) -> Sequence[Line]:
    """A table's rows; of those that a region of nearly all, one by one, leaves out only what may be a record.

    What stands before its first row is a title or names of columns; what fills fewer cells than any of its rows a bar.
    """
    kept = [line for line in grid.body if line.row in own]
    if len(kept) < NEARLY * len(grid.body):
        return grid.body
    if len(kept) == len(grid.body):
        return kept
    filled = nodes.grids.filled([cell for line in grid.body for cell in line.cells if cell >= 0])
    first, least = kept[0].row, min(_columns_in(filled, line) for line in kept)
    return [line for line in grid.body if line.row in own or (line.row > first and _columns_in(filled, line) >= least)]


def _columns_in(filled: set[int], line: Line) -> int:
    """In how many columns a row has one of some cells."""
    return sum([cell in filled for cell in line.cells])


def _grouped(nodes: NodeTable, held: Sequence[Sequence[int]]) -> bool:
    """Whether records are several rows each, equally many, of which the first is built like none of the others."""
    if len({len(rows) for rows in held}) != 1 or len(held[0]) < 2:
        return False
    first = {_built(nodes, rows[0]) for rows in held}
    return first.isdisjoint(_built(nodes, row) for rows in held for row in rows[1:])


def _built(nodes: NodeTable, row: int) -> tuple[int, ...]:
    """The tags of a table's row."""
    return tuple(nodes.tag[row : int(nodes.end[row])].tolist())


def _spans(records: Sequence[Record]) -> Sequence[tuple[int, int]]:
    """From where to where each record reaches."""
    if isinstance(records, Records):
        return list(zip(records.starts.tolist(), records.stops.tolist(), strict=True))
    return [record.span for record in records]


def _first_span(records: Sequence[Record]) -> tuple[int, int]:
    """From where to where the first record reaches."""
    return (int(records.starts[0]), int(records.stops[0])) if isinstance(records, Records) else records[0].span


def _held(nodes: NodeTable, region: Region, tables: Sequence[Grid]) -> list[Grid]:
    """The tables that a region's records are, under a heading each at most: one per record, with the same headers."""
    starts = [grid.table for grid in tables]
    found: list[Grid] = []
    for start, stop in _spans(region.records):
        inside = tables[bisect_left(starts, start) : bisect_left(starts, stop)]
        if len(inside) != 1:
            return []
        table, end = inside[0].table, int(nodes.end[inside[0].table])
        if len(nodes.texts(start, table)) + len(nodes.texts(end, stop)) > 1:
            return []
        found += inside
    alike = len({(grid.width, grid.headers) for grid in found}) == 1
    return found if alike and any(found[0].headers) else []


def _apart(regions: Iterable[Region]) -> list[Region]:
    """The regions without those whose table is another one's, too."""
    taken: set[int] = set()
    found = []
    for region in regions:
        rows = {start for start, _ in _spans(region.records)}
        if not rows & taken:
            found.append(region)
            taken |= rows
    return found


def _records(page: Page, tables: Sequence[Grid]) -> Records:
    return _as_records(page, [line.row for grid in tables for line in grid.body])


def _as_records(page: Page, rows: Sequence[int]) -> Records:
    starts = np.array(rows, np.int64)
    return Records(page, starts, page.nodes.end[starts].astype(np.int64))


def main_table(nodes: NodeTable, tables: Sequence[Grid]) -> list[Grid] | None:
    """The tables of one kind that a page is about: those that hold most text, if it has little prose beside them."""
    kinds: dict[object, list[Grid]] = {}
    for grid in tables:
        if _facts(nodes, grid):
            kinds.setdefault((grid.width, grid.headers) if any(grid.headers) else grid.table, []).append(grid)
    if not kinds:
        return None
    main = max(kinds.values(), key=lambda own: sum(_chars(nodes, grid.table) for grid in own))
    inside = np.zeros(len(nodes), bool)
    for grid in main:
        inside[grid.table : int(nodes.end[grid.table])] = True
    length = nodes.text_length
    own, prose = int(length[inside].sum()), int(length[(length >= PROSE) & ~inside].sum())
    return main if prose <= max(MOST_PROSE, own / TIMES) else None


def _chars(nodes: NodeTable, row: int) -> int:
    return int(nodes.text_length[row : int(nodes.end[row])].sum())


def _single_texts(nodes: NodeTable, region: Region) -> bool:
    """Whether no record of a region has two texts."""
    starts, stops = np.array(_spans(region.records)).T
    before = np.concatenate([[0], np.cumsum(nodes.text_length > 0)])
    return bool((before[stops] - before[starts] < 2).all())


def _menu_beside(nodes: NodeTable, region: Region, main: Sequence[Grid]) -> bool:
    """Whether a list of single texts stands elsewhere, and is no longer than the table."""
    spans = _spans(region.records)
    if any(grid.table < min(spans)[0] < nodes.end[grid.table] for grid in main):
        return False
    return sum(_chars(nodes, start) for start, _ in spans) <= 2 * sum(_chars(nodes, grid.table) for grid in main)


def _put_first(page: Page, regions: Sequence[Region], main: Sequence[Grid]) -> list[Region]:
    """The regions with the main table as the first, and as content."""
    records = _records(page, main)
    rows = set(records.starts.tolist())
    others = [region for region in regions if rows.isdisjoint(start for start, _ in _spans(region.records))]
    known = next((region for region in regions if region not in others), None) or next(iter(regions), None)
    evidence = known.evidence if known else {}
    told: dict[str, Callable[[], Any]] = {name: partial(evidence.__getitem__, name) for name in evidence}
    if "page" in evidence:
        told["page"] = lambda: evidence["page"] | {"accepted": True}
    told |= {"source": lambda: "data table", "because": lambda: ["the page is about a data table"]}
    score = max((region.score for region in regions), default=0.0)
    features = known.features if known else {}
    return [Region(records, score, content=True, features=features, evidence=Evidence(lambda: told)), *others]


def _facts(nodes: NodeTable, grid: Grid) -> bool:
    """Whether the columns are facts: they have headers, or are not all of one look; a calendar's days are none."""
    told = any(line.kind == "header" for line in grid.lines)
    if told and grid.width != 7:
        return True
    texts = [[nodes.text(cell) if cell >= 0 else "" for cell in line.cells] for line in grid.body[:40]]
    filled = [text for row in texts for text in row if text]
    if grid.width == 7 and all(len(text) <= 2 and text.isdecimal() for text in filled):
        return False
    return told or len({_look(column) for column in zip(*texts, strict=True)}) > 1


def _look(column: Sequence[str]) -> tuple[bool, int]:
    """Whether a column's texts have digits, and how long they are, roughly."""
    filled = [text for text in column if text] or [""]
    digits = sum(1 for text in filled if any(map(str.isdigit, text))) * 2 > len(filled)
    return digits, int(np.log2(1 + sum(map(len, filled)) / len(filled)))
