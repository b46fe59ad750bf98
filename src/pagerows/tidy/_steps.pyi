from collections.abc import Sequence
from typing import Final

from pagerows.cells import CellParams
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.tidy._strips import Strip
from pagerows.values import Cell, LeftOut

MOST_COLUMNS: Final = 1000

class Tidy:
    columns: list[tuple[Cell | None, ...]]
    left_out: list[LeftOut]
    labels: list[str | None]
    def __init__(
        self, columns: list[tuple[Cell | None, ...]], left_out: list[LeftOut], labels: list[str | None]
    ) -> None: ...

def tidy(page: Page, rows: Sequence[Sequence[Cell | None]], params: CellParams) -> Tidy: ...
def candidates(
    nodes: NodeTable, columns: Sequence[Sequence[Cell | None]], params: CellParams, out: list[LeftOut]
) -> list[Strip]: ...
