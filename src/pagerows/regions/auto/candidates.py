"""Page -> candidates: sets of record spans from every cheap source, near-duplicates merged, a bounded number kept.

How they are found is in `_candidates.pyx`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Columns
from pagerows.regions.auto._candidates import find

__all__ = ["SOURCES", "find_candidates"]

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


def find_candidates(columns: Columns, *, least: int, most: int, further: Sequence[Candidates] = ()) -> Candidates:
    """Collect candidates with at least `least` records from every source; keep the `most` promising ones.

    `further` are candidates from elsewhere, which are kept in any case.
    """
    return find(columns.sheet, least, most, list(further))
