from typing import Any

from pagerows._arrays import Array
from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

def regions_of(
    sheet: Sheet, candidates: Candidates, scores: Any, most: int, wide: bool
) -> list[tuple[int, Array, Array, bool]]: ...
