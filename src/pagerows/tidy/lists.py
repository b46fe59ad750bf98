"""Lists: what all members of a list start with ("View product Tent, ") is said once too often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.values import Cell

__all__ = ["trim_members"]

Cells = tuple[Cell | None, ...]

_MOST: Final = 0.8


def trim_members(columns: Sequence[Cells]) -> list[Cells]:
    """Return the columns; list members lose the words that all of a record's members start with."""
    return [_trimmed(column) for column in columns]


def _trimmed(column: Cells) -> Cells:
    several = [cell for cell in column if cell is not None and len(cell.items) > 1]
    shared = [_prefix(cell) for cell in several]
    if len(several) < 2 or sum(bool(prefix) for prefix in shared) < _MOST * len(several):
        return column
    return tuple(cell if cell is None else _without(cell, _prefix(cell)) for cell in column)


def _prefix(cell: Cell) -> str:
    """The words that all members start with, where each has words of its own behind them."""
    texts = [item.text for item in cell.items]
    if len(texts) < 2:
        return ""
    least, most = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))
    prefix = least[:same]
    cut = max(prefix.rfind(" "), prefix.rfind(":"), prefix.rfind(",")) + 1
    prefix = prefix[:cut]
    return prefix if len(prefix.split()) >= 2 and all(len(text) > len(prefix) for text in texts) else ""


def _without(cell: Cell, prefix: str) -> Cell:
    if not prefix:
        return cell
    items = tuple(item._replace(text=item.text[len(prefix) :].strip()) for item in cell.items)
    return cell._replace(items=items, text="; ".join(item.text for item in items))
