from typing import Any

from pagerows.later import Floats
from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet
from pagerows.models._descent import Forest

def settled(
    candidates: Candidates,
    features: Any,
    trees: Forest,
    base: float,
    duels: Forest,
    duel_base: float,
    length: int,
    irregularity: int,
) -> Floats: ...
def agreed(candidates: Candidates, scores: Any) -> Floats: ...
def duel_table(candidates: Candidates, features: Any, scores: Any) -> Floats: ...
def crowned(scores: Any, chances: Any) -> Floats: ...
def same_kind(sheet: Sheet, candidates: Candidates, one: int, other: int) -> bool: ...
def prefer_whole(candidates: Candidates, features: Any, scores: Any, length: int, irregularity: int) -> Floats: ...
