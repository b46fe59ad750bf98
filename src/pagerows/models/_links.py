"""What turns a model's raw score into its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pagerows.later import Floats, np

__all__ = ["LINKS"]


def _identity(score: Floats) -> Floats:
    return score


def _logistic(score: Floats) -> Floats:
    # tanh never overflows, unlike exp
    return 0.5 * (1.0 + np.tanh(0.5 * score))


LINKS: Final[Mapping[str, Callable[[Floats], Floats]]] = {
    "identity": _identity,
    "logistic": _logistic,
}
