"""Candidates -> features: what is asked about each candidate, by itself and against the others of the page.

Nothing here knows a language, a site or a class name: counts, shares, regularities, places and HTML's own tags only.
The formulas are in `_features.pyx`, each under its name.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.regions.auto._features import NAMES, feature_table
from pagerows.regions.auto.candidates import Candidates
from pagerows.regions.auto.columns import Columns, Floats

__all__ = ["NAMES", "features_of"]

#: What can only be said where the signal method was asked. More of what that method says (its rank, its best region)
#: made trees trust it too much by site.
_SIGNAL: Final = "signal_starts"


def features_of(columns: Columns, candidates: Candidates, starts: NDArray[np.bool_] | None = None) -> dict[str, Floats]:
    """Return one array per feature, each with one number per candidate.

    `starts` says for each row whether the signal method starts a record there.
    """
    if not len(candidates):
        return {}
    table = feature_table(columns.nodes, columns, candidates, starts)
    found: dict[str, Floats] = dict(zip(NAMES, table.T, strict=True))
    if starts is None:
        del found[_SIGNAL]
    return found
