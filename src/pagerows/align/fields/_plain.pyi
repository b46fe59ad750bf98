import numpy as np
from numpy.typing import NDArray

BARRED: int
LINKS: int
EMPTY: int
MORE: int

def only_texts(
    kind: NDArray[np.int8],
    end: NDArray[np.int32],
    tag: NDArray[np.int32],
    tags: NDArray[np.uint8],
    odd: NDArray[np.uint8],
    cells: NDArray[np.int32],
) -> NDArray[np.int32]: ...
