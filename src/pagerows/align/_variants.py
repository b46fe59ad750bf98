"""Records of two templates (one wrapped once more than the other) fill columns of their own: put equal fields together.

Columns that are filled together in some record belong to one template. Where there are several templates, the columns
of a smaller one are matched in order with those of the largest, by what holds their cells: tag, class and kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

__all__ = ["join_variants"]

Row = list[Cell | None]
#: Kind of a cell, tag and class of what holds it.
Key = tuple[str, str, str]


def join_variants(nodes: NodeTable, rows: Sequence[Row]) -> list[Row]:
    """Move the cells of smaller templates into the columns of the largest where they are the same fields."""
    templates = _templates(rows) if rows and rows[0] else []
    if len(templates) < 2:
        return list(rows)
    columns = list(zip(*rows, strict=True))
    keys = {number: _key(nodes, columns[number]) for template in templates for number in template}
    largest, *others = templates
    goes: dict[int, int] = {}
    order = list(range(len(columns)))
    for template in others:
        if found := _matched(largest, template, keys):
            goes |= found
            order = _reordered(order, template, found)
    if not goes:
        return list(rows)
    into: dict[int, list[int]] = {number: [number] for number in order}
    for number, target in goes.items():
        into[target].append(number)
    return [[next((row[n] for n in into[number] if row[n] is not None), None) for number in order] for row in rows]


def _reordered(order: Sequence[int], template: Sequence[int], goes: dict[int, int]) -> list[int]:
    """Put the columns of a template that have no match between those that its neighbours go to."""
    left = [number for number in order if number not in template]
    place = min(left.index(target) for target in goes.values())
    for number in template:
        if number in goes:
            place = left.index(goes[number]) + 1
        else:
            left.insert(place, number)
            place += 1
    return left


def _templates(rows: Sequence[Row]) -> list[list[int]]:
    """Sets of columns that are filled together, the one of most records first."""
    patterns = Counter(tuple(number for number, cell in enumerate(row) if cell is not None) for row in rows)
    found: list[tuple[set[int], int]] = []
    for pattern, count in patterns.items():
        columns, records = set(pattern), count
        apart = []
        for other, size in found:
            if columns & other:
                columns, records = columns | other, records + size
            else:
                apart.append((other, size))
        found = [*apart, (columns, records)]
    found.sort(key=lambda part: (-part[1], min(part[0], default=0)))
    return [sorted(columns) for columns, _ in found if columns]


def _key(nodes: NodeTable, column: Sequence[Cell | None]) -> Key:
    cell = next(cell for cell in column if cell is not None)
    row = cell.span.start if cell.kind == "image" else int(nodes.parent[cell.span.start])
    return cell.kind, nodes.tag_name(row), nodes.attribute(row, "class") or ""


def _matched(largest: Sequence[int], template: Sequence[int], keys: Mapping[int, Key]) -> dict[int, int]:
    """Columns of a template -> columns of the largest, where at least two and half of them match in order."""
    a, b = [keys[number] for number in template], [keys[number] for number in largest]
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    pairs = {template[i + k]: largest[j + k] for i, j, size in blocks for k in range(size)}
    return pairs if len(pairs) >= max(2, len(template) / 2) else {}
