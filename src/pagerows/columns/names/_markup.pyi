from collections.abc import Sequence

from pagerows.columns.names._evidence import Evidence
from pagerows.page.nodes import NodeTable
from pagerows.values import Cell, Column

def looked_at(columns: Sequence[Column]) -> list[Evidence]: ...
def told(columns: tuple[tuple[Cell | None, ...], ...]) -> tuple[tuple[Cell | None, ...], ...]: ...
def read_markup(
    nodes: NodeTable, columns: list[tuple[Cell | None, ...]], labels: list[str | None], found: list[Evidence]
) -> None: ...
