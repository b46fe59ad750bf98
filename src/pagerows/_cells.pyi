from collections.abc import Callable, Sequence

from pagerows._arrays import Array
from pagerows.later import Bools, Longs
from pagerows.page._joining import Joiner
from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

TAGS: tuple[int, int, int, int]

def cells_of_parts(
    nodes: NodeTable,
    hidden: Array | Bools,
    starts: Array | Longs,
    stops: Array | Longs,
    owners: Array | Longs | None,
    records: int,
    marks: dict[str, int],
    links: Joiner,
    drop_hidden: bool,
    join: bool,
    all_texts: bool,
) -> list[list[Cell]]: ...
def are_apart(starts: Array | Longs, stops: Array | Longs) -> bool: ...
def follow_on(starts: Array | Longs, stops: Array | Longs) -> bool: ...
def in_rows(
    cells: Sequence[Sequence[Cell]], places: Sequence[Sequence[int]], most_columns: Callable[[int, int], int]
) -> list[list[Cell | None]] | None: ...
