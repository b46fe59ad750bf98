import numpy as np
from numpy.typing import NDArray

def check(width: int, roots: NDArray[np.int32], feature: NDArray[np.int32], child: NDArray[np.int32]) -> None: ...
def sum_of_leaves(
    rows: NDArray[np.float64],
    roots: NDArray[np.int32],
    depths: NDArray[np.int32],
    feature: NDArray[np.int32],
    threshold: NDArray[np.float64],
    child: NDArray[np.int32],
    value: NDArray[np.float64],
) -> NDArray[np.float64]: ...
