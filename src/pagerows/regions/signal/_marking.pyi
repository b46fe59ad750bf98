from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from pagerows.later import Longs
from pagerows.page.nodes import NodeTable
from pagerows.values import Span

class Marked:
    @property
    def bounds(self) -> Span: ...
    @property
    def boundaries(self) -> Longs: ...
    @property
    def starts(self) -> Longs: ...
    @property
    def stops(self) -> Longs: ...
    reach: tuple[int, int]
    symbol: int
    cv: float
    peak: float
    looked_up: int
    score: float
    def __len__(self) -> int: ...
    def features(self, page_text: int, prose: float) -> dict[str, float]: ...

class Plan:
    def __init__(self, params: Any, peaks: Callable[..., Any] | None) -> None: ...

def marked_regions(nodes: NodeTable, codes: Any, shape: Any, plan: Plan) -> tuple[list[Marked], int]: ...

class Reaching(Protocol):
    score: float
    reach: tuple[int, int]

Kept = TypeVar("Kept", Marked, Reaching)

def disjoint(regions: Sequence[Kept]) -> list[Kept]: ...
