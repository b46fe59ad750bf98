from typing import Any

from pagerows.later import Ints

def normal_codes(path: Any, parent: Any, tags: Any, words: Any, first: Any, others: Any) -> Ints: ...
