import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]

def order_by_symbol(codes: Codes) -> Ints: ...
def flat_regions(
    codes: Codes, backward: str, grow: bool, least: float, fallback: int, max_angle: float
) -> tuple[Ints, Ints]: ...
