import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def apart(start: Ints, stop: Ints, first: Ints, order: Ints, rows: int, most: int) -> list[int]: ...
def lying_apart(sets: list[tuple[Ints, Ints]]) -> list[int]: ...
def outermost(
    tag: NDArray[np.int32], parent: NDArray[np.int32], end: NDArray[np.int32], start: Ints, stop: Ints
) -> Ints | None: ...
