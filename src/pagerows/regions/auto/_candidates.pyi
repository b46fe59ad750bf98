from collections.abc import Sequence

from pagerows._arrays import Array
from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

def of_regions(marked: Sequence[object], rows: int, least: int, source: int) -> tuple[Candidates, Array]: ...
def find(sheet: Sheet, least: int, most: int, further: list[Candidates]) -> Candidates: ...
