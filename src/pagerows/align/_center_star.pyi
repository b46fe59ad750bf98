from collections.abc import Iterable, Sequence

from pagerows.values import Cell

class Alignment:
    columns: list[list[int]]
    compared: int
    def __init__(self, sequences: Iterable[Sequence[int]], most_compared: int) -> None: ...

def cell_columns(cells: list[list[Cell]], most_compared: int) -> list[list[int]]: ...
