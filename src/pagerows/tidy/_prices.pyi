from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.tidy._strips import Strip
from pagerows.values import Cell

def settle_prices(nodes: NodeTable, columns: Sequence[Sequence[Cell | None]]) -> list[Strip]: ...
def is_price(column: Strip) -> bool: ...
