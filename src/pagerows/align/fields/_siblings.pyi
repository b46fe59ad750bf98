import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]
#: Starts and stops of some stretches of rows, and the owner of each.
Stretches = tuple[list[int], list[int], list[int]]
#: Rows, owners, positions; and the members of each group as places in these.
Found = tuple[list[int], list[int], list[int], dict[int, list[int]]]

class Siblings:
    has_texts: bool
    def __init__(self, end: Ints, depth: Ints, step: Ints, look: Flags, low: int) -> None: ...
    def inside(self, one: dict[int, int]) -> Stretches: ...
    def elements(self, starts: list[int], stops: list[int], owners: list[int]) -> Found: ...
    def texts(self, starts: list[int], stops: list[int], owners: list[int]) -> Found: ...
    def take(self, chosen: list[int], rows: list[int], owners: list[int]) -> dict[int, int]: ...
