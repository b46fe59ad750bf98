from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, TypeVar

T = TypeVar("T")

def plain_when(whole: str, months: Mapping[str, int], weekdays: Mapping[str, int], kind: type[T]) -> T | None: ...
def plain_relative(whole: str, known: Mapping[str, tuple[str, int]], kind: type[T]) -> T | None: ...
def plain_values(
    whens: dict[str, T], day_first: bool | None, slow: Callable[[T], date | tuple[Any, ...] | None]
) -> dict[str, Any]: ...
