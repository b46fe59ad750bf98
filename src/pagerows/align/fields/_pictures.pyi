from collections.abc import Callable

from pagerows.align.fields._cells import Cells
from pagerows.align.fields._reading import Shown
from pagerows.values import Cell

class Pictures:
    def __init__(self, shown: Shown, cells: Cells, spare: Callable[[int], str]) -> None: ...
    def cell(self, row: int) -> Cell | None: ...
    def first(self, row: int) -> Cell | None: ...
