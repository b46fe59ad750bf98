"""Regions as all rows of their data tables, slowly, as sets of rows: what the kernel is compared with."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace

import numpy as np

from pagerows.values import Records

TOUCHED, NEARLY = 0.5, 0.8


def whole(page, region, tables):
    """The region as all rows of the tables that it lies in, where it touches most of each one's rows."""
    nodes, starts = page.nodes, [grid.table for grid in tables]
    first, last = _first_span(region.records)
    at = bisect_right(starts, first) - 1
    holds = bisect_left(starts, last) > at + 1 or (at >= 0 and starts[at] == first)  # a table in its first record
    if held := _held(nodes, region, tables) if holds else []:
        return replace(region, records=records(page, held))
    if at < 0 or last > nodes.end[starts[at]]:
        return region
    touched = {}
    lines = {}
    held_lines = []
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
        if cells and not facts(nodes, tables[at]):
            return region
    single = not cells and all(len(each) == 1 for each in held_lines)
    kept = [line.row for at in sorted(touched) for line in _kept(nodes, tables[at], touched[at] if single else set())]
    return replace(region, records=_as_records(page, kept))


def _kept(nodes, grid, own):
    """A table's rows; of those that a region of nearly all, one by one, leaves out only what may be a record.

    What stands before its first row is a title or names of columns; what fills fewer cells than any of its rows a bar.
    """
    kept = [line for line in grid.body if line.row in own]
    if len(kept) < NEARLY * len(grid.body):
        return grid.body
    if len(kept) == len(grid.body):
        return kept
    filled = {cell for line in grid.body for cell in line.cells if cell >= 0 and nodes.text(cell)}
    first, least = kept[0].row, min(_columns_in(filled, line) for line in kept)
    return [line for line in grid.body if line.row in own or (line.row > first and _columns_in(filled, line) >= least)]


def _columns_in(filled, line):
    """In how many columns a row has one of some cells."""
    return sum([cell in filled for cell in line.cells])


def _grouped(nodes, held):
    """Whether records are several rows each, equally many, of which the first is built like none of the others."""
    if len({len(rows) for rows in held}) != 1 or len(held[0]) < 2:
        return False
    first = {_built(nodes, rows[0]) for rows in held}
    return first.isdisjoint(_built(nodes, row) for rows in held for row in rows[1:])


def _built(nodes, row):
    """The tags of a table's row."""
    return tuple(nodes.tag[row : int(nodes.end[row])].tolist())


def _spans(records):
    """From where to where each record reaches."""
    if isinstance(records, Records):
        return list(zip(records.starts.tolist(), records.stops.tolist(), strict=True))
    return [record.span for record in records]


def _first_span(records):
    """From where to where the first record reaches."""
    return (int(records.starts[0]), int(records.stops[0])) if isinstance(records, Records) else records[0].span


def _held(nodes, region, tables):
    """The tables that a region's records are, under a heading each at most: one per record, with the same headers."""
    starts = [grid.table for grid in tables]
    found = []
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


def records(page, tables):
    return _as_records(page, [line.row for grid in tables for line in grid.body])


def _as_records(page, rows):
    starts = np.array(rows, np.int64)
    return Records(page, starts, page.nodes.end[starts].astype(np.int64))


def single_texts(nodes, region):
    """Whether no record of a region has two texts."""
    starts, stops = np.array(_spans(region.records)).T
    before = np.concatenate([[0], np.cumsum(nodes.text_length > 0)])
    return bool((before[stops] - before[starts] < 2).all())


def facts(nodes, grid):
    """Whether the columns are facts: they have headers, or are not all of one look; a calendar's days are none."""
    told = any(line.kind == "header" for line in grid.lines)
    if told and grid.width != 7:
        return True
    texts = [[nodes.text(cell) if cell >= 0 else "" for cell in line.cells] for line in grid.body[:40]]
    filled = [text for row in texts for text in row if text]
    if grid.width == 7 and all(len(text) <= 2 and text.isdecimal() for text in filled):
        return False
    return told or len({_look(column) for column in zip(*texts, strict=True)}) > 1


def _look(column):
    """Whether a column's texts have digits, and how long they are, roughly."""
    filled = [text for text in column if text] or [""]
    digits = sum(1 for text in filled if any(map(str.isdigit, text))) * 2 > len(filled)
    return digits, int(np.log2(1 + sum(map(len, filled)) / len(filled)))
