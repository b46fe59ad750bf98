from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

def marked_above(
    parent: NDArray[np.int32], marks: NDArray[np.uint8], wanted: int, rows: Iterable[int], most: int
) -> list[list[int]]: ...
