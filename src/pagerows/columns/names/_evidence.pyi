from collections.abc import Sequence
from typing import Any, Final

from pagerows.values import Cell, CellKind
from pagerows.vocabulary import Field

SOURCES: Final[tuple[str, ...]]
KINDS_OF_TYPES: Final[tuple[str, ...]]
NAMES: Final[tuple[str, ...]]

class Evidence:
    cells: list[Cell]
    kind: CellKind
    type: str
    label: str
    header: bool
    prefix: str
    filled: float
    def __init__(
        self,
        cells: list[Cell],
        kind: str,
        type: str,  # noqa: A002 - what columns call it
        *,
        traits: dict[str, float] | None = None,
        said: dict[str, dict[Field, float]] | None = None,
        label: str = "",
        header: bool = False,
        prefix: str = "",
        filled: float = 1.0,
        values: Sequence[Any] | None = None,
        words: tuple[str, ...] = (),
    ) -> None: ...
    @property
    def traits(self) -> dict[str, float]: ...
    @property
    def said(self) -> dict[str, dict[Field, float]]: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def amounts(self) -> list[float | None]: ...
    def hear(self, source: str, field: Field, share: float) -> None: ...
    def saying(self, said: dict[str, dict[Field, float]]) -> Evidence: ...
