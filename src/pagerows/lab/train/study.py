"""The content study of [V20 s. 5.1.2, 5.2.2, App. A and C] on the authors' 533 labelled regions.

The thesis does not say how features were scaled. Standardising alone leaves logistic regression, naive Bayes and kNN
2-4 points short; a Yeo-Johnson power transform (what scikit-learn calls PowerTransformer) brings them near the
published figures, and so do a Box-Cox transform, logarithms or quantiles: that it is what the study uses is our guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import MissingExtra, PageError

try:
    from scipy import stats
    from sklearn.base import clone
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.ensemble import (
        ExtraTreesClassifier,
        GradientBoostingClassifier,
        StackingClassifier,
        VotingClassifier,
    )
    from sklearn.feature_selection import chi2, f_classif
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import precision_recall_fscore_support
    from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_predict
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, PowerTransformer, StandardScaler
    from sklearn.svm import SVC
except ImportError as error:
    raise MissingExtra("the content study", "train") from error

__all__ = [
    "FEATURES",
    "MODELS",
    "SIX",
    "Regions",
    "Scores",
    "best_subsets",
    "correlations",
    "evaluate",
    "importance",
    "load_regions",
    "model",
    "moments",
    "search",
]

Array = NDArray[np.float64]

#: The columns of the published file.
FEATURES: Final = ("center", "size", "record", "range", "angle", "horizontal", "vertical")
#: The six features of [V20 s. 4.3], in the order of Table 7.
SIX: Final = ("size", "center", "range", "record", "vertical", "horizontal")
#: The models of [V20 Table 17], by the thesis's short names.
MODELS: Final = ("LR", "GNB", "kNN", "SVM", "EXT", "GB", "VOT", "STCK")
#: [V20 Table 12]: the features each model does without.
LEFT_OUT: Final = {"LR": ("center", "vertical"), "SVM": ("center",)}
#: The published file ends with the regions of the documents without records, noise all of them, among a few regions
#: added late. Tables 10 and 11 together imply 469 regions in structured documents; leaving out the noise from this
#: row on leaves 468. Our inference: the file itself does not say.
UNSTRUCTURED_FROM: Final = 457


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """Labelled regions: features (n, 7) and whether each is content (n,)."""

    features: Array
    content: NDArray[np.bool_]

    def columns(self, names: Sequence[str]) -> Array:
        """Return some of the features, by name."""
        return self.features[:, [FEATURES.index(name) for name in names]]

    def structured(self) -> Regions:
        """Leave out the regions of documents without records, as far as they can be told."""
        keep = self.content | (np.arange(len(self.content)) < UNSTRUCTURED_FROM)
        return Regions(self.features[keep], self.content[keep])


def load_regions(path: Path) -> Regions:
    """Read a file of labelled regions: ``label 1:value ... 7:value`` a line, label 1 content, -1 noise."""
    try:
        lines = [line.split() for line in path.read_text().splitlines() if line.strip()]
        values = [[float(item.partition(":")[2]) for item in line[1:]] for line in lines]
        features = np.array(values, float).reshape(len(lines), len(FEATURES))
        return Regions(features, np.array([float(line[0]) > 0 for line in lines]))
    except (OSError, ValueError) as error:
        raise PageError(f"cannot read labelled regions from {path}: {error}") from error


SCALINGS: Final = {
    "none": lambda: FunctionTransformer(),
    "standard": lambda: StandardScaler(),
    "power": lambda: PowerTransformer(),
}


def _plain(name: str, seed: int) -> Any:
    """One model with the parameters of [V20 Table 17]."""
    if name == "LR":
        return LogisticRegression(C=1.0)
    if name == "GNB":
        return GaussianNB()
    if name == "kNN":
        return KNeighborsClassifier(n_neighbors=13, p=3, weights="uniform")
    if name == "SVM":
        return SVC(kernel="poly", C=0.6, gamma=0.188, degree=3, shrinking=True, random_state=seed)
    if name == "EXT":
        return ExtraTreesClassifier(
            n_estimators=31,
            criterion="entropy",
            max_features=0.8,
            bootstrap=True,
            min_samples_leaf=5,
            min_samples_split=0.02,
            random_state=seed,
        )
    if name == "GB":
        # The thesis used XGBoost (min_child_weight 9 is a sum of Hessians, at most 1/4 each); scikit-learn's boosting
        # has no such bound: 9 samples a leaf is the nearest plain reading.
        return GradientBoostingClassifier(n_estimators=92, subsample=0.60, min_samples_leaf=9, random_state=seed)
    raise KeyError(name)


def model(name: str, *, scaling: str = "power", seed: int = 0, probability: bool = False) -> Any:
    """Return an untrained model of [V20 Table 17] behind its scaling.

    `probability` gives the SVM probabilities by Platt scaling; its decisions are quicker without.
    """
    if name in ("VOT", "STCK"):
        return make_pipeline(SCALINGS[scaling](), _ensemble(name, seed))
    classifier = _plain(name, seed)
    return make_pipeline(SCALINGS[scaling](), _platt(classifier) if name == "SVM" and probability else classifier)


def _ensemble(name: str, seed: int) -> Any:
    members = {part: _plain(part, seed) for part in ("GNB", "SVM", "kNN", "GB")}
    if name == "STCK":
        return StackingClassifier([*members.items()], LogisticRegression(), stack_method="predict", cv=5)
    members["SVM"] = _platt(members["SVM"])  # a soft vote needs probabilities
    return VotingClassifier([*members.items()], voting="soft", weights=[0.5, 1.0, 0.5, 0.5])


def _platt(classifier: Any) -> Any:
    return CalibratedClassifierCV(classifier, method="sigmoid", cv=5, ensemble=False)


@dataclass(frozen=True, slots=True)
class Scores:
    """Percentages over repeats of 5-fold cross-validation; `spread` is the deviation of F over the repeats."""

    precision: float
    recall: float
    accuracy: float
    f_score: float
    spread: float


def evaluate(estimator: Any, features: Array, content: NDArray[np.bool_], *, repeats: int = 20) -> Scores:
    """Cross-validate: 5 folds, shuffled anew each repeat, mean over all folds as [V20 s. 5.2.2] reports it."""
    rows = []
    for seed in range(repeats):
        folds = StratifiedKFold(5, shuffle=True, random_state=seed)
        per_fold = []
        for train, test in folds.split(features, content):
            guess = clone(estimator).fit(features[train], content[train]).predict(features[test])
            p, r, f, _ = precision_recall_fscore_support(content[test], guess, average="binary", zero_division=0)
            per_fold.append((p, r, float(np.mean(guess == content[test])), f))
        rows.append(np.mean(per_fold, axis=0))
    precision, recall, accuracy, f_score = (np.mean(rows, axis=0) * 100).tolist()
    return Scores(precision, recall, accuracy, f_score, float(np.std([row[3] for row in rows]) * 100))


def features_of(name: str) -> tuple[str, ...]:
    """Return the features that a model uses by [V20 Table 12]; the ensembles and the rest use all six."""
    return tuple(feature for feature in SIX if feature not in LEFT_OUT.get(name, ()))


def importance(regions: Regions) -> dict[str, tuple[float, float]]:
    """Return chi-squared and ANOVA F of each of the six features against the class [V20 Table 7]."""
    values = regions.columns(SIX)
    squares, _ = chi2(values, regions.content)
    ratios, _ = f_classif(values, regions.content)
    return {name: (float(a), float(b)) for name, a, b in zip(SIX, squares, ratios, strict=True)}


def correlations(regions: Regions, which: str = "all") -> Array:
    """Return the Pearson correlations between the six features, for all regions, content or noise [V20 Table 8]."""
    return np.asarray(np.corrcoef(_of_class(regions, which), rowvar=False))


def moments(regions: Regions, which: str = "all") -> dict[str, tuple[float, float, float, float]]:
    """Return mean, coefficient of variation, skewness and kurtosis of each feature [V20 Table 9]."""
    values = _of_class(regions, which)
    return {
        name: (
            float(column.mean()),
            float(column.std(ddof=1) / column.mean()),
            float(stats.skew(column)),
            float(stats.kurtosis(column, fisher=False)),
        )
        for name, column in zip(SIX, values.T, strict=True)
    }


def _of_class(regions: Regions, which: str) -> Array:
    every = np.ones_like(regions.content)
    rows = {"all": every, "content": regions.content, "noise": ~regions.content}[which]
    found: Array = regions.columns(SIX)[rows]
    return found


def subsets() -> Iterator[tuple[str, ...]]:
    """Yield the 63 non-empty subsets of the six features."""
    for size in range(1, len(SIX) + 1):
        yield from combinations(SIX, size)


def best_subsets(regions: Regions, name: str, *, most: int = 3) -> list[tuple[tuple[str, ...], float]]:
    """Try all 63 feature subsets for a model; return the best by cross-validated F-score [V20 Table 12]."""
    scored = [(chosen, _f_score(model(name), regions, chosen)) for chosen in subsets()]
    return sorted(scored, key=lambda item: -item[1])[:most]


def _f_score(estimator: Any, regions: Regions, chosen: Sequence[str]) -> float:
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    guess = cross_val_predict(estimator, regions.columns(chosen), regions.content, cv=folds)
    *_, f, _ = precision_recall_fscore_support(regions.content, guess, average="binary", zero_division=0)
    return float(f) * 100


#: Grids around the values of [V20 Table 17].
GRIDS: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "LR": {"logisticregression__C": (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)},
    "kNN": {"kneighborsclassifier__n_neighbors": (5, 9, 13, 17, 25), "kneighborsclassifier__p": (1, 2, 3)},
    "SVM": {"svc__C": (0.2, 0.6, 2.0), "svc__gamma": (0.1, 0.188, 0.3), "svc__degree": (2, 3)},
    "EXT": {"extratreesclassifier__min_samples_leaf": (2, 5, 9), "extratreesclassifier__max_features": (0.5, 0.8, 1.0)},
    "GB": {
        "gradientboostingclassifier__min_samples_leaf": (3, 9, 20),
        "gradientboostingclassifier__subsample": (0.6, 0.8, 1.0),
    },
}


def search(regions: Regions, name: str) -> tuple[dict[str, Any], float]:
    """Grid search for a model [V20 s. 5.1.2]; return the best parameters and their F-score."""
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    found = GridSearchCV(model(name), dict(GRIDS[name]), scoring="f1", cv=folds)
    found.fit(regions.columns(features_of(name)), regions.content)
    best = {key.rpartition("__")[2]: value for key, value in found.best_params_.items()}
    return best, float(found.best_score_) * 100
