"""Candidates for the records of a page, as flat arrays: what methods write and features are computed of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagerows.measures.columns import Ints, running

__all__ = ["Candidates"]


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
