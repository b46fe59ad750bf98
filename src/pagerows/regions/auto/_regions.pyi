import numpy as np
from numpy.typing import NDArray

from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

Ints = NDArray[np.int64]

def regions_of(
    sheet: Sheet, candidates: Candidates, scores: NDArray[np.float64], most: int, wide: bool
) -> list[tuple[int, Ints, Ints, bool]]: ...
