import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

class Forest:
    def __init__(self, cuts: Floats, numbers: list[NDArray[np.int32]], value: Floats) -> None: ...
    def sums_of_leaves(self, rows: Floats) -> Floats: ...
