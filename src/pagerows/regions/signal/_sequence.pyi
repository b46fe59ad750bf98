import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]

def normal_codes(
    path: Codes, parent: Codes, tags: Codes, words: Codes, first: NDArray[np.int64], others: Codes
) -> Codes: ...
