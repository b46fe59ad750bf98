import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]

def turns(path: Codes, tag: Codes, kind: NDArray[np.int8], end: Codes) -> list[tuple[int, int, int]]: ...
def alike(
    path: Codes,
    tag: Codes,
    end: Codes,
    lengths: Codes,
    tags: int,
    one: int,
    other: int,
    sample: int,
    same_tags: float,
    same_size: float,
    same_length: float,
) -> bool: ...
