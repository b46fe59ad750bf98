import numpy as np
from numpy.typing import NDArray

def nearest(parent: NDArray[np.int32], marked: NDArray[np.uint8]) -> NDArray[np.int32]: ...
