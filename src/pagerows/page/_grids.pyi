import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def table_parts(
    tag: NDArray[np.int32], parent: NDArray[np.int32], table: int, line: int, cell: int, header: int
) -> tuple[Ints, Ints, Ints, Ints]: ...
def grouped(owners: Ints, rows: Ints) -> dict[int, list[int]]: ...
