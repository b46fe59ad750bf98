from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

def marked_above(
    parent: NDArray[np.int32], marked: NDArray[np.uint8], rows: Iterable[int], most: int
) -> list[list[int]]: ...
