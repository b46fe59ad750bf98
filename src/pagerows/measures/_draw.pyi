import numpy as np
from numpy.typing import NDArray

def random_bits(count: int) -> NDArray[np.uint8]: ...
