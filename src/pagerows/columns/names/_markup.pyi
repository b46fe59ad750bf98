from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.columns.names._evidence import Evidence
from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

def sampled(cells: Sequence[Cell | None], count: int) -> tuple[list[Cell], int]: ...
def all_starts(columns: list[tuple[Cell | None, ...]], rows: int) -> NDArray[np.int64]: ...
def read_markup(
    nodes: NodeTable, columns: list[tuple[Cell | None, ...]], labels: list[str | None], found: list[Evidence]
) -> None: ...
