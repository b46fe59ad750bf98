from typing import Any

from pagerows._arrays import Array
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
) -> Array: ...
def agreed(candidates: Candidates, scores: Any) -> Array: ...
def duel_table(candidates: Candidates, features: Any, scores: Any) -> Array: ...
def crowned(scores: Any, chances: Any) -> Array: ...
def same_kind(sheet: Sheet, candidates: Candidates, one: int, other: int) -> bool: ...
def prefer_whole(candidates: Candidates, features: Any, scores: Any, length: int, irregularity: int) -> Array: ...
