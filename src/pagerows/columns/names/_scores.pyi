import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names._evidence import Evidence

def probabilities(
    columns: list[Evidence],
    roles: dict[str, int],
    other: int,
    weights: NDArray[np.float64],
    spoken: NDArray[np.float64],
    base: NDArray[np.float64],
) -> NDArray[np.float64]: ...
