import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]

def extremes(codes: Codes, start: int, stop: int) -> tuple[int, int, int]: ...
def slope(codes: Codes, start: int, stop: int) -> float: ...
