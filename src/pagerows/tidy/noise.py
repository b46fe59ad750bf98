"""Noise: what a person would press, and what says the same in every record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

__all__ = ["is_constant", "noise", "rare"]

Cells = tuple[Cell | None, ...]

#: Elements to act with.
_CONTROLS: Final = frozenset(
    {"button", "select", "option", "optgroup", "textarea", "input", "label", "fieldset", "form"}
)
_ROLES: Final = frozenset(
    {"button", "option", "listbox", "combobox", "menu", "menuitem", "tooltip", "dialog", "tab", "checkbox", "radio"}
)
#: Cells of a column that are looked at.
_LOOKED_AT: Final = 12
#: Share of filled cells with the same text that makes it a constant, and of records that must be filled.
_SAME: Final = 0.99
_FILLED: Final = 0.9


def noise(page: Page, columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column why it is noise, or None."""
    owned = _owners(page.nodes, columns)
    return [_reason(page.nodes, column, owned) for column in columns]


def is_constant(column: Cells) -> bool:
    """Tell whether a column holds the same text and address in every record."""
    return len({None if cell is None else (cell.text, cell.url) for cell in column}) == 1


def rare(columns: Sequence[Cells], share: float) -> list[str | None]:
    """Return for each column whether fewer than this share of the records have it."""
    return [
        "rare" if len(column) >= 1 / share and sum(1 for cell in column if cell) < share * len(column) else None
        for column in columns
    ]


def _reason(nodes: NodeTable, column: Cells, owned: dict[int, int]) -> str | None:
    cells = [cell for cell in column if cell is not None]
    if not cells or all(cell.kind == "image" for cell in cells):
        return None
    looked = _looked(column)
    text, count = Counter(cell.text for cell in cells).most_common(1)[0]
    if sum(_chosen_in(nodes, cell) for cell in looked) >= 0.6 * len(looked):
        return "control"
    told = sum(1 for cell in looked if any(map(str.isdigit, cell.text))) >= 0.6 * len(looked)
    repeated = count >= max(2, (0.9 if told else 0.3) * len(cells)) and len(cells) > 2
    if repeated and sum(_in_control(nodes, cell, owned) for cell in looked) >= 0.6 * len(looked):
        return "control"
    if _in_table(nodes, cells[0]):
        return None
    full = len(column) >= 3 and len(cells) >= _FILLED * len(column)
    same = count >= _SAME * len(cells) or (len(text) <= 4 and count >= 0.7 * len(cells))
    if full and same and not any(map(str.isdigit, text)):
        return "constant"
    if len(cells) > 1 and count >= _SAME * len(cells) and (text.endswith(":") or _own_link(nodes, cells[0])):
        return "constant"
    return None


def _in_table(nodes: NodeTable, cell: Cell) -> bool:
    """Tell whether a cell is one of a table, where headers say what a column is for."""
    row, steps = cell.span.start, 0
    while row > 0 and steps < 4:
        if nodes.tag_name(row) == "td":
            return len(nodes.text(row)) <= len(cell.text) + 2
        row, steps = int(nodes.parent[row]), steps + 1
    return False


def _chosen_in(nodes: NodeTable, cell: Cell) -> bool:
    """Tell whether a cell is one to choose from a menu."""
    row, steps = cell.span.start, 0
    while row > 0 and steps < 5:
        if nodes.tag_name(row) in ("select", "option", "textarea"):
            return True
        row, steps = int(nodes.parent[row]), steps + 1
    return False


def _own_link(nodes: NodeTable, cell: Cell) -> bool:
    """Tell whether a link holds this cell and nothing else."""
    row = cell.span.start
    while row > 0 and nodes.tag_name(row) != "a":
        row = int(nodes.parent[row])
    return row > 0 and len(nodes.text(row)) <= len(cell.text) + 2


def _owners(nodes: NodeTable, columns: Sequence[Cells]) -> dict[int, int]:
    """How many columns have a cell in each control, as far as cells are looked at."""
    counts: Counter[int] = Counter()
    for column in columns:
        counts.update({row for cell in _looked(column) for row in _controls(nodes, cell)})
    return counts


def _looked(column: Cells) -> list[Cell]:
    """The cells of a column that are looked at: those of the same records in every column."""
    step = max(1, len(column) // _LOOKED_AT)
    found = [cell for cell in column[::step] if cell is not None and cell.kind != "image"]
    return found or [cell for cell in column if cell is not None and cell.kind != "image"][:_LOOKED_AT]


def _controls(nodes: NodeTable, cell: Cell) -> list[int]:
    """The controls that a cell is in, nearest first."""
    found = []
    row, steps = cell.span.start, 0
    while row > 0 and steps < 12:
        name = nodes.tag_name(row)
        if name in _CONTROLS or nodes.attribute(row, "role") in _ROLES:
            found.append(row)
        row, steps = int(nodes.parent[row]), steps + 1
    return found


def _in_control(nodes: NodeTable, cell: Cell, owned: dict[int, int]) -> bool:
    """Tell whether a cell is in a control that holds little else: whole cards are buttons, too."""
    return any(
        owned.get(row, 0) <= 2
        for row in _controls(nodes, cell)
        if nodes.tag_name(row) not in ("form", "fieldset", "label")
    )
