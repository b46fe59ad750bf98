"""Evidence -> how likely each role is, by a small linear model that was learned from tables that people made.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names.evidence import ROLES, SOURCES, Evidence

__all__ = ["NONE", "Scorer", "load_scorer", "matrices"]

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
        traits, spoken = matrices(columns, self.traits, self.roles)
        scores = self.base + traits @ self.weights.T + (spoken * self.spoken).sum(axis=2)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        found: NDArray[np.float64] = shares / shares.sum(axis=1, keepdims=True)
        return found

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


def matrices(
    columns: Sequence[Evidence], traits: Sequence[str], roles: Sequence[str] = (*ROLES, NONE)
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the columns' traits (columns, traits) and how each source names each role (columns, roles, sources)."""
    place, numbers, sources = _places(tuple(traits)), _places(tuple(roles)), _places(SOURCES)
    own = np.zeros((len(columns), len(traits)))
    spoken = np.zeros((len(columns), len(roles), len(SOURCES)))
    in_own: Any = own.data  # memory views take a number at half of what arrays take
    in_spoken: Any = spoken.data
    for row, column in enumerate(columns):
        for name, value in column.traits.items():
            if value and name in place:
                in_own[row, place[name]] = value
        for source, fields in column.said.items():
            at = sources[source]
            for field, share in fields.items():
                role = numbers.get(field.role, numbers[NONE])
                in_spoken[row, role, at] = max(in_spoken[row, role, at], share)
    return own, spoken


@lru_cache(maxsize=16)
def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


@cache
def load_scorer() -> Scorer:
    """Return the scorer that ships with the project."""
    found = Path(__file__).parents[2] / "models" / "names.json"
    return Scorer.from_json(json.loads(found.read_text(encoding="utf-8")))
