from typing import Any

from pagerows._arrays import Array
from pagerows.columns.names._evidence import Evidence

class Weights:
    def __init__(
        self, roles: tuple[str, ...], none: str, traits: tuple[str, ...], weights: Any, spoken: Any, base: Any
    ) -> None: ...
    def probabilities(self, columns: list[Evidence]) -> Array: ...
