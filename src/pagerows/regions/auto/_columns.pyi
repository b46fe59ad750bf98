import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]

def counted(there: Bytes) -> Ints: ...
def text_lanes(
    buffer: Bytes,
    start: Ints,
    stop: Ints,
    kinds: Bytes,
    rows: Ints,
    links: Ints,
    end: Numbers,
    ids: Numbers,
    before: Ints,
    lanes: Numbers,
) -> None: ...
def link_lanes(buffer: Bytes, start: Ints, stop: Ints, links: Ints, before: Ints, lanes: Numbers) -> None: ...
def run_sums(lanes: Numbers) -> None: ...
def text_hashes(rows: Ints, before: Ints, ids: Numbers, size: int) -> NDArray[np.uint64]: ...
def sketches(tags: Numbers, bits: Bytes) -> Numbers: ...
def range_starts(text: Bytes) -> list[int]: ...
