"""Scores -> the answer: candidates that agree support each other, the best few fight, whole records win in doubt.

How they are compared is in `_choose.pyx`, what becomes of the best in `_regions.pyx`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pagerows.measures.features import NAMES, Features
from pagerows.regions.auto import _choose
from pagerows.regions.auto._choose import agreed, same_kind

if TYPE_CHECKING:
    from pagerows import models
    from pagerows.measures.candidates import Candidates
    from pagerows.measures.columns import Floats

__all__ = ["agreed", "prefer_whole", "same_kind", "scores_of"]

#: Where the features stand that tell whether records are whole.
_WHOLE: Final = NAMES.index("mean_chars"), NAMES.index("irregularity")


def scores_of(candidates: Candidates, features: Features, trees: models.Trees, duels: models.Trees) -> Floats:
    """Return the score of each candidate, that of the best one raised above the others'."""
    rows = features.table if features.names is NAMES and _asks_all(trees) else features.rows(trees.features)
    return _choose.settled(candidates, rows, trees.forest, trees.base, duels.forest, duels.base, *_WHOLE)


@lru_cache(maxsize=4)
def _asks_all(trees: models.Trees) -> bool:
    """Whether a model reads all features, in their order; asked once, since many names take a while to compare."""
    return trees.features == NAMES


def prefer_whole(candidates: Candidates, features: Features, scores: Floats) -> Floats:
    """Where the best candidate is unsure (tiny pages), prefer the same records cut whole over one of their fields."""
    return _choose.prefer_whole(candidates, features.table, scores, *_WHOLE)
