"""The best few candidates against each other, two at a time: which of these two is the list?

A score says how good a candidate looks by itself. Close races (a part or the whole, title or card, two lists) are
decided better by what differs between the two. Every pair of the best few is put to a model of its own; whoever wins
most is the best. How that is done is in `_choose.pyx`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.later import Floats, np
from pagerows.measures.candidates import Candidates
from pagerows.regions.auto._choose import crowned, duel_table

__all__ = ["FEW", "best_first", "crowned", "duel_names", "duel_rows"]

#: How many of the best candidates fight each other.
FEW = 5


def best_first(scores: Floats) -> list[int]:
    """The candidates that fight, best score first."""
    found: list[int] = np.argsort(-scores, kind="stable")[:FEW].tolist()
    return found


def duel_names(features: Sequence[str]) -> list[str]:
    """What is asked about two candidates: how much more one has of each feature, and how they lie."""
    return [*(f"more_{name}" for name in features), "more_score", "score", *_LIE]


_LIE = ("inside", "around", "starts_shared", "starts_of_other", "starts_later", "ends_later")


def duel_rows(candidates: Candidates, rows: Floats, scores: Floats) -> Floats:
    """One row for each ordered pair of the best few, in the order of ``permutations``. `rows` are their features."""
    return duel_table(candidates, np.ascontiguousarray(rows, np.float64), scores)
