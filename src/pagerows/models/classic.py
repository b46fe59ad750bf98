"""The other classifiers of [V20 Table 17] as data: naive Bayes, nearest neighbours, kernel SVM, vote, stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pagerows.models._links import LINKS

__all__ = ["NaiveBayes", "Neighbours", "Scaled", "Stack", "Svm", "Vote"]

Array = NDArray[np.float64]


def _array(value: Any) -> Array:
    return np.asarray(value, np.float64)


@dataclass(frozen=True, eq=False)
class Scaled:
    """A model behind a Yeo-Johnson power transform and standardisation of its features."""

    features: tuple[str, ...]
    #: Exponents of the power transform; 1 leaves a feature as it is. (features,)
    powers: Array
    mean: Array
    scale: Array
    inner: Any
    card: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def predict(self, rows: ArrayLike) -> Array:
        """Return the probability of content of each row."""
        x = _array(rows).reshape(-1, len(self.features))
        found: Array = self.inner.predict((self._power(x) - self.mean) / self.scale)
        return found

    def _power(self, x: Array) -> Array:
        """Yeo and Johnson (2000) for values >= 0, which all features are."""
        p = self.powers
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(p == 0, np.log1p(x), ((x + 1) ** p - 1) / p)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scaled:
        """Build the model from its JSON form."""
        from pagerows.models import from_json

        return cls(
            features=tuple(data["features"]),
            powers=_array(data["powers"]),
            mean=_array(data["mean"]),
            scale=_array(data["scale"]),
            inner=from_json(data["inner"]),
            card=data.get("card", {}),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        return {
            "kind": "scaled",
            "card": dict(self.card),
            "features": list(self.features),
            "powers": self.powers.tolist(),
            "mean": self.mean.tolist(),
            "scale": self.scale.tolist(),
            "inner": self.inner.to_json(),
        }


@dataclass(frozen=True, eq=False)
class NaiveBayes:
    """Gaussian naive Bayes with two classes, noise first."""

    prior: Array
    mean: Array
    variance: Array

    def predict(self, rows: ArrayLike) -> Array:
        """Return the probability of content of each row."""
        x = _array(rows)[:, None, :]
        exponent = ((x - self.mean) ** 2 / self.variance + np.log(2 * np.pi * self.variance)).sum(axis=2)
        joint = np.log(self.prior) - 0.5 * exponent
        return LINKS["logistic"](joint[:, 1] - joint[:, 0])

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> NaiveBayes:
        """Build the model from its JSON form."""
        return cls(*(_array(data[name]) for name in ("prior", "mean", "variance")))

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        numbers = {name: getattr(self, name).tolist() for name in ("prior", "mean", "variance")}
        return {"kind": "naive_bayes", **numbers}


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The share of content among the k nearest known regions, by the Minkowski distance of order p."""

    known: Array
    content: Array
    k: int
    p: float

    def predict(self, rows: ArrayLike) -> Array:
        """Return the share of content around each row."""
        distance = (np.abs(_array(rows)[:, None, :] - self.known) ** self.p).sum(axis=2)
        nearest = np.argsort(distance, axis=1, kind="stable")[:, : self.k]
        found: Array = self.content[nearest].mean(axis=1)
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Neighbours:
        """Build the model from its JSON form."""
        return cls(_array(data["known"]), _array(data["content"]), int(data["k"]), float(data["p"]))

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        known, content = self.known.tolist(), self.content.tolist()
        return {"kind": "neighbours", "k": self.k, "p": self.p, "content": content, "known": known}


@dataclass(frozen=True, eq=False)
class Svm:
    """A support vector machine with the kernel ``(gamma x . y)^degree`` and Platt's probabilities."""

    vectors: Array
    weights: Array
    base: float
    gamma: float
    degree: int
    #: Slope and offset of Platt's sigmoid on the decision value.
    platt: tuple[float, float]

    def decide(self, rows: ArrayLike) -> Array:
        """Return the decision value of each row: content where it is above 0."""
        found: Array = (self.gamma * (_array(rows) @ self.vectors.T)) ** self.degree @ self.weights + self.base
        return found

    def predict(self, rows: ArrayLike) -> Array:
        """Return the probability of content of each row."""
        slope, offset = self.platt
        return LINKS["logistic"](-(slope * self.decide(rows) + offset))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Svm:
        """Build the model from its JSON form."""
        a, b = data["platt"]
        numbers = float(data["base"]), float(data["gamma"]), int(data["degree"])
        return cls(_array(data["vectors"]), _array(data["weights"]), *numbers, platt=(float(a), float(b)))

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        return {
            "kind": "svm",
            "base": self.base,
            "gamma": self.gamma,
            "degree": self.degree,
            "platt": list(self.platt),
            "weights": self.weights.tolist(),
            "vectors": self.vectors.tolist(),
        }


@dataclass(frozen=True, eq=False)
class Vote:
    """The weighted mean of other models' probabilities."""

    members: tuple[Any, ...]
    weights: Array

    def predict(self, rows: ArrayLike) -> Array:
        """Return the probability of content of each row."""
        found: Array = np.average([member.predict(rows) for member in self.members], axis=0, weights=self.weights)
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Vote:
        """Build the model from its JSON form."""
        from pagerows.models import from_json

        return cls(tuple(from_json(member) for member in data["members"]), _array(data["weights"]))

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        members = [member.to_json() for member in self.members]
        return {"kind": "vote", "weights": self.weights.tolist(), "members": members}


@dataclass(frozen=True, eq=False)
class Stack:
    """A linear model of other models' yes and no."""

    members: tuple[Any, ...]
    final: Any

    def predict(self, rows: ArrayLike) -> Array:
        """Return the probability of content of each row."""
        said = [_yes(member, rows) for member in self.members]
        found: Array = self.final.predict(np.stack(said, axis=1))
        return found

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Stack:
        """Build the model from its JSON form."""
        from pagerows.models import from_json

        return cls(tuple(from_json(member) for member in data["members"]), from_json(data["final"]))

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        members = [member.to_json() for member in self.members]
        return {"kind": "stack", "final": self.final.to_json(), "members": members}


def _yes(member: Any, rows: ArrayLike) -> Array:
    """An SVM decides by its margin, not by Platt's probability; all others by one half."""
    return _array(member.decide(rows) > 0 if isinstance(member, Svm) else member.predict(rows) > 0.5)
