"""Candidates -> features: what is asked about each candidate, by itself and against the others of the page.

Nothing here knows a language, a site or a class name: counts, shares, regularities, places and HTML's own tags only.
The formulas are in `_features.pyx`, each under its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from pagerows._arrays import Array
from pagerows.later import Floats, np
from pagerows.measures._features import NAMES, feature_table

if TYPE_CHECKING:
    from pagerows.measures.candidates import Candidates
    from pagerows.measures.columns import Columns

__all__ = ["NAMES", "Features", "features_of", "positions"]

#: What can only be said where the signal method was asked. More of what that method says (its rank, its best region)
#: made trees trust it too much by site.
_SIGNAL: Final = "signal_starts"


class Features(Mapping[str, Floats]):
    """One array per feature, each with one number per candidate: the columns of a table, by their names."""

    def __init__(self, table: Array | Floats, names: Sequence[str]) -> None:
        self.table, self.names = table, tuple(names)

    def __getitem__(self, name: str) -> Floats:
        found: Floats = self.table[:, _places(self.names)[name]]
        return found

    def value(self, name: str, candidate: int) -> float:
        """Return one feature of one candidate."""
        return float(self.table[candidate][_places(self.names)[name]])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def rows(self, asked: tuple[str, ...]) -> Array | Floats:
        """Return what is asked of each candidate, one row for each."""
        if asked == self.names:
            return self.table
        found: Floats = self.table.take(positions(self.names, asked), axis=1)
        return found


@lru_cache(maxsize=4)
def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


@lru_cache(maxsize=8)
def positions(names: tuple[str, ...], asked: tuple[str, ...]) -> Array:
    """Return where some features stand among others."""
    places = _places(names)
    return Array("int64", [places[name] for name in asked])


def features_of(columns: Columns, candidates: Candidates, starts: Any = None) -> Features:
    """Return the features of candidates.

    `starts` says for each row whether the signal method starts a record there.
    """
    if not len(candidates):
        return Features(np.zeros((0, 0)), ())
    found = Features(feature_table(columns.sheet, candidates, starts), NAMES)
    if starts is not None:
        return found
    others = tuple(name for name in NAMES if name != _SIGNAL)
    return Features(found.rows(others), others)
