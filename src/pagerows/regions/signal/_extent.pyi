from typing import Any

import numpy as np
from numpy.typing import NDArray

class Fit:
    def __init__(self, params: Any) -> None: ...

class Tree:
    def __init__(self, nodes: Any, codes: NDArray[np.int32], shape: NDArray[np.int32]) -> None: ...
    def fit(
        self, positions: NDArray[np.int64], first: NDArray[np.int64], last: NDArray[np.int64], how: Fit
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]: ...
