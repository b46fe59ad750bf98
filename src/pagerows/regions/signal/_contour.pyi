import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]

def order_by_symbol(codes: Codes) -> Ints: ...
def flat_stretches(codes: Codes, backward: str, grow: bool) -> tuple[Ints, Ints]: ...
