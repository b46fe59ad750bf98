from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def find(nodes: Any, columns: Any, least: int, most: int, further: Sequence[Any]) -> tuple[Ints, Ints, Ints, Ints]: ...
