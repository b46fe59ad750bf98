from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes
from pagerows.values import Cell

TAGS: tuple[int, int, int, int]

def pieces(
    kind: NDArray[np.int8],
    tag: NDArray[np.int32],
    parent: NDArray[np.int32],
    path: NDArray[np.int32],
    hidden: NDArray[np.uint8],
    tags: NDArray[np.uint8],
    parts: NDArray[np.int32],
    low: int,
    high: int,
    join: bool,
) -> NDArray[np.int32]: ...
def made(
    told: NDArray[np.int32],
    data: Sequence[str | Attributes],
    spaced: NDArray[np.uint8],
    records: int,
    symbol: Callable[[int, int, bool], int],
    address: Callable[[int], str],
    picture: Callable[[int, int], Cell | None],
    all_texts: bool,
) -> list[list[Cell]]: ...
