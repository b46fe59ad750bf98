from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

def well_distributed(
    codes: Codes,
    starts: Ints,
    stops: Ints,
    order: Ints,
    min_records: int,
    min_size: float,
    max_cv: float,
    min_coverage: float,
) -> tuple[Ints, Ints, Ints, Ints, Ints, Floats]: ...
def marking_symbols(
    codes: Codes,
    starts: Ints,
    stops: Ints,
    table: tuple[Ints, Ints, Ints, Ints, Ints, Floats],
    empty: NDArray[np.uint8],
    given: Callable[[int, Ints, int, int], float] | None,
    *,
    max_cv: float,
    least: float,
    weak: float,
    most_tried: int,
    width: int,
) -> tuple[Ints, Ints, Ints, Floats]: ...
def signal_of(codes: Codes, window: bool) -> Floats: ...
def powers(signal: Floats, indices: Ints) -> Floats: ...
def elements_without_content(end: Codes, kind: NDArray[np.int8]) -> NDArray[np.bool_]: ...
