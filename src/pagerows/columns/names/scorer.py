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

from pagerows.columns.names._scores import probabilities
from pagerows.columns.names.evidence import SOURCES, Evidence

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
        return probabilities(list(columns), *self._places, NONE, self._by_trait, self.spoken, self.base)

    @cached_property
    def _places(self) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
        traits, roles, sources = ({name: at for at, name in enumerate(n)} for n in (self.traits, self.roles, SOURCES))
        return traits, roles, sources

    @cached_property
    def _by_trait(self) -> NDArray[np.float64]:
        """The weights, all of a trait side by side. (traits, roles)"""
        return np.ascontiguousarray(self.weights.T)

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
