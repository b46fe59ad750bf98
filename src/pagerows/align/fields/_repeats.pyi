from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.align.fields._reading import Shown

Ints = NDArray[np.int32]
Group = tuple[Literal["element", "list"], list[int]]

def resolved(reading: Shown, tag: str, rows: Ints, records: Ints) -> list[Group]: ...
