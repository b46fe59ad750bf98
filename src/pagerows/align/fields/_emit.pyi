from pagerows.align.fields._reading import Shown
from pagerows.align.fields._template import Place
from pagerows.values import Cell

Column = tuple[list[int], list[Cell]]

def columns_of(reading: Shown, root: Place) -> list[Column]: ...
def rows_of(columns: list[Column], records: int) -> list[list[Cell | None]]: ...
