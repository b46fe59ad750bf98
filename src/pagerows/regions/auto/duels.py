"""The best few candidates against each other, two at a time: which of these two is the list?

A score says how good a candidate looks by itself. Close races (a part or the whole, title or card, two lists) are
decided better by what differs between the two. Every pair of the best few is put to a model of its own; whoever wins
most is the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from pagerows import models
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Floats
from pagerows.regions.auto._choose import duel_table

__all__ = ["FEW", "best_first", "crowned", "duel_names", "duel_rows", "duelled", "victories"]

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
    order = np.array(best_first(scores), np.int64)
    own = np.ascontiguousarray(rows, np.float64)
    return duel_table(candidates.start, candidates.stop, candidates.first, own, scores, order)


def victories(chances: Floats, count: int) -> Floats:
    """How much each of the best few wins, from the chance of each ordered pair that the first one is better."""
    wins = np.zeros(count)
    for (one, other), chance in zip(permutations(range(count), 2), chances.tolist(), strict=True):
        wins[one] += chance
        wins[other] += 1 - chance
    return wins


def duelled(candidates: Candidates, rows: Floats, scores: Floats, model: models.Model) -> Floats:
    """Put the winner first."""
    order = best_first(scores)
    if len(order) < 2:
        return scores
    return crowned(scores, victories(model.predict(duel_rows(candidates, rows, scores)), len(order)))


def crowned(scores: Floats, wins: Floats) -> Floats:
    """The scores, with that of the candidate that wins most raised above the others'."""
    order = best_first(scores)
    winner = order[int(wins.argmax())]
    if winner == order[0]:
        return scores
    raised: Floats = scores.copy()
    raised[winner] = scores[order[0]] + 1e-6
    return raised
