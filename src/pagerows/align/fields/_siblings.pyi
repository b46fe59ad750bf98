import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]
#: Rows, owners, positions; and the members of each group as places in these.
Siblings = tuple[list[int], list[int], list[int], dict[int, list[int]]]

SHOWN: int
TEXT: int
TOLD: int

def siblings(
    end: Ints, depth: Ints, step: Ints, look: Flags, low: int, starts: list[int], stops: list[int], owners: list[int]
) -> Siblings: ...
def texts(
    end: Ints, depth: Ints, place: Ints, look: Flags, low: int, starts: list[int], stops: list[int], owners: list[int]
) -> Siblings: ...
