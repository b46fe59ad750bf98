from typing import Any, Literal

from pagerows._arrays import Array

class Forest:
    def __init__(
        self, width: int, roots: Array, feature: Array, threshold: Array, left: Array, right: Array, value: Array
    ) -> None: ...
    def sums_of_leaves(self, rows: Any) -> Array: ...

def column_of(data: bytes, kind: Literal["int32", "float64"] | str, at: int, count: int) -> Array: ...
