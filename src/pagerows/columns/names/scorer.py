"""Evidence -> how likely each role is, by a small linear model that was learned from tables that people made.

A role's score is its base, plus its weights times the column's traits, plus its weights times how much each source
names the role. Shares of the exponentials are probabilities [multinomial logit].
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pagerows._arrays import Array
from pagerows.columns.names._evidence import Evidence
from pagerows.columns.names._scores import Weights
from pagerows.plain import dataclass

__all__ = ["NONE", "Scorer", "load_scorer"]

#: The class of columns that are nothing of the list.
NONE = "none"


@dataclass(frozen=True, eq=False)
class Scorer:
    """The learned numbers: rows of them, as lists or as arrays."""

    roles: tuple[str, ...]
    traits: tuple[str, ...]
    #: (roles, traits)
    weights: Any
    #: (roles, sources)
    spoken: Any
    #: (roles,)
    base: Any

    def probabilities(self, columns: Sequence[Evidence]) -> Array:
        """Return the probability of each role for each column. (columns, roles)"""
        return self._laid_out.probabilities(list(columns))

    @cached_property
    def _laid_out(self) -> Weights:
        return Weights(self.roles, NONE, self.traits, self.weights, self.spoken, self.base)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Scorer:
        """Build the scorer from its JSON form."""
        return cls(tuple(data["roles"]), tuple(data["traits"]), data["weights"], data["spoken"], data["base"])


@cache
def load_scorer() -> Scorer:
    """Return the scorer that ships with the project."""
    found = Path(__file__).parents[2] / "models" / "names.json"
    return Scorer.from_json(json.loads(found.read_text(encoding="utf-8")))
