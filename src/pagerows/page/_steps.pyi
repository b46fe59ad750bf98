from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

def ranks(tag: Ints, kind: NDArray[np.int8], end: Ints, ordinal: Ints, tags: int) -> Ints: ...
def paths_to(
    rows: Iterable[int],
    parent: Ints,
    kind: NDArray[np.int8],
    tag: Ints,
    rank: Ints,
    names: Sequence[str | None],
    odd: Callable[[int], str],
    body: str,
) -> list[str]: ...
