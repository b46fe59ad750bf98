from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import NodeTable

Ints = NDArray[np.int64]
Numbers = NDArray[np.int32]
Words = tuple[Numbers, Ints]

class PathCodes:
    tags: Numbers
    words: Words
    alike: Words
    unstyled: Numbers
    plain: Numbers
    step: Numbers
    unstyled_paths: int
    def __init__(self, nodes: NodeTable, plain: Callable[[str, bool], str]) -> None: ...

def text_words(texts: list[str], plain: Callable[[str, bool], str]) -> tuple[Words, Words]: ...
def numbered_sets(words: Numbers, first: Ints) -> Numbers: ...
