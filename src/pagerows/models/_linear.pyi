import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

class Weights:
    def __init__(self, mean: Floats, scale: Floats, weights: Floats, base: float, logistic: bool) -> None: ...
    def score(self, row: Floats) -> float: ...
