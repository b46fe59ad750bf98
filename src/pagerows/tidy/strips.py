"""Columns on their way through the steps: what each step asks of a column's cells is found once.

Many steps ask whether nearly all cells of a column agree. Most columns do not, and a few cells show it: `are_most` and
`agreed` look no further than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from pagerows.forms import count_digits
from pagerows.tidy._strips import seen
from pagerows.values import Cell

__all__ = ["Cells", "Strip", "agreed", "are_most", "strips"]

Cells = tuple[Cell | None, ...]
Value = TypeVar("Value")


class Strip(tuple[Cell | None, ...]):
    """The cells of a column, None where a record has none."""

    #: The cells that there are, and their texts.
    filled: list[Cell]
    texts: list[str]
    #: How many are pictures, and whether some are lists.
    pictures: int
    lists: bool
    #: How much it looks like a title; see `tidy.links`.
    title: float | None
    _joined: str | None
    _digits: int | None

    def __new__(cls, cells: Iterable[Cell | None]) -> Strip:
        """Look at the cells once."""
        made = super().__new__(cls, cells)
        made.filled, made.texts, made.pictures, made.lists = seen(made)
        made.title = made._joined = made._digits = None
        return made

    @property
    def joined(self) -> str:
        """All texts, a line each: what is not in it is in none of them."""
        if self._joined is None:
            self._joined = "\n".join(self.texts)
        return self._joined

    @property
    def digits(self) -> int:
        """How many texts have a digit: no others are values."""
        if self._digits is None:
            self._digits = count_digits(self.texts)
        return self._digits

    @property
    def is_image(self) -> bool:
        """Whether most cells are pictures."""
        return self.pictures * 2 > len(self.filled)


def strips(columns: Sequence[Cells]) -> list[Strip]:
    """Return columns as strips."""
    return [column if isinstance(column, Strip) else Strip(column) for column in columns]


def are_most(tests: Iterable[object], count: int, share: float) -> bool:
    """Tell whether at least a share of `count` tests hold, and stop where that cannot be any more.

    >>> are_most(map(str.isdigit, ["1", "2", "x"]), 3, 0.6), are_most(map(str.isdigit, ["x", "y", "1"]), 3, 0.6)
    (True, False)
    """
    least, held = share * count, count
    for test in tests:
        if not test:
            held -= 1
            if held < least:
                return False
    return held >= least


def agreed(values: Iterable[Value], count: int, share: float) -> Value | None:
    """Return the value that at least a share (more than half) of `count` values are; None where there is none.

    >>> agreed(iter("aaba"), 4, 0.75), agreed(iter("abcd"), 4, 0.75)
    ('a', None)
    """
    counts: dict[Value, int] = {}
    least, most, best, left = share * count, 0, None, count
    for value in values:
        own = counts[value] = counts.get(value, 0) + 1
        if own > most:
            most, best = own, value
        else:
            left -= 1  # the most frequent value can be no more than these
            if left < least:
                return None
    return best if most >= least else None
