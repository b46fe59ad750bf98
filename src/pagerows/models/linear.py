"""A linear model: standardised features times weights, through a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pagerows.models._linear import Weights
from pagerows.models._links import LINKS
from pagerows.plain import dataclass, field

__all__ = ["Linear"]


@dataclass(frozen=True, eq=False)
class Linear:
    """``link(base + weights . (x - mean) / scale)``; logistic regression and linear SVMs are this."""

    features: tuple[str, ...]
    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]
    base: float = 0.0
    link: str = "identity"
    card: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def predict(self, rows: ArrayLike) -> NDArray[np.float64]:
        """Return the score of each row; rows have one number per feature, in the order of `features`."""
        return LINKS[self.link](self.base + self.contributions(rows).sum(axis=1))

    def score(self, row: NDArray[np.float64]) -> float:
        """Return the score of one row."""
        return self._kernel.score(row)

    @cached_property
    def _kernel(self) -> Weights:
        return Weights(self.mean, self.scale, self.weights, self.base, self.link == "logistic")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kernel"}

    def contributions(self, rows: ArrayLike) -> NDArray[np.float64]:
        """Return what each feature adds to each raw score. (rows, features)"""
        x = np.asarray(rows, np.float64).reshape(-1, len(self.features))
        found: NDArray[np.float64] = (x - self.mean) / self.scale * self.weights
        return found

    def scores(self, rows: Sequence[Mapping[str, float]]) -> list[float]:
        """Return the same for rows that name their features; those that they do not name are 0, others do not count."""
        slopes, start = self.slopes
        known = slopes.keys()
        raw = [start + sum([value * slopes[name] for name, value in row.items() if name in known]) for row in rows]
        found: list[float] = LINKS[self.link](np.array(raw)).tolist()
        return found

    @cached_property
    def slopes(self) -> tuple[dict[str, float], float]:
        """What each feature adds for each 1, by its name, and the score of a row of nothing but 0."""
        slopes = dict(zip(self.features, (self.weights / self.scale).tolist(), strict=True))
        return slopes, float(self.base + self.contributions(np.zeros(len(self.features))).sum())

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Linear:
        """Build the model from its JSON form."""
        return cls(
            features=tuple(data["features"]),
            mean=np.asarray(data["mean"], np.float64),
            scale=np.asarray(data["scale"], np.float64),
            weights=np.asarray(data["weights"], np.float64),
            base=float(data["base"]),
            link=data["link"],
            card=data.get("card", {}),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the model's JSON form."""
        return {
            "kind": "linear",
            "card": dict(self.card),
            "link": self.link,
            "base": self.base,
            "features": list(self.features),
            "mean": self.mean.tolist(),
            "scale": self.scale.tolist(),
            "weights": self.weights.tolist(),
        }
