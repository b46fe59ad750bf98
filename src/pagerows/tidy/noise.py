"""Noise: what a person would press, and what no person would have in a table.

Controls are told by their markup. Of all else a small linear model says how likely it is a fact, by how full the column
is, what its texts say and what its markup is for (see `traits`); it was learned from tables that people made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from pagerows.models import Linear, load
from pagerows.page.nodes import NodeTable
from pagerows.tidy.traits import Traits, traits_of
from pagerows.values import Cell

__all__ = ["controls", "is_constant", "unlikely"]

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


def controls(nodes: NodeTable, columns: Sequence[Cells]) -> list[str | None]:
    """Return for each column whether its cells are controls."""
    owned = _owners(nodes, columns)
    return ["control" if _are_controls(nodes, column, owned) else None for column in columns]


def unlikely(nodes: NodeTable, columns: Sequence[Cells], chance: float) -> list[str | None]:
    """Return for each column why it is no fact, or None where that is at least as likely as `chance`."""
    traits = traits_of(nodes, columns)
    chances = _chances(traits)
    return [_reason(own) if own and likely < chance else None for own, likely in zip(traits, chances, strict=True)]


def is_constant(column: Cells) -> bool:
    """Tell whether a column holds the same text and address in every record."""
    return len({None if cell is None else (cell.text, cell.url) for cell in column}) == 1


def _chances(traits: Sequence[Traits]) -> list[float]:
    model: Linear = load("facts")
    rows = np.array([[own.get(name, 0.0) for name in model.features] for own in traits])
    return model.predict(rows).tolist() if len(rows) else []


def _reason(traits: Traits) -> str:
    if traits.get("constant"):
        return "constant"
    if traits.get("in_control", 0) >= 0.6:
        return "control"
    return "rare" if traits.get("rare") else "noise"


def _are_controls(nodes: NodeTable, column: Cells, owned: dict[int, int]) -> bool:
    cells = [cell for cell in column if cell is not None]
    if not cells or all(cell.kind == "image" for cell in cells):
        return False
    looked = _looked(column)
    if sum(_chosen_in(nodes, cell) for cell in looked) >= 0.6 * len(looked):
        return True
    count = Counter(cell.text for cell in cells).most_common(1)[0][1]
    told = sum(1 for cell in looked if any(map(str.isdigit, cell.text))) >= 0.6 * len(looked)
    repeated = count >= max(2, (0.9 if told else 0.3) * len(cells)) and len(cells) > 2
    return repeated and sum(_in_control(nodes, cell, owned) for cell in looked) >= 0.6 * len(looked)


def _chosen_in(nodes: NodeTable, cell: Cell) -> bool:
    """Tell whether a cell is one to choose from a menu."""
    row, steps = cell.span.start, 0
    while row > 0 and steps < 5:
        if nodes.tag_name(row) in ("select", "option", "textarea"):
            return True
        row, steps = int(nodes.parent[row]), steps + 1
    return False


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
