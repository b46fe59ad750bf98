"""What turns a model's raw score into its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["LINKS"]


def _identity(score: NDArray[np.float64]) -> NDArray[np.float64]:
    return score


def _logistic(score: NDArray[np.float64]) -> NDArray[np.float64]:
    # tanh never overflows, unlike exp
    return 0.5 * (1.0 + np.tanh(0.5 * score))


LINKS: Final[Mapping[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]]] = {
    "identity": _identity,
    "logistic": _logistic,
}
