"""Units: what a number is measured in ("mi", "sq ft", "/mo") belongs to it, though in an element of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.forms import form
from pagerows.page.nodes import NodeTable
from pagerows.tidy._ruled import may_be_units
from pagerows.tidy.labels import alone
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.values import Cell, Span

__all__ = ["is_unit", "join_units"]

_MOST: Final = 0.9
_LOOKED_AT: Final = 6
#: Most nodes between a value and its unit.
_NEAR: Final = 20
_UNIT: Final = re.compile(
    r"/\s?\w{1,10}\.?|per \w{2,10}|[kcmµ]?m[²³2]?|[km]?g|[mcd]?l|mi(?:les?)?|ft²?|sq\.? ?(?:ft|m)\.?|sqft|oz|lbs?|"
    r"[kmgt]b|inch(?:es)?|in|yd|ha|acres?|[km]?w(?:h)?|mah|[mg]?hz|mph|km/h|°[cf]?|hp|psi|kcal|cal|px|mp|"
    r"min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|std\.?|stunden|tage|heures|jours|%",
    re.IGNORECASE,
)


def is_unit(text: str) -> bool:
    """Tell whether a text is what a number is measured in."""
    return _UNIT.fullmatch(text) is not None


def join_units(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]:
    """Return the columns; numbers and prices with the unit that stands right behind them."""
    given, found = strips(columns), list[Strip]()
    if not may_be_units(given):
        return given
    for column in given:
        if found and _is_unit_of(nodes, column, found[-1]):
            found[-1] = Strip(map(_joined, found[-1], column))
        else:
            found.append(column)
    return found


def _is_unit_of(nodes: NodeTable, column: Strip, values: Strip) -> bool:
    """Whether a column is the same unit in all records that have a value, and nothing else stands with the two."""
    units = column.filled
    if not units or not column.same or not is_unit(units[0].text):
        return False
    pairs = [(value, unit) for value, unit in zip(values, column, strict=True) if value and unit]
    if len(pairs) < _MOST * max(len(values.filled), len(units)):
        return False
    per = units[0].text.startswith(("/", "per"))
    if sum(_is_measured(value.text, per) for value, _ in pairs) < _MOST * len(pairs):
        return False
    looked = pairs[:: max(1, len(pairs) // _LOOKED_AT)]
    beside = _follows if per else alone
    return sum(beside(nodes, value, unit) for value, unit in looked) >= _MOST * len(looked)


def _is_measured(text: str, per: bool) -> bool:
    """Whether a text is a number; with `per`, whether it ends on one or on an amount ("or $ 12")."""
    return form(text.rpartition(" ")[2]) in ("money", "number") if per else form(text) == "number"


def _follows(nodes: NodeTable, value: Cell, unit: Cell) -> bool:
    """Tell whether no words stand between a value and its unit."""
    between = range(value.span.stop, unit.span.start)
    return len(between) < _NEAR and not any(
        isinstance(text := nodes.data[row], str) and text.strip() for row in between
    )


def _joined(value: Cell | None, unit: Cell | None) -> Cell | None:
    if value is None or unit is None:
        return value
    space = "" if unit.text.startswith(("/", "%", "°")) else " "
    return value._replace(text=f"{value.text}{space}{unit.text}", span=Span(value.span.start, unit.span.stop))
