"""The fitted models of the content study -> models as data (`pagerows.models`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows import models
from pagerows.lab.train.study import Regions, features_of, load_regions, model
from pagerows.models.classic import NaiveBayes, Neighbours, Scaled, Stack, Svm, Vote
from pagerows.models.export import export, write

__all__ = ["DETECTORS", "fit_classic", "to_data", "write_classic"]

#: The thesis's short names -> ours.
DETECTORS: Final = {
    "LR": "logistic",
    "GNB": "naive_bayes",
    "kNN": "neighbours",
    "SVM": "svm",
    "EXT": "extra_trees",
    "GB": "boosting",
    "VOT": "voting",
    "STCK": "stacking",
}


def fit_classic(regions: Regions, name: str, card: Mapping[str, Any]) -> tuple[Any, Scaled]:
    """Fit one model of [V20 Table 17] on all regions; return scikit-learn's and ours."""
    features = features_of(name)
    fitted = model(name, probability=True).fit(regions.columns(features), regions.content)
    return fitted, to_data(fitted, features, card)


def write_classic(path: Path, folder: Path | None = None) -> list[Path]:
    """Train the eight models on a file of labelled regions and write each as ``v20_<name>.json``."""
    regions = load_regions(path)
    folder = folder or Path(models.__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for short, name in DETECTORS.items():
        card = {
            "what": f"[V20 Table 17] {short}: probability that a region of records is content",
            "data": f"{len(regions.content)} regions labelled by the authors of [V20]",
            "made by": "pagerows content classic regions533.svmlight",
        }
        _fitted, found = fit_classic(regions, short, card)
        written.append(folder / f"v20_{name}.json")
        write(found, written[-1])
    return written


def to_data(fitted: Any, features: Sequence[str], card: Mapping[str, Any]) -> Scaled:
    """Turn a fitted pipeline (power transform, classifier) into a model as data."""
    transform, classifier = (step for _, step in fitted.steps)
    scaler = transform._scaler
    return Scaled(
        features=tuple(features),
        powers=np.asarray(transform.lambdas_, float),
        mean=np.asarray(scaler.mean_, float),
        scale=np.asarray(scaler.scale_, float),
        inner=_classifier(classifier, features),
        card=card,
    )


def _classifier(fitted: Any, features: Sequence[str]) -> Any:
    name = type(fitted).__name__
    if name == "GaussianNB":
        return NaiveBayes(fitted.class_prior_, fitted.theta_, fitted.var_)
    if name == "KNeighborsClassifier":
        return Neighbours(fitted._fit_X, np.asarray(fitted._y, float), fitted.n_neighbors, float(fitted.p))
    if name == "CalibratedClassifierCV":
        (member,) = fitted.calibrated_classifiers_
        (sigmoid,) = member.calibrators
        return _svm(member.estimator, (float(sigmoid.a_), float(sigmoid.b_)))
    if name == "SVC":
        return _svm(fitted, (-1.0, 0.0))
    if name == "VotingClassifier":
        members = tuple(_classifier(member, features) for member in fitted.estimators_)
        return Vote(members, np.asarray(fitted.weights, float))
    if name == "StackingClassifier":
        members = tuple(_classifier(member, features) for member in fitted.estimators_)
        return Stack(members, export(fitted.final_estimator_, [str(n) for n, _ in fitted.estimators]))
    return export(fitted, features)


def _svm(fitted: Any, platt: tuple[float, float]) -> Svm:
    vectors: NDArray[np.float64] = fitted.support_vectors_
    return Svm(
        vectors=vectors,
        weights=np.ravel(fitted.dual_coef_),
        base=float(fitted.intercept_[0]),
        gamma=float(fitted.gamma),
        degree=int(fitted.degree),
        platt=platt,
    )
