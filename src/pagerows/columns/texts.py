"""The texts of a column, as the kinds of values ask for them: each is read once by each reader, and none in vain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from functools import cached_property
from typing import Any, Final, TypeVar

from pagerows.columns.reading import Context, Looks

__all__ = ["FITTING", "LEAST", "Texts"]

#: Share of a column's cells that must fit its type; "Sold out" among prices is no reason to call them text.
FITTING: Final = 0.7
#: One in so many texts of a sample must fit a kind, or nobody asks the others.
LEAST: Final = 3

T = TypeVar("T")


class Texts:
    """The distinct clean texts of a column with how often each comes, in order of appearance."""

    def __init__(
        self,
        counts: Mapping[str, int],
        context: Context,
        total: int,
        with_digits: Set[str],
        readings: dict[Callable[..., Any], dict[str, Any]] | None = None,
    ) -> None:
        self.counts = counts
        self.context = context
        self.total = total
        #: The texts that have a digit; others, which a sample leaves out, may be among them.
        self.with_digits = with_digits
        #: Reader -> text -> what it read, or None: each text is read once, whoever asks and in whichever sample.
        self.readings: dict[Callable[..., Any], dict[str, Any]] = {} if readings is None else readings

    @cached_property
    def looks(self) -> Looks:
        """What the texts have, all together."""
        return Looks(self.counts)

    @cached_property
    def written(self) -> int:
        """How many cells have a digit."""
        return sum([count for text, count in self.counts.items() if text in self.with_digits])

    def some(self, step: int) -> Texts:
        """Every so-manieth of the texts, each as often as the others."""
        taken = list(self.counts)[::step]
        return Texts(dict.fromkeys(taken, 1), self.context, len(taken), self.with_digits, self.readings)

    def read(self, reader: Callable[..., T | None], *more: str, least: float = 0) -> dict[str, T]:
        """Read every text; those that the reader cannot read are left out. `more` is the same for a whole column.

        Nothing is read where less than the share `least` of the cells can be: that is known before the last of them.
        """
        known, found = self.readings.setdefault(reader, {}), dict[str, T]()
        able = self.total
        for text, count in self.counts.items():
            if text in known:
                value = known[text]
            else:
                value = known[text] = reader(text, *more)
            if value is not None:
                found[text] = value
            else:
                able -= count
                if able < least * self.total:
                    return {}
        return found

    def too_few(self, cells: int) -> bool:
        """Whether no more than so many fitting cells are too few for the column to be of a kind, or nearly so."""
        return LEAST * cells < self.total

    def cells(self, texts: Iterable[str]) -> int:
        """How many cells have one of these texts."""
        return sum([self.counts[text] for text in texts])

    def fits(self, texts: Iterable[str]) -> bool:
        """Whether nearly all cells have one of these texts."""
        return self.cells(texts) >= FITTING * self.total
