from typing import Any

import numpy as np
from numpy.typing import NDArray

NAMES: tuple[str, ...]
TOPS: tuple[str, ...]
INSIDE: tuple[str, ...]

def feature_table(
    nodes: Any, columns: Any, candidates: Any, starts: NDArray[np.bool_] | None
) -> NDArray[np.float64]: ...
def within(tag: NDArray[np.int32], end: NDArray[np.int32], wanted: NDArray[np.int32]) -> NDArray[np.uint8]: ...
