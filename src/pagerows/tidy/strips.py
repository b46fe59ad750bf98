"""Columns on their way through the steps: what each step asks of a column's cells is found once.

Many steps ask whether nearly all cells of a column agree. Most columns do not, and a few cells show it: `are_most` and
`agreed` look no further than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pagerows.tidy._strips import Signs, agreed, are_most, seen
from pagerows.values import Cell

__all__ = ["Cells", "Strip", "agreed", "are_most", "strips"]

Cells = tuple[Cell | None, ...]


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
    _signs: Signs | None

    def __new__(cls, cells: Iterable[Cell | None]) -> Strip:
        """Look at the cells once."""
        made = super().__new__(cls, cells)
        made.filled, made.texts, made.pictures, made.lists = seen(made)
        made.title = made._joined = made._signs = None
        return made

    @property
    def joined(self) -> str:
        """All texts, a line each: what is not in it is in none of them."""
        if self._joined is None:
            self._joined = "\n".join(self.texts)
        return self._joined

    @property
    def signs(self) -> Signs:
        """What the texts have: digits, signs, how long they are."""
        if self._signs is None:
            self._signs = Signs(self.texts)
        return self._signs

    @property
    def digits(self) -> int:
        """How many texts have a digit: no others are values."""
        return self.signs.digits

    @property
    def is_image(self) -> bool:
        """Whether most cells are pictures."""
        return self.pictures * 2 > len(self.filled)


def strips(columns: Sequence[Cells]) -> list[Strip]:
    """Return columns as strips."""
    return [column if isinstance(column, Strip) else Strip(column) for column in columns]
