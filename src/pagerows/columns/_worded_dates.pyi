from collections.abc import Container, Mapping
from typing import TypeVar

T = TypeVar("T")

def worded_when(
    whole: str,
    months: Mapping[str, int],
    weekdays: Mapping[str, int],
    filler: Container[str],
    days: Container[str],
    kind: type[T],
) -> T | None: ...
