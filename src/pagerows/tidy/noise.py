"""Noise: what a person would press, and what no person would have in a table.

Controls are told by their markup. Of all else a small linear model says how likely it is a fact, by how full the column
is, what its texts say and what its markup is for (see `traits`); it was learned from tables that people made.
"""

from __future__ import annotations

from pagerows.tidy._noise import controls, varying
from pagerows.tidy._traits import unlikely

__all__ = ["controls", "unlikely", "varying"]
