import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]

class Contour:
    def __init__(self, backward: str, grow: bool, min_share: float, fallback: int, max_angle: float) -> None: ...

def order_by_symbol(codes: Codes) -> Ints: ...
def flat_regions(codes: Codes, how: Contour) -> tuple[Ints, Ints]: ...
