from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

class Choice:
    def __init__(self, params: Any) -> None: ...

def well_distributed(
    codes: Codes,
    starts: Ints,
    stops: Ints,
    order: Ints,
    how: Choice,
) -> tuple[Ints, Ints, Ints, Ints, Ints, Floats]: ...
def marking_symbols(
    codes: Codes,
    starts: Ints,
    stops: Ints,
    table: tuple[Ints, Ints, Ints, Ints, Ints, Floats],
    empty: NDArray[np.uint8],
    given: Callable[[int, Ints, int, int], float] | None,
    how: Choice,
) -> tuple[Ints, Ints, Ints, Floats]: ...
def signal_of(codes: Codes, window: bool) -> Floats: ...
def powers(signal: Floats, indices: Ints) -> Floats: ...
