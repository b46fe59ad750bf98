from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet

def find(sheet: Sheet, least: int, most: int, further: list[Candidates]) -> Candidates: ...
