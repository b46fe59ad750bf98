import numpy as np
from numpy.typing import NDArray

from pagerows.measures._candidates import Candidates
from pagerows.measures._columns import Sheet
from pagerows.models._descent import Forest

Floats = NDArray[np.float64]

def settled(
    candidates: Candidates,
    features: Floats,
    trees: Forest,
    base: float,
    duels: Forest,
    duel_base: float,
    length: int,
    irregularity: int,
) -> Floats: ...
def agreed(candidates: Candidates, scores: Floats) -> Floats: ...
def duel_table(candidates: Candidates, features: Floats, scores: Floats) -> Floats: ...
def crowned(scores: Floats, chances: Floats) -> Floats: ...
def same_kind(sheet: Sheet, candidates: Candidates, one: int, other: int) -> bool: ...
def prefer_whole(
    candidates: Candidates, features: Floats, scores: Floats, length: int, irregularity: int
) -> Floats: ...
