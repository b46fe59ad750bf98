from typing import Any

from pagerows._arrays import Array
from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

NAMES: tuple[str, ...]
TOPS: tuple[str, ...]
INSIDE: tuple[str, ...]

def feature_table(sheet: Sheet, candidates: Candidates, starts: Any) -> Array: ...
