"""Labels that every record repeats ("Price: 12 €", <dt>Price</dt><dd>12 €</dd>) -> names of columns, beside the values.

A label is what (nearly) all cells of a column start with: up to a colon, or in an element of its own that marks labels.
It may also be a column of its own, which holds nothing else and stands before its values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pagerows.columns import _labels
from pagerows.page.nodes import NodeTable
from pagerows.patterns import lazy
from pagerows.values import Cell

__all__ = ["LABEL", "LABEL_TAGS", "LONGEST", "Cells", "drop_labels", "labels_before", "labels_left", "split_label"]

#: Longest label, and longest name made of one.
LONGEST: Final = 40
#: A label in a text: words up to a colon that is not part of an address or a time.
LABEL: Final = lazy(rf"([^\W\d][^:：\n]{{0,{LONGEST}}}?)\s?[:：](?!//|\d\d\b)")
#: Elements that mark labels.
LABEL_TAGS: Final = frozenset({"dt", "th", "label", "b", "strong"})
#: Those of them that hold nothing else: bold text without a colon may be a badge ("New") that all records have.
_OWN_TAGS: Final = LABEL_TAGS - {"b", "strong"}
#: Share of a column's cells that must have the label.
_AGREEING: Final = 0.9
#: Fewest cells that make a label: two texts may start alike by chance.
_FEWEST: Final = 3

Cells = tuple[Cell | None, ...]


def drop_labels(
    nodes: NodeTable, columns: Sequence[Cells], known: Sequence[str | None]
) -> tuple[list[Cells], list[str | None]]:
    """Return the columns without those that only label the next one, and the label of each that is left."""
    said = labels_before(nodes, columns)
    if not any(said):
        return list(columns), list(known)
    found = said[1:]
    # A column between two others is one of labels or one of values, not both.
    kept = [number for number in range(len(columns)) if number >= len(found) or not found[number]]
    return [columns[number] for number in kept], [known[number] or said[number] for number in kept]


def labels_before(nodes: NodeTable, columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column the label that the column before it holds in (nearly) every record, or None."""
    return _labels.labels_before(nodes, columns, _OWN_TAGS, LONGEST, _FEWEST, _AGREEING)


def labels_left(nodes: NodeTable, columns: Sequence[Cells], left_out: Sequence[Cells]) -> list[str | None]:
    """Return for each column the label that stands before its cells in a column that was left out, or None."""
    found: list[str | None] = [None] * len(columns)
    for cells in left_out:
        behind = _next_column(cells, columns)
        if behind is None:
            continue
        if label := _labels.label_before(nodes, cells, columns[behind], _OWN_TAGS, LONGEST, _FEWEST, _AGREEING):
            found[behind] = label
    return found


def _next_column(labels: Cells, columns: Sequence[Cells]) -> int | None:
    """The column whose cells are the next behind a column of labels, in all of the first records that have both."""
    nearest = set()
    for row in [row for row, cell in enumerate(labels) if cell is not None][:_FEWEST]:
        start = labels[row].span.start  # type: ignore[union-attr]  # filled, by the line above
        behind = [(cell.span.start, n) for n, column in enumerate(columns) if (cell := column[row]) is not None]
        nearest.add(min((pair for pair in behind if pair[0] > start), default=(0, -1))[1])
    return nearest.pop() if len(nearest) == 1 and -1 not in nearest else None


def split_label(column: Cells) -> tuple[Cells, str | None]:
    """Return a column without the label that (nearly) all of its texts start with, and the label."""
    label = _label_inside(column)
    return (column, None) if label is None else (_without(column, label), label)


def _label_inside(column: Cells) -> str | None:
    """The label that (nearly) all texts of the column start with."""
    cells = [cell for cell in column if cell is not None]
    if len(cells) < _FEWEST or not any(":" in cell.text or "：" in cell.text for cell in cells[:2]):
        return None
    found = [match[1] for match in (LABEL.match(cell.text) for cell in cells) if match]
    if len(found) < _AGREEING * len(cells):
        return None
    label, count = Counter(found).most_common(1)[0]
    return label if count >= _AGREEING * len(cells) and len({cell.text for cell in cells}) > 1 else None


def _without(column: Cells, label: str) -> Cells:
    return tuple(cell if cell is None else _value(cell, label) for cell in column)


def _value(cell: Cell, label: str) -> Cell | None:
    match = LABEL.match(cell.text)
    if match is None or match[1] != label:
        return cell
    value = cell.text[match.end() :].strip()
    return cell._replace(text=value) if value else None
