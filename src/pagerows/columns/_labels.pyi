from collections.abc import Collection, Sequence

from pagerows.page.nodes import NodeTable
from pagerows.values import Cell, CellKind

def labels_before(
    nodes: NodeTable,
    columns: Sequence[tuple[Cell | None, ...]],
    labels_alone: Collection[str],
    longest: int,
    fewest: int,
    agreeing: float,
) -> list[str | None]: ...
def label_before(
    nodes: NodeTable,
    column: tuple[Cell | None, ...],
    values: tuple[Cell | None, ...],
    labels_alone: Collection[str],
    longest: int,
    fewest: int,
    agreeing: float,
) -> str | None: ...
def kinds_of(columns: Sequence[tuple[Cell | None, ...]]) -> tuple[CellKind, ...]: ...
def split_labels(
    columns: list[tuple[Cell | None, ...]], known: list[str | None]
) -> tuple[list[tuple[Cell | None, ...]], list[str | None]]: ...
