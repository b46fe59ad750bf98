import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def table_parts(
    tag: NDArray[np.int32], parent: NDArray[np.int32], table: int, line: int, cell: int, header: int
) -> tuple[Ints, Ints, Ints, Ints]: ...
def grouped(owners: Ints, rows: Ints) -> dict[int, list[int]]: ...
def cells_of(
    rows: list[int], tag: NDArray[np.int32], end: NDArray[np.int32], cell: int, header: int
) -> list[list[int]]: ...
def facts_in(
    lines: list[tuple[int, ...]],
    kind: NDArray[np.int8],
    end: NDArray[np.int32],
    characters: NDArray[np.int32],
    longest: int,
    most: int,
) -> tuple[int, int, int]: ...
