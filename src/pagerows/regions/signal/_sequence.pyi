from typing import Any

from pagerows._arrays import Array

def normal_codes(path: Any, parent: Any, tags: Any, words: Any, first: Any, others: Any) -> Array: ...
