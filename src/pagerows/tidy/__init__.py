"""Aligned columns -> the columns that a person would have made: a list of small steps, each behind its parameter.

Nothing is lost silently: what a step leaves out is returned with the reason.
"""

from __future__ import annotations

from pagerows.tidy._steps import MOST_COLUMNS, Tidy, candidates, tidy

__all__ = ["MOST_COLUMNS", "Tidy", "candidates", "tidy"]
