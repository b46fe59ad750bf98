import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

def support(start: Ints, stop: Ints, first: Ints, scores: Floats, order: Ints) -> Floats: ...
def duel_table(start: Ints, stop: Ints, first: Ints, features: Floats, scores: Floats, order: Ints) -> Floats: ...
def cleaned(
    leaves: Ints, end: NDArray[np.int32], start: Ints, stop: Ints, between: float, several: float, bars: float
) -> tuple[Ints, Ints]: ...
