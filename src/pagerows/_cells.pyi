from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.page._joining import Joiner
from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

TAGS: tuple[int, int, int, int]

def cells_of_parts(
    nodes: NodeTable,
    hidden: NDArray[np.uint8],
    starts: NDArray[np.int64],
    stops: NDArray[np.int64],
    owners: NDArray[np.int64],
    records: int,
    marks: dict[str, int],
    links: Joiner,
    drop_hidden: bool,
    join: bool,
    all_texts: bool,
) -> list[list[Cell]]: ...
def are_apart(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> bool: ...
def follow_on(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> bool: ...
def in_rows(
    cells: Sequence[Sequence[Cell]], places: Sequence[Sequence[int]], most_columns: Callable[[int, int], int]
) -> list[list[Cell | None]] | None: ...
