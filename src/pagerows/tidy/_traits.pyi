from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

NAMES: tuple[str, ...]

def named_traits(nodes: NodeTable, columns: Sequence[Sequence[Cell | None]]) -> list[dict[str, float]]: ...
def unlikely(nodes: NodeTable, columns: Sequence[Sequence[Cell | None]], least: float) -> list[str | None]: ...
def class_traits(value: str) -> list[int]: ...
