"""Evidence -> how likely each role is, by a small linear model that was learned from tables that people made.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names._evidence import NAMES, Evidence
from pagerows.columns.names._scores import probabilities

__all__ = ["NONE", "Scorer", "load_scorer"]

#: The class of columns that are nothing of the list.
NONE = "none"


@dataclass(frozen=True, eq=False)
class Scorer:
    """The learned numbers."""

    roles: tuple[str, ...]
    traits: tuple[str, ...]
    #: (roles, traits)
    weights: NDArray[np.float64]
    #: (roles, sources)
    spoken: NDArray[np.float64]
    #: (roles,)
    base: NDArray[np.float64]

    def probabilities(self, columns: Sequence[Evidence]) -> NDArray[np.float64]:
        """Return the probability of each role for each column. (columns, roles)"""
        return probabilities(list(columns), *self._laid_out)

    @cached_property
    def _laid_out(self) -> tuple[dict[str, int], int, NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The roles' places, that of none, and the weights in the order that evidence has its traits and sources in."""
        places = {name: at for at, name in enumerate(self.roles)}
        weights = np.zeros((len(NAMES), len(self.roles)))
        for at, name in enumerate(self.traits):
            if name in NAMES:
                weights[NAMES.index(name)] = self.weights[:, at]
        return places, places[NONE], weights, np.ascontiguousarray(self.spoken.T), np.ascontiguousarray(self.base)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scorer:
        """Build the scorer from its JSON form."""
        return cls(
            tuple(data["roles"]),
            tuple(data["traits"]),
            np.asarray(data["weights"], np.float64),
            np.asarray(data["spoken"], np.float64),
            np.asarray(data["base"], np.float64),
        )


@cache
def load_scorer() -> Scorer:
    """Return the scorer that ships with the project."""
    found = Path(__file__).parents[2] / "models" / "names.json"
    return Scorer.from_json(json.loads(found.read_text(encoding="utf-8")))
