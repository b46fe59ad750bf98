"""Learn which of two candidates is the list: ``make model``.

Pairs are of the best few candidates of a page, by scores of trees that saw nothing of its sites; made pages are learned
from where all their sites are in one fold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

import numpy as np

from pagerows.lab.train.auto.samples import Sample
from pagerows.measures.columns import Floats
from pagerows.regions.auto.duels import best_first, duel_rows

__all__ = ["BAGS", "BOOSTING", "Duels", "duels_of", "fit_duels"]

#: Small trees; with the features of one candidate beside the differences all pages lose .001, at twice the cost.
BOOSTING: Final = {
    "early_stopping": False,
    "max_iter": 80,
    "learning_rate": 0.08,
    "max_leaf_nodes": 15,
    "min_samples_leaf": 20,
    "l2_regularization": 5.0,
    "max_features": 0.3,
    "max_bins": 64,
}
BAGS: Final = 2
#: What a perfect cut is worth beside its F1, what a made page weighs, and the difference below which nobody wins.
PERFECT: Final = 0.2
MADE: Final = 0.5
_EQUAL: Final = 0.02


@dataclass(frozen=True, eq=False)
class Duels:
    """The pairs of one page: rows of features, whether the first is better, and how much that matters."""

    fold: int
    rows: Floats
    won: Floats
    weight: Floats


def duels_of(sample: Sample, scores: Floats, fold: int, *, made: bool = False) -> Duels | None:
    """The pairs of a page's best few candidates; None where there is nothing to decide."""
    order = best_first(scores)
    if len(order) < 2 or not sample.has_records:
        return None
    pairs = np.array(list(permutations(order, 2)))
    first, second = sample.labels[pairs[:, 0]], sample.labels[pairs[:, 1]]
    weight = np.abs(first - second) + PERFECT * ((first > 0.995) != (second > 0.995))
    rows = duel_rows(sample.candidates, sample.features, scores)
    kept = weight > _EQUAL
    if not kept.any():
        return None
    return Duels(fold, rows[kept], (first > second)[kept].astype(float), weight[kept] * (MADE if made else 1.0))


def fit_duels(duels: Iterable[Duels]) -> Sequence[Any]:
    """Learn from pairs; the members of a bag."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    pages = list(duels)
    x = np.concatenate([page.rows for page in pages])
    y = np.concatenate([page.won for page in pages])
    weight = np.concatenate([page.weight for page in pages])
    return [
        HistGradientBoostingClassifier(**BOOSTING, random_state=seed).fit(x, y, sample_weight=weight)
        for seed in range(BAGS)
    ]
