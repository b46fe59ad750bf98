"""Evidence and probabilities -> one role and one name per column, decided over the whole table (`_decide.pyx`)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from pagerows._arrays import Array
from pagerows.columns.names._decide import choose
from pagerows.columns.names._evidence import Evidence
from pagerows.later import Floats

__all__ = ["Named", "decide"]


class Named(NamedTuple):
    """What a column is called, what it is for a person, and how sure that is."""

    name: str
    role: str | None = None
    #: 1 where the page says the name (header, label, property), else how likely it is.
    confidence: float = 1.0


def decide(columns: Sequence[Evidence], chances: Array | Floats, page_words: Container[str] = ()) -> list[Named]:
    """Name the columns of a table; `chances` has the roles' probabilities (the last: no role) of the text columns."""
    return [Named(*one) for one in choose(list(columns), chances, page_words)]
