from collections.abc import Sequence

from pagerows._arrays import Array
from pagerows.cells import CellParams
from pagerows.page import Page
from pagerows.values import Cell

def plain_columns(
    page: Page, columns: Array | Sequence[Sequence[int]], params: CellParams
) -> list[list[Cell | None] | None]: ...
