from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def numbers_of(
    codes: NDArray[np.int32],
    lengths: NDArray[np.int32],
    hidden: NDArray[np.uint8],
    starts: Ints,
    stops: Ints,
    begin: Ints,
    low: Ints,
    high: Ints,
    fitted: bool,
) -> tuple[list[dict[str, Any]], int]: ...
