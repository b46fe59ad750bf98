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
def mostly(empty: NDArray[np.uint8], positions: Ints, first: Ints, last: Ints) -> NDArray[np.bool_]: ...
def signal_of(codes: Codes, window: bool) -> Floats: ...
def powers(signal: Floats, indices: Ints) -> Floats: ...
