import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int64]

class Candidates:
    start: Ints
    stop: Ints
    first: Ints
    source: Ints

    def __init__(self, start: ArrayLike, stop: ArrayLike, first: ArrayLike, source: ArrayLike) -> None: ...
    def __len__(self) -> int: ...
    @property
    def sizes(self) -> Ints: ...
    @property
    def owner(self) -> Ints: ...
    def take(self, chosen: NDArray[np.intp]) -> Candidates: ...
