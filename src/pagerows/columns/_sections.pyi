from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell

HEADINGS: Final[frozenset[str]]

def headings_of(nodes: NodeTable, spans: list[tuple[int, int]]) -> list[Cell] | None: ...
