from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]

class Signs:
    def __init__(self, bits: Callable[[str], int], digit: int, space: int) -> None: ...
    def of_texts(self, characters: NDArray[np.uint32], first: NDArray[np.int64]) -> Bits: ...

def possible(bits: Bits, needs: Bits) -> list[list[int]]: ...
