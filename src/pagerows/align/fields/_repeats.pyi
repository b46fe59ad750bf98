from typing import Literal

from pagerows.align.fields._reading import Shown

Group = tuple[Literal["element", "list"], list[int]]

def resolved(reading: Shown, tag: str, rows: list[int], records: list[int]) -> list[Group]: ...
