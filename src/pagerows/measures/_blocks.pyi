from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

WHOLE: tuple[str, ...]
AMONG: tuple[str, ...]
BLOCKS: tuple[str, ...]
SURELY: tuple[str, ...]
RECORDS: tuple[str, ...]
LEAD: tuple[str, ...]

def blocks(sheet: Sheet, inline: bytes) -> tuple[Ints, Ints, Bytes, Bytes]: ...
def whole(sheet: Sheet) -> tuple[float, ...]: ...
def page_numbers(context: Any, candidates: Candidates, scores: Floats) -> Floats: ...
def verdict_numbers(context: Any, candidates: Candidates, scores: Floats, features: Floats, asked: Ints) -> Floats: ...
