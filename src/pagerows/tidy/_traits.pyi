from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

NAMES: tuple[str, ...]

class Weights:
    def __init__(self, slopes: dict[str, float], start: float, link: str) -> None: ...

def named_traits(nodes: NodeTable, columns: Sequence[Sequence[Cell | None]]) -> list[dict[str, float]]: ...
def judged(
    nodes: NodeTable, columns: Sequence[Sequence[Cell | None]], weights: Weights, least: float
) -> list[str | None]: ...
def class_traits(value: str) -> list[int]: ...
