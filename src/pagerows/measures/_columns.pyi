from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import NodeTable

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

class Sheet:
    def __init__(self, nodes: Any, columns: Any) -> None: ...

class Counted:
    before: Ints
    sums: Numbers
    text_hash: NDArray[np.uint64]
    text_id: Ints
    link_id: Ints
    chars: Ints
    leaves: Ints
    joined: bytes

def counted(
    nodes: NodeTable, seen: Bytes, shown: int, lanes: dict[str, int], title: list[bytes], kinds: Bytes
) -> Counted: ...
def sketches(tags: Numbers, drawn: Bytes, paths: int) -> Numbers: ...
def range_starts(text: bytes) -> list[int]: ...
