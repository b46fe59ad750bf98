from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

class Sheet:
    def __init__(self, nodes: Any, columns: Any) -> None: ...

def rows_of(
    tag: Numbers, kind: NDArray[np.int8], shown: Bytes, lane_of_tag: Numbers, link: int
) -> tuple[Ints, Ints, Ints]: ...

class Counted:
    before: Ints
    sums: Numbers
    text_hash: NDArray[np.uint64]
    text_id: Ints
    chars: Ints
    leaves: Ints

def counted(
    tag: Numbers,
    end: Numbers,
    lane_of_tag: Numbers,
    rows: Ints,
    texts: tuple[Bytes, Ints, Ints],
    titled: Bytes,
    links: Ints,
    hrefs: tuple[Bytes, Ints, Ints],
    elements: Ints,
    kinds: Bytes,
) -> Counted: ...
def sketches(tags: Numbers, drawn: Bytes, paths: int) -> Numbers: ...
def with_words(text: bytes, words: list[bytes], count: int) -> Bytes: ...
def range_starts(text: bytes) -> list[int]: ...
