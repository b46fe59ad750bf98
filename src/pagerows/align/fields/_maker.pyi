from pagerows.align.fields._cells import Cells
from pagerows.align.fields._pictures import Pictures
from pagerows.align.fields._reading import Shown
from pagerows.values import Cell

class Maker:
    cells: Cells
    pictures: Pictures
    rated: dict[int, str]
    own_rated: dict[int, str]
    def __init__(self, shown: Shown) -> None: ...
    def element(self, row: int) -> Cell | None: ...
    def image(self, row: int) -> Cell | None: ...
