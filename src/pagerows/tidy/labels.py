"""Labels: words that say the same in every record and stand right beside a value only name that value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pagerows.page.nodes import TEXT, NodeTable
from pagerows.values import Cell, LeftOut

__all__ = ["alone", "beside_values", "labels_of"]

Cells = tuple[Cell | None, ...]

_SAME: Final = 0.95
_LONGEST: Final = 30
_LOOKED_AT: Final = 6


def beside_values(nodes: NodeTable, columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column whether it only labels a neighbour ("128" and "reviews", "Save" and "$5")."""
    reasons: list[str | None] = [None] * len(columns)
    for one, other in pairwise(range(len(columns))):
        for label, value in ((one, other), (other, one)):
            if reasons[value] is None and _is_label(nodes, columns[label], columns[value]):
                reasons[label] = "label"
    return reasons


def labels_of(nodes: NodeTable, columns: Sequence[Cells], left_out: Sequence[LeftOut]) -> list[str | None]:
    """Return for each column the label that was left out and stands alone with its values, or None."""
    labels: list[str | None] = [None] * len(columns)
    for column, reason in left_out:
        if reason not in ("constant", "label"):
            continue
        cells = [(row, cell) for row, cell in enumerate(column) if cell is not None]
        looked = cells[:: max(1, len(cells) // _LOOKED_AT)]
        text = Counter(cell.text for _, cell in cells).most_common(1)[0][0].strip(" :：")
        if not any(map(str.isalpha, text)) or len(text) > _LONGEST:
            continue
        for number, values in enumerate(columns):
            beside = [(cell, value) for row, cell in looked if (value := values[row]) is not None]
            together = sum(alone(nodes, label, value) for label, value in beside)
            if labels[number] is None and beside and together >= 0.8 * len(looked):
                labels[number] = text
                break
    return labels


def _is_label(nodes: NodeTable, column: Cells, values: Cells) -> bool:
    cells = [cell for cell in column if cell is not None]
    if any(cell.kind == "image" or cell.items or len(cell.text) > _LONGEST for cell in cells[:_LOOKED_AT]):
        return False
    texts = [cell.text.casefold().rstrip("s:") for cell in cells]
    text, count = Counter(texts).most_common(1)[0]
    ended = all(cell.text.endswith((":", "：")) for cell in cells)
    if (count < _SAME * len(texts) and not ended) or any(map(str.isdigit, text)):
        return False
    pairs = [
        (label, value) for label, value in zip(column, values, strict=True) if label is not None and value is not None
    ]
    if len(pairs) < 0.9 * len(cells) or len(pairs) < 0.9 * sum(1 for cell in values if cell is not None):
        return False
    if sum(any(map(str.isdigit, value.text)) for _, value in pairs) < 0.8 * len(pairs) or len(pairs) < 2:
        return False
    looked = pairs[:: max(1, len(pairs) // _LOOKED_AT)]
    return sum(alone(nodes, label, value) for label, value in looked) >= 0.8 * len(looked)


def alone(nodes: NodeTable, label: Cell, value: Cell) -> bool:
    """Tell whether the smallest element around both holds no other words."""
    start, stop = min(label.span.start, value.span.start), max(label.span.stop, value.span.stop)
    row = start
    while row > 0 and (nodes.kind[row] == TEXT or nodes.end[row] < stop):
        row = int(nodes.parent[row])
    return _letters(nodes.text(row)) <= _letters(label.said) + _letters(value.said)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
