from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes

Ints = NDArray[np.int32]
Flags = NDArray[np.uint8]

SHOWN: int
TEXT: int
TOLD: int
SPOKEN: int
NOTHING: int
SPACE: int
BETWEEN_WORDS: int
FLOWING: int
FORMATTING: int

def looks(
    kind: NDArray[np.int8], tag: Ints, path: Ints, end: Ints, shown: Flags, spoken: Flags, drawing: int, low: int
) -> Flags: ...
def gaps(rows: Ints, parent: Ints, tag: Ints, spaced: Flags, flow: Flags, low: int, text_tag: int) -> Flags: ...
def told(look: Flags, length: Ints, low: int) -> tuple[Ints, list[int], list[int], Ints, Ints]: ...

class Texts:
    def __init__(
        self,
        data: Sequence[str | Attributes],
        rows: list[int],
        glue: list[str],
        low: int,
        end: Ints,
        before: Ints,
        filled: Ints,
    ) -> None: ...
    def pieces(self, row: int) -> tuple[int, int]: ...
    def text(self, row: int) -> str: ...
    def joined(self, first: int, last: int) -> str: ...
    def texts(self, rows: Iterable[int]) -> list[str]: ...
    def is_told(self, rows: Iterable[int]) -> bool: ...
