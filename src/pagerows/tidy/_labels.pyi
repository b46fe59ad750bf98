from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell, LeftOut

def beside_values(nodes: NodeTable, columns: Sequence[Sequence[Cell | None]]) -> list[str | None]: ...
def labels_of(
    nodes: NodeTable, columns: Sequence[Sequence[Cell | None]], left_out: Sequence[LeftOut]
) -> list[str | None]: ...
def alone(nodes: NodeTable, label: Cell, value: Cell) -> bool: ...
