from collections.abc import Iterable, Sequence

class Alignment:
    columns: list[list[int]]
    compared: int
    def __init__(self, sequences: Iterable[Sequence[int]], most_compared: int) -> None: ...
