"""A linear model: standardised features times weights, through a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING, Any

from pagerows._arrays import as_array
from pagerows.later import Floats, np
from pagerows.models._linear import Weights
from pagerows.models._links import LINKS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Linear"]


class Linear:
    """``link(base + weights . (x - mean) / scale)``; logistic regression and linear SVMs are this."""

    def __init__(
        self,
        features: tuple[str, ...],
        mean: Any,
        scale: Any,
        weights: Any,
        base: float = 0.0,
        link: str = "identity",
        card: Mapping[str, Any] | None = None,
    ) -> None:
        self.features, self.base, self.link, self.card = features, base, link, {} if card is None else card
        self.mean, self.scale, self.weights = (as_array("float64", column) for column in (mean, scale, weights))

    def predict(self, rows: ArrayLike) -> Floats:
        """Return the score of each row; rows have one number per feature, in the order of `features`."""
        return LINKS[self.link](self.base + self.contributions(rows).sum(axis=1))

    def score(self, row: Any) -> float:
        """Return the score of one row."""
        return self._kernel.score(row)

    @cached_property
    def _kernel(self) -> Weights:
        return Weights(self.mean, self.scale, self.weights, self.base, self.link == "logistic")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kernel"}

    def contributions(self, rows: ArrayLike) -> Floats:
        """Return what each feature adds to each raw score. (rows, features)"""
        x = np.asarray(rows, np.float64).reshape(-1, len(self.features))
        found: Floats = (x - self.mean) / self.scale * self.weights
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
        columns = list(zip(self.mean.tolist(), self.scale.tolist(), self.weights.tolist(), strict=True))
        slopes = [weight / scale for _, scale, weight in columns]
        start = fsum([-mean / scale * weight for mean, scale, weight in columns])
        return dict(zip(self.features, slopes, strict=True)), self.base + start

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Linear:
        """Build the model from its JSON form."""
        return cls(
            features=tuple(data["features"]),
            mean=data["mean"],
            scale=data["scale"],
            weights=data["weights"],
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
