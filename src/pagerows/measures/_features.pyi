import numpy as np
from numpy.typing import NDArray

from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

NAMES: tuple[str, ...]
TOPS: tuple[str, ...]
INSIDE: tuple[str, ...]

def feature_table(sheet: Sheet, candidates: Candidates, starts: NDArray[np.bool_] | None) -> NDArray[np.float64]: ...
