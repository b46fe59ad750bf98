from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import NodeTable
from pagerows.tidy._strips import Strip
from pagerows.values import Cell

Cells = Sequence[Cell | None]
INSIDE: Final[int]
ABOVE: Final[int]

def spare_files(nodes: NodeTable, columns: Sequence[Cells], reasons: list[str | None]) -> list[str | None]: ...
def name_files(nodes: NodeTable, columns: Sequence[Cells]) -> list[Strip]: ...
def may_say_file(nodes: NodeTable, row: int, above: int, inside: int, text: str) -> bool: ...
def has_extension(url: str) -> bool: ...
