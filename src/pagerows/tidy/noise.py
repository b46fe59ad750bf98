"""Noise: what a person would press, and what no person would have in a table.

Controls are told by their markup. Of all else a small linear model says how likely it is a fact, by how full the column
is, what its texts say and what its markup is for (see `traits`); it was learned from tables that people made.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pagerows.forms import form
from pagerows.models import Linear, load
from pagerows.page.nodes import NodeTable
from pagerows.phrases import phrases_in
from pagerows.tidy._noise import controls, varying
from pagerows.tidy._traits import Weights, judged
from pagerows.tidy.strips import Cells, Strip, strips
from pagerows.vocabulary import plain

__all__ = ["controls", "unlikely", "varying"]

#: Words of a text that says whether there is some, and share of the records that are nearly all.
_FEW_WORDS: Final = 3
_ALL: Final = 0.9


def unlikely(nodes: NodeTable, columns: Sequence[Cells], chance: float) -> list[str | None]:
    """Return for each column why it is no fact, or None where that is at least as likely as `chance`."""
    given = strips(columns)
    reasons = judged(nodes, given, _weights(load("facts")), chance)
    for number, reason in enumerate(reasons):
        if reason and _is_stated(given[number]):
            reasons[number] = None
    return reasons


@lru_cache(maxsize=2)
def _weights(model: Linear) -> Weights:
    return Weights(*model.slopes, model.link)


def _is_stated(column: Strip) -> bool:
    """Whether several records, not all, say the same of themselves: when it was, or whether there is some."""
    if not 1 < len(column.filled) < _ALL * len(column) or not column.same:
        return False
    text = column.texts[0]
    return form(text) == "date" or (len(text.split()) <= _FEW_WORDS and "stock" in phrases_in(plain(text)))
