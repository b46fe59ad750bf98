import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Paths

def hidden_rows(
    paths: Paths, hiders: list[int], path: NDArray[np.int32], end: NDArray[np.int32], waiting: float
) -> NDArray[np.bool_]: ...
def says(style: str) -> int: ...
def covered(
    of_path: NDArray[np.uint8] | bytearray,
    hiders: list[int],
    path: NDArray[np.int32],
    end: NDArray[np.int32],
    waiting: float,
) -> NDArray[np.bool_]: ...
