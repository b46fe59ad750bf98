import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Numbers = NDArray[np.int32]

class Forest:
    def __init__(
        self,
        width: int,
        roots: Numbers,
        feature: Numbers,
        threshold: Floats,
        left: Numbers,
        right: Numbers,
        value: Floats,
    ) -> None: ...
    def sums_of_leaves(self, rows: Floats, sums: Floats) -> None: ...
