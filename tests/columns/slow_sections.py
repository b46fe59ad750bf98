"""Sections as anyone would find them: slow, and what the kernel must say as well."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise

from pagerows.columns._sections import HEADINGS
from pagerows.values import Cell, Span


def section_cells(nodes, records):
    if len(records) < 4:
        return None
    spans = sorted((record.parts[0][0], record.parts[-1][1]) for record in records)
    between = [(stop, start) for (_, stop), (start, _) in pairwise(spans) if stop < start]
    stretches = [blocks for edges in between if (blocks := list(blocks_of(nodes, *edges)))]
    for path in heading_paths(nodes, stretches) if stretches else ():
        marks = [row for blocks in stretches for row in blocks if nodes.path[row] == path]
        first = heading_before(nodes, spans[0][0], path)
        if first < 0 and (nodes.paths.tag[path] not in HEADINGS or len(marks) < 5):
            continue
        cells = [Cell(nodes.text(row), span=Span(row, int(nodes.end[row]))) for row in [first, *marks] if row >= 0]
        texts = [cell.text for cell in cells]
        if len(texts) > 1 and len(spans) >= 2 * len(texts) and len(set(texts)) >= 0.8 * len(texts):
            starts = [cell.span.start for cell in cells]
            places = [bisect_left(starts, record.span.start) - 1 for record in records]
            return tuple(cells[place] if place >= 0 else None for place in places)
    return None


def heading_before(nodes, start, path):
    before = [row for row in range(start) if nodes.path[row] == path]
    row = before[-1] if before else -1
    return row if row >= 0 and nodes.end[row] <= start and nodes.text(row) else -1


def heading_paths(nodes, stretches):
    marked, alone = Counter(), Counter()
    for blocks in stretches:
        counts = Counter(int(nodes.path[row]) for row in blocks)
        for row in blocks:
            path = int(nodes.path[row])
            if counts[path] > 1 or len(nodes.text(row)) > 120:
                continue
            if nodes.tag_name(row) in HEADINGS:
                marked[path] += 1
            elif len(blocks) == 1 and len(nodes.texts(row, int(nodes.end[row]))) == 1:
                alone[path] += 1
    found = [path for path, count in marked.most_common() if count >= 0.5 * len(stretches)]
    return found + [path for path, count in alone.most_common() if count >= 0.9 * len(stretches)]


def blocks_of(nodes, start, stop):
    row = start if stop - start <= 2000 else stop
    while row < stop:
        if nodes.end[row] > stop or not nodes.text(row):
            row = row + 1 if nodes.end[row] > stop else int(nodes.end[row])
            continue
        inside = range(row, int(nodes.end[row]))
        found = [below for below in inside if nodes.tag_name(below) in HEADINGS and nodes.text(below)]
        yield found[0] if len(found) == 1 else row
        row = int(nodes.end[row])
