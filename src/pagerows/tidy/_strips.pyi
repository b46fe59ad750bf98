from collections.abc import Iterable, Sequence
from typing import TypeVar, overload

from pagerows.values import Cell

Value = TypeVar("Value")

class Signs:
    digits: int
    twice: int
    length: int
    longest: int
    edged: int
    currency: int
    ended: int
    letters: int
    several: int
    strong: int
    weak: int
    counted: int
    rated: int
    amounts: int
    def __init__(self, texts: list[str]) -> None: ...

class Strip(Sequence[Cell | None]):
    cells: tuple[Cell | None, ...]
    filled: list[Cell]
    texts: list[str]
    pictures: int
    told: int
    linked: int
    bare: int
    lists: bool
    title: float | None
    def __init__(self, cells: Iterable[Cell | None]) -> None: ...
    @property
    def joined(self) -> str: ...
    @property
    def same(self) -> bool: ...
    @property
    def varied(self) -> int: ...
    @property
    def words(self) -> list[list[str]]: ...
    @property
    def signs(self) -> Signs: ...
    @property
    def digits(self) -> int: ...
    @property
    def is_image(self) -> bool: ...
    @overload
    def __getitem__(self, place: int) -> Cell | None: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Cell | None, ...]: ...
    def __len__(self) -> int: ...

def strips(columns: Iterable[Sequence[Cell | None]]) -> list[Strip]: ...
def columns_of(rows: Iterable[Sequence[Cell | None]]) -> list[Strip]: ...
def are_most(tests: Iterable[object], count: int, share: float) -> bool: ...
def agreed(values: Iterable[Value], count: int, share: float) -> Value | None: ...
def with_text(cell: Cell, text: str, whole: str | None = None) -> Cell: ...
def with_link(cell: Cell, url: str) -> Cell: ...
