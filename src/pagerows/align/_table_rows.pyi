from collections.abc import Sequence

from pagerows.cells import CellParams
from pagerows.page import Page
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

def table_rows(
    page: Page, records: Sequence[Record], params: CellParams, aligner: Aligner
) -> tuple[list[list[Cell | None]], bool] | None: ...
