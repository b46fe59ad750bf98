"""Scores -> the answer: candidates that agree support each other, the best few fight, whole records win in doubt.

How they are compared is in `_choose.pyx`, what becomes of the best in `_regions.pyx`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pagerows import models
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Columns, Floats
from pagerows.measures.features import NAMES, Features
from pagerows.regions.auto import _choose
from pagerows.regions.auto._choose import agreed

__all__ = ["agreed", "prefer_whole", "same_kind", "scores_of"]

#: Cosine of two lists' tags with their styles, and of their tags alone, from which their records are of one kind.
_SAME_STYLES: Final = 0.8
_SAME_TAGS: Final = 0.9
#: Where the features stand that tell whether records are whole.
_WHOLE: Final = NAMES.index("mean_chars"), NAMES.index("irregularity")


def scores_of(candidates: Candidates, features: Features, trees: models.Trees, duels: models.Trees) -> Floats:
    """Return the score of each candidate, that of the best one raised above the others'."""
    rows = features.rows(trees.features)
    return _choose.settled(candidates, rows, trees.forest, trees.base, duels.forest, duels.base, *_WHOLE)


def prefer_whole(candidates: Candidates, features: Features, scores: Floats) -> Floats:
    """Where the best candidate is unsure (tiny pages), prefer the same records cut whole over one of their fields."""
    return _choose.prefer_whole(candidates, features.table, scores, *_WHOLE)


def spans_of(candidates: Candidates, chosen: int) -> list[tuple[int, int]]:
    own = slice(int(candidates.first[chosen]), int(candidates.first[chosen + 1]))
    return list(zip(candidates.start[own].tolist(), candidates.stop[own].tolist(), strict=True))


def same_kind(columns: Columns, candidates: Candidates, one: int, other: int) -> bool:
    """Whether two lists hold records of one kind: the same tags in the same styles, about as often."""
    rows = [np.concatenate([np.arange(*span) for span in spans_of(candidates, each)]) for each in (one, other)]
    for codes, least in ((columns.step, _SAME_STYLES), (columns.nodes.tag, _SAME_TAGS)):
        most = int(codes.max()) + 1
        first, second = (np.bincount(codes[own], minlength=most).astype(np.float64) for own in rows)
        if first @ second < least * np.sqrt((first @ first) * (second @ second)):
            return False
    return True
