from typing import Any

from pagerows.later import Longs
from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

def regions_of(
    sheet: Sheet, candidates: Candidates, scores: Any, most: int, wide: bool
) -> list[tuple[int, Longs, Longs, bool]]: ...
