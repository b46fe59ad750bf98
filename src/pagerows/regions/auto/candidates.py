"""Page -> candidates: sets of record spans from every cheap source, near-duplicates merged, a bounded number kept.

All candidates stand in flat arrays, one after another. How they are found is in `_candidates.pyx`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto._candidates import find
from pagerows.regions.auto.columns import Columns, Ints, running

__all__ = ["SOURCES", "Candidates", "find_candidates"]

#: Where candidates come from; a feature, and shown to people.
SOURCES: Final = (
    "same path",
    "same path, plain style",
    "same tags",
    "same tags and own style",
    "same step anywhere",
    "same tags under one parent",
    "same tags and own style under one parent",
    "same tags under one grandparent",
    "same tags three levels up",
    "children of one parent",
    "runs of siblings",
    "runs of siblings by shape",
    "between separators",
    "without outliers",
    "with further parts",
    "signal regions",
)


@dataclass(frozen=True, eq=False)
class Candidates:
    """Candidate c has the records ``first[c]`` up to ``first[c + 1]``, each the rows ``start`` up to ``stop``."""

    start: Ints
    stop: Ints
    first: Ints
    source: Ints

    def __len__(self) -> int:
        return len(self.source)

    @property
    def sizes(self) -> Ints:
        """Records per candidate."""
        return np.diff(self.first)

    @property
    def owner(self) -> Ints:
        """The candidate of each record."""
        return np.repeat(np.arange(len(self)), self.sizes)

    def take(self, chosen: NDArray[np.intp]) -> Candidates:
        """Return some of the candidates, in the order asked for."""
        sizes = self.sizes[chosen]
        first = running(sizes)
        records = np.repeat(self.first[chosen] - first[:-1], sizes) + np.arange(first[-1])
        return Candidates(self.start[records], self.stop[records], first, self.source[chosen])


def find_candidates(columns: Columns, *, least: int, most: int, further: Sequence[Candidates] = ()) -> Candidates:
    """Collect candidates with at least `least` records from every source; keep the `most` promising ones.

    `further` are candidates from elsewhere, which are kept in any case.
    """
    return Candidates(*find(columns.nodes, columns, least, most, further))
