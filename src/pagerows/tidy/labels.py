"""Labels: words that say the same in every record and stand right beside a value only name that value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pagerows._tally import most_frequent
from pagerows.forms import count_letters, has_figure, has_letter
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.tidy.strips import Cells, Strip, agreed, are_most, strips
from pagerows.values import Cell, LeftOut

__all__ = ["alone", "beside_values", "labels_of"]

_SAME: Final = 0.95
_LONGEST: Final = 30
_LOOKED_AT: Final = 6
#: Links that show that all are called the same.
_FEWEST: Final = 3


def beside_values(nodes: NodeTable, columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column whether it only labels a neighbour ("128" and "reviews", "Save" and "$5")."""
    given = strips(columns)
    may_label = list(map(_may_label, given))
    reasons: list[str | None] = [None] * len(given)
    for one, other in pairwise(range(len(given))):
        for label, value in ((one, other), (other, one)):
            if may_label[label] and reasons[value] is None and _is_label(nodes, given[label], given[value]):
                reasons[label] = "label"
    return reasons


def labels_of(nodes: NodeTable, columns: Sequence[Cells], left_out: Sequence[LeftOut]) -> list[str | None]:
    """Return for each column the label that was left out and stands alone with its values, or None.

    Links that are all called the same ("PDF") are their own label: what differs is where they lead.
    """
    labels = list(map(_link_label, columns))
    for column, reason in left_out:
        if reason not in ("constant", "label"):
            continue
        cells = [(row, cell) for row, cell in enumerate(column) if cell is not None]
        looked = cells[:: max(1, len(cells) // _LOOKED_AT)]
        text = (most_frequent([cell.text for _, cell in cells])[0] or "").strip(" :：")
        if not has_letter(text) or len(text) > _LONGEST:
            continue
        for number, values in enumerate(columns):
            beside = [(cell, values[row]) for row, cell in looked]
            alones = (value is not None and alone(nodes, label, value) for label, value in beside)
            if labels[number] is None and are_most(alones, len(beside), 0.8):
                labels[number] = text
                break
    return labels


def _link_label(column: Cells) -> str | None:
    cells = strips([column])[0].filled
    if len(cells) < max(_FEWEST, len(column) / 2):
        return None
    first, last = cells[0], cells[-1]
    if first.kind == last.kind == "link" and first.text != last.text:
        return None  # as nearly always
    called = {cell.text for cell in cells if cell.kind == "link"}
    if len(called) != 1 or len({cell.url for cell in cells}) < len(cells):
        return None
    (text,) = called
    return text if has_letter(text) and len(text) <= _LONGEST else None


def _may_label(column: Strip) -> bool:
    """Whether a column says one word, or ends on a colon."""
    cells = column.filled
    if any(cell.kind == "image" or cell.items or len(cell.text) > _LONGEST for cell in cells[:_LOOKED_AT]):
        return False
    text = agreed((text.casefold().rstrip("s:") for text in column.texts), len(cells), _SAME)
    if text is None:
        if not all(text.endswith((":", "：")) for text in column.texts):
            return False
        text = most_frequent([text.casefold().rstrip("s:") for text in column.texts])[0] or ""
    return not has_figure(text)


def _is_label(nodes: NodeTable, column: Strip, values: Strip) -> bool:
    pairs = [
        (label, value) for label, value in zip(column, values, strict=True) if label is not None and value is not None
    ]
    if len(pairs) < 2 or len(pairs) < 0.9 * max(len(column.filled), len(values.filled)):
        return False
    if sum([has_figure(value.text) for _, value in pairs]) < 0.8 * len(pairs):
        return False
    looked = pairs[:: max(1, len(pairs) // _LOOKED_AT)]
    return are_most((alone(nodes, label, value) for label, value in looked), len(looked), 0.8)


def alone(nodes: NodeTable, label: Cell, value: Cell) -> bool:
    """Tell whether the smallest element around both holds no other words."""
    start, stop = min(label.span.start, value.span.start), max(label.span.stop, value.span.stop)
    parent, end, kind = nodes.around.parent, nodes.around.end, nodes.kind.data
    row = start
    while row > 0 and (end[row] < stop or kind[row] == TEXT):
        row = parent[row]
    most = count_letters(label.said) + count_letters(value.said)
    for inside in range(row, end[row]):
        if kind[inside] == TEXT:
            most -= count_letters(str(nodes.data[inside]))
            if most < 0:
                return False
    return True
