"""The header text above a table cell."""

from __future__ import annotations

from pagerows.columns._headers import Headers

__all__ = ["Headers"]
