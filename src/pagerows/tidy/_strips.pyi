from collections.abc import Iterable
from typing import TypeVar

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
    def __init__(self, texts: list[str]) -> None: ...

def seen(cells: tuple[Cell | None, ...]) -> tuple[list[Cell], list[str], int, bool]: ...
def are_most(tests: Iterable[object], count: int, share: float) -> bool: ...
def agreed(values: Iterable[Value], count: int, share: float) -> Value | None: ...
