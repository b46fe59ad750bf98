from typing import Any

from pagerows._arrays import Array
from pagerows.later import Ints

def turns(path: Any, tag: Any, kind: Any, end: Any) -> list[tuple[int, int, int]]: ...
def alike(
    path: Any,
    tag: Any,
    end: Any,
    length: Any,
    tags: int,
    one: int,
    other: int,
    sample: int,
    same_tags: float,
    same_size: float,
    same_length: float,
) -> bool: ...
def rows_of_paths(path: Any, paths: int) -> Array: ...
def joined(path: Any, parent: Any, tags: Any, styles: Any, first: list[int]) -> tuple[Ints, Ints, Ints, list[int]]: ...
