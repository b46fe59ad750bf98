from collections.abc import Callable, Iterable, Sequence

from pagerows.values import Cell

class Alignment:
    compared: int
    @property
    def columns(self) -> list[list[int]]: ...
    def __init__(self, sequences: Iterable[Sequence[int]], most_compared: int) -> None: ...

def cell_columns(cells: list[list[Cell]], most_compared: int) -> list[list[int]]: ...
def cell_rows(
    cells: list[list[Cell]], most_compared: int, most_columns: Callable[[int, int], int]
) -> list[list[Cell | None]] | None: ...
