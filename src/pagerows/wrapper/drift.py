"""What has changed since a wrapper was learned, one entry per change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from pagerows.values import Column
from pagerows.wrapper.evidence import Evidence
from pagerows.wrapper.matching import ANY, near_types

if TYPE_CHECKING:
    from pagerows.wrapper.model import WrapperColumn

__all__ = ["BOUND", "Drift", "column_drift", "worst"]

Kind = Literal[
    "records gone",
    "records moved",
    "fewer records",
    "column gone",
    "column empty",
    "type changed",
    "new column",
    "healed",
]

#: How much each change weighs against the pipeline's trust; at `BOUND` it should stop.
BOUND: Final = 0.5
#: A column this full when it was learned, and this empty now, has lost its cells.
_FULL, _EMPTY = 0.5, 0.2
#: The same where one page says how full it is: fields come and go from page to page.
_FULL_ON_ONE: Final = 0.9
#: Change of the share of digits from which a column looks otherwise; and from which a text has become a number.
_OTHER_LOOK, _NUMBERS = 0.2, 0.6
#: Cells that a column must have before its type says something.
_FEW: Final = 3
#: How far the share of the records that have it may be off for a column to be the same one.
_AS_FULL: Final = 2.0


@dataclass(frozen=True, slots=True)
class Drift:
    """One change: what, where, and how bad it is from 0 to 1."""

    kind: Kind
    #: The column's name; None where the whole list is meant.
    column: str | None
    weight: float
    detail: str = ""

    def __str__(self) -> str:
        where = f" {self.column}" if self.column else ""
        return f"{self.kind}{where}" + (f": {self.detail}" if self.detail else "")

    def plain(self) -> dict[str, Any]:
        """The change as plain values."""
        return {"kind": self.kind, "column": self.column, "weight": self.weight, "detail": self.detail}


def column_drift(learned: WrapperColumn, pages: int, column: Column | None, seen: Evidence) -> Drift | None:
    """Compare a column with what was learned of it on some pages: how many records have it, what its cells look like.

    None where it is as it was.
    """
    name, least = learned.name, learned.evidence.least
    full = _FULL if pages > 1 else _FULL_ON_ONE
    filled = 0 if column is None else sum(cell is not None for cell in column.cells)
    total = 0 if column is None else len(column.cells)
    fill = filled / total if total else 0.0
    if not filled:
        if least < full:
            return None  # a field that few records have may be absent from a page
        # One page whose records nearly all had it says less than several pages do.
        weight = 0.6 if pages > 1 or least == 1 else 0.4
        return Drift("column gone", name, weight, f"at least {least:.0%} of the records had it")
    assert column is not None
    if least >= full and fill < _EMPTY * least:
        return Drift("column empty", name, 0.5, f"{fill:.0%} of the records have it, at least {least:.0%} had")
    if filled < _FEW:
        return None
    changed = abs(learned.evidence.digits - seen.digits)
    as_full = learned.evidence.fill / _AS_FULL <= fill <= learned.evidence.fill * _AS_FULL
    if learned.type not in ANY and not near_types(learned.type, column.type):
        # Cells that look as before and only were not read as before are no other fact; and where many more or far
        # fewer records have them, they are another field in its place.
        weight = BOUND if changed >= _OTHER_LOOK and as_full else 0.2
        return Drift("type changed", name, weight, f"{learned.type} became {column.type}")
    if learned.type in ANY and changed >= _NUMBERS and as_full:
        return Drift(
            "type changed", name, BOUND, f"{seen.digits:.0%} of it are digits, {learned.evidence.digits:.0%} were"
        )
    return None


def worst(drift: Sequence[Drift]) -> float:
    """The weight of the worst change, 0 where there is none."""
    return max((each.weight for each in drift), default=0.0)
