"""Learned models as data: JSON files in this folder, evaluated with NumPy alone.

A model file names its features in order, so that whoever computes them can be checked against it, and says where it
comes from (``card``). `load` reads one; `predict` scores rows of features; `contributions` says how much each feature
moved each score. How files are made from scikit-learn's estimators is in `pagerows.models.export`, which is the only
place that knows scikit-learn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from pagerows.errors import ParameterError
from pagerows.models.linear import Linear
from pagerows.models.packed import PACKED, unpack
from pagerows.models.trees import Trees

__all__ = [
    "Linear",
    "Model",
    "Trees",
    "from_json",
    "load",
]

Model = Trees | Linear

_FOLDER: Final = Path(__file__).parent

_KINDS: Final[Mapping[str, Any]] = {"trees": Trees, "linear": Linear}
#: Kinds that no page needs, only content detectors of the papers: their module is read when one is asked for.
_CLASSIC: Final = {
    "scaled": "Scaled",
    "naive_bayes": "NaiveBayes",
    "neighbours": "Neighbours",
    "svm": "Svm",
    "vote": "Vote",
    "stack": "Stack",
}


def from_json(data: Mapping[str, Any]) -> Any:
    """Build a model from what its JSON file holds.

    >>> from_json({"kind": "linear", "link": "identity", "features": ["a", "b"],
    ...            "mean": [0, 0], "scale": [1, 1], "weights": [2, -1], "base": 0.5}).predict([[1, 1]]).tolist()
    [1.5]
    """
    kind = str(data.get("kind"))
    if kind in _KINDS:
        return _KINDS[kind].from_json(data)
    if kind not in _CLASSIC:
        raise ParameterError(f"unknown kind of model {kind!r}; there are: {', '.join([*_KINDS, *_CLASSIC])}")
    from pagerows.models import classic

    return getattr(classic, _CLASSIC[kind]).from_json(data)


@cache
def load(name: str) -> Any:
    """Return the model that ships as ``models/<name>.json``, from its packed form where it has one; read once."""
    if name in PACKED:
        return unpack((_FOLDER / f"{name}.trees").read_bytes())
    found = _FOLDER / f"{name}.json"
    if not found.is_file():
        raise ParameterError(f"there is no model {name!r}")
    return from_json(json.loads(found.read_text(encoding="utf-8")))
