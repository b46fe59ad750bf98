from collections.abc import Hashable, Iterable
from typing import TypeVar

Value = TypeVar("Value", bound=Hashable)

def tally(values: Iterable[Value]) -> dict[Value, int]: ...
def most_frequent(values: Iterable[Value]) -> tuple[Value, int] | tuple[None, int]: ...
