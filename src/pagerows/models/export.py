"""scikit-learn's estimators -> models as data. For training only: nothing at run time imports this module.

`export` takes fitted binary classifiers and regressors: gradient boosting (both kinds), random forests, decision
trees, logistic regression, linear SVMs, each alone or behind a StandardScaler in a pipeline (linear ones only).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagerows.errors import ParameterError
from pagerows.models import Linear, Model, Trees, from_json
from pagerows.models.packed import PACKED, pack

__all__ = ["export", "rounded", "write"]

Columns = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def export(estimator: Any, features: Sequence[str], card: Mapping[str, Any] | None = None) -> Model:
    """Return a fitted estimator as a model; classifiers give the probability of their second class."""
    scaler = None
    if hasattr(estimator, "steps"):
        scaler, estimator = (step for _, step in estimator.steps)
    name = type(estimator).__name__
    names, about = tuple(features), dict(card or {})
    if hasattr(estimator, "coef_"):
        return _linear(estimator, scaler, names, about)
    if scaler is not None:
        raise ParameterError(f"{name} behind a scaler cannot be exported: trees need none")
    if name.startswith("HistGradientBoosting"):
        trees = [_hist_tree(step[0].nodes) for step in estimator._predictors]
        base, single = float(np.ravel(estimator._baseline_prediction)[0]), False
    elif name.startswith("GradientBoosting"):
        rate = estimator.learning_rate
        trees = [_tree(step[0].tree_, rate) for step in estimator.estimators_]
        zero = np.zeros((1, len(names)))
        base, single = float(np.ravel(estimator._raw_predict_init(zero))[0]), True
    elif name.startswith(("RandomForest", "ExtraTrees", "DecisionTree")):
        forest = getattr(estimator, "estimators_", [estimator])
        trees = [_tree(tree.tree_, 1.0 / len(forest)) for tree in forest]
        return _joined(trees, names, about, base=0.0, link="identity", single=True)
    else:
        raise ParameterError(f"{name} cannot be exported")
    link = "logistic" if name.endswith("Classifier") else "identity"
    return _joined(trees, names, about, base=base, link=link, single=single)


#: Properties of models that are measured numbers.
_MEASURED = {"trees": ("trees",), "linear": ("base", "mean", "scale", "weights")}


def rounded(model: Model) -> Any:
    """The model in six digits: plenty for a score, a third of the file, and the same whatever the order of sums.

    >>> rounded(Linear(("a",), np.zeros(1), np.ones(1), np.array([0.1 + 0.2]), 1 / 3, "logistic", {})).base
    0.333333
    """
    data = model.to_json()
    return from_json(data | {name: _six(data[name]) for name in _MEASURED[data["kind"]]})


def _six(value: Any) -> Any:
    if isinstance(value, list):
        return [_six(each) for each in value]
    return value if isinstance(value, int) else float(f"{value:.6g}")


def write(model: Any, path: Path) -> None:
    """Write a model as JSON, one property and one tree a line, so that two versions can be compared.

    Those that every start reads are written packed beside it.
    """
    data = model.to_json()
    trees = data.pop("trees", None)
    lines = "{\n" + ",\n".join(f" {json.dumps(key)}: {_compact(value)}" for key, value in data.items()) + "\n}"
    if trees is not None:
        body = ",\n".join("  " + json.dumps(tree, separators=(",", ":")) for tree in trees)
        lines = f'{lines[:-2]},\n "trees": [\n{body}\n ]\n}}'
    path.write_text(lines + "\n", encoding="utf-8")
    if path.stem in PACKED:
        path.with_suffix(".trees").write_bytes(pack(model))


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _linear(estimator: Any, scaler: Any, names: tuple[str, ...], card: Mapping[str, Any]) -> Linear:
    width = len(names)
    mean = np.zeros(width) if scaler is None or scaler.mean_ is None else scaler.mean_
    scale = np.ones(width) if scaler is None or scaler.scale_ is None else scaler.scale_
    link = "logistic" if type(estimator).__name__ == "LogisticRegression" else "identity"
    weights = np.ravel(estimator.coef_).astype(np.float64)
    return Linear(names, mean, scale, weights, float(np.ravel(estimator.intercept_)[0]), link, card)


def _tree(tree: Any, factor: float) -> Columns:
    """Read one of scikit-learn's Cython trees; a classifier's value is the share of its second class."""
    leaf = tree.children_left < 0
    own = np.arange(tree.node_count)
    values = tree.value[:, 0, :]
    value = values[:, 0] if values.shape[1] == 1 else values[:, 1] / values.sum(axis=1)
    left = np.where(leaf, own, tree.children_left)
    right = np.where(leaf, own, tree.children_right)
    value = _inner_means(left, right, value * factor, tree.weighted_n_node_samples)
    return np.where(leaf, 0, tree.feature), np.where(leaf, 0.0, tree.threshold), left, right, value


def _hist_tree(nodes: Any) -> Columns:
    leaf, own = nodes["is_leaf"].astype(bool), np.arange(len(nodes))
    left = np.where(leaf, own, nodes["left"])
    right = np.where(leaf, own, nodes["right"])
    value = _inner_means(left, right, nodes["value"].astype(np.float64), nodes["count"].astype(np.float64))
    return np.where(leaf, 0, nodes["feature_idx"]), np.where(leaf, 0.0, nodes["num_threshold"]), left, right, value


def _inner_means(
    left: NDArray[Any], right: NDArray[Any], value: NDArray[np.float64], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give inner nodes the weighted mean of the leaves below; children always come after their parent."""
    value = value.copy()
    for node in range(len(value) - 1, -1, -1):
        if left[node] != node:
            children = [left[node], right[node]]
            value[node] = np.average(value[children], weights=weight[children])
    return value


def _joined(trees: Sequence[Columns], features: tuple[str, ...], card: Mapping[str, Any], **rest: Any) -> Trees:
    sizes = [len(tree[0]) for tree in trees]
    roots = np.cumsum([0, *sizes[:-1]])
    shifted = [(f, t, le + root, r + root, v) for root, (f, t, le, r, v) in zip(roots.tolist(), trees, strict=True)]
    feature, threshold, left, right, value = (np.concatenate(column) for column in zip(*shifted, strict=True))
    return Trees(
        features=features,
        card=card,
        roots=roots.astype(np.int32),
        feature=feature.astype(np.int32),
        threshold=threshold.astype(np.float64),
        left=left.astype(np.int32),
        right=right.astype(np.int32),
        value=value.astype(np.float64),
        **rest,
    )
