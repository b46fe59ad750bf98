import numpy as np
from numpy.typing import NDArray

def chains(
    parent: NDArray[np.int32],
    end: NDArray[np.int32],
    kind: NDArray[np.int8],
    starts: NDArray[np.int64],
    asked: list[int],
    few: int,
) -> list[tuple[list[int], int]]: ...
