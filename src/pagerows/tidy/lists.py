"""Lists: what all members of a list start with ("View product Tent, ") is said once too often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.forms import has_figure
from pagerows.tidy.strips import Cells, Strip, agreed, are_most, strips
from pagerows.values import Cell

__all__ = ["trim_members"]

_MOST: Final = 0.8


def trim_members(columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns; list members lose the words that all of a record's members start with."""
    return [_trimmed(column) if column.lists else column for column in strips(columns)]


def _trimmed(column: Strip) -> Strip:
    several = [cell for cell in column.filled if len(cell.items) > 1]
    if len(several) < 2 or not are_most(map(_prefix, several), len(several), _MOST):
        return column
    shared = agreed(map(_prefix, several), len(several), _MOST) or ""
    shared = "" if has_figure(shared) else shared  # what is counted differs
    return Strip(cell if cell is None else _without(cell, _prefix(cell) or shared) for cell in column)


def _prefix(cell: Cell) -> str:
    """The words that all members start with, where each has words of its own behind them."""
    items = cell.items
    if len(items) < 2 or items[0].text[:1] != items[1].text[:1]:
        return ""
    texts = [item.text for item in items]
    least, most = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))
    prefix = least[:same]
    cut = max(prefix.rfind(" "), prefix.rfind(":"), prefix.rfind(",")) + 1
    prefix = prefix[:cut]
    return prefix if len(prefix.split()) >= 2 and all(len(text) > len(prefix) for text in texts) else ""


def _without(cell: Cell, prefix: str) -> Cell:
    if not prefix or not all(len(item.text) > len(prefix) and item.text.startswith(prefix) for item in cell.items):
        return cell
    items = tuple(item._replace(text=item.text[len(prefix) :].strip()) for item in cell.items)
    return cell._replace(items=items, text="; ".join(item.text for item in items))
