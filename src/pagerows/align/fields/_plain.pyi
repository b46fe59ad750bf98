from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.cells import CellParams
from pagerows.page import Page
from pagerows.values import Cell

def plain_columns(
    page: Page, columns: NDArray[np.int32] | Sequence[Sequence[int]], params: CellParams
) -> list[list[Cell | None] | None]: ...
