from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names.evidence import Evidence

def probabilities(
    columns: list[Evidence],
    traits: Mapping[str, int],
    roles: Mapping[str, int],
    sources: Mapping[str, int],
    other: str,
    weights: NDArray[np.float64],
    spoken: NDArray[np.float64],
    base: NDArray[np.float64],
) -> NDArray[np.float64]: ...
