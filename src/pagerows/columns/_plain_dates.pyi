from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

def plain_when(whole: str, months: Mapping[str, int], weekdays: Mapping[str, int], kind: type[T]) -> T | None: ...
