import numpy as np
from numpy.typing import NDArray

def says(buffer: NDArray[np.uint8], start: NDArray[np.int64], stop: NDArray[np.int64]) -> NDArray[np.uint8]: ...
def covered(
    of_path: NDArray[np.uint8],
    hiders: NDArray[np.int32],
    path: NDArray[np.int32],
    end: NDArray[np.int32],
    waiting: float,
) -> NDArray[np.bool_]: ...
