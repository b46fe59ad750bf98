import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Codes = NDArray[np.int32]
Ints = NDArray[np.int64]

BLOCKS: tuple[str, ...]

def blocks(
    before: Ints, sums: NDArray[np.int32], parent: Codes, tag: Codes, inline: Bytes
) -> tuple[Ints, Ints, Ints]: ...
def block_features(
    row: Ints,
    chars: Ints,
    prose: Bytes,
    paragraph: Bytes,
    parent: Codes,
    end: Codes,
    start: Ints,
    stop: Ints,
    long_from: int,
) -> tuple[float, ...]: ...
def lead(
    row: Ints, chars: Ints, prose: NDArray[np.uint8], tag: NDArray[np.int32], heading: int, first: int
) -> tuple[int, int, int]: ...
