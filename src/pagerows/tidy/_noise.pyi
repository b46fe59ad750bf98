from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.tidy._strips import Strip
from pagerows.values import Cell

def controls(nodes: NodeTable, columns: Sequence[Sequence[Cell | None]]) -> list[str | None]: ...
def varying(columns: Sequence[Sequence[Cell | None]]) -> list[Strip]: ...
