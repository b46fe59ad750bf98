from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

def of_regions(
    marked: Sequence[object], rows: int, least: int, source: int
) -> tuple[Candidates, NDArray[np.bool_]]: ...
def find(sheet: Sheet, least: int, most: int, further: list[Candidates]) -> Candidates: ...
