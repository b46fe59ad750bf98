from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import NodeTable
from pagerows.values import Span

Codes = NDArray[np.int32]
Ints = NDArray[np.int64]

class Marked:
    @property
    def bounds(self) -> Span: ...
    @property
    def boundaries(self) -> Ints: ...
    starts: Ints
    stops: Ints
    reach: tuple[int, int]
    symbol: int
    cv: float
    peak: float
    looked_up: int
    score: float
    def __len__(self) -> int: ...
    def features(self, page_text: int, prose: float) -> dict[str, float]: ...

class Plan:
    def __init__(self, params: Any, peaks: Callable[[Codes, Ints, Ints], Any] | None) -> None: ...

def marked_regions(nodes: NodeTable, codes: Codes, shape: Codes, plan: Plan) -> tuple[list[Marked], int]: ...

class Reaching(Protocol):
    score: float
    reach: tuple[int, int]

Kept = TypeVar("Kept", Marked, Reaching)

def disjoint(regions: Sequence[Kept]) -> list[Kept]: ...
