from collections.abc import Container

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names._evidence import Evidence

def choose(
    columns: list[Evidence], chances: NDArray[np.float64], page_words: Container[str]
) -> list[tuple[str, str | None, float]]: ...
