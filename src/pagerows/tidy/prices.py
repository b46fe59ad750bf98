"""Prices: what every record has is one price column, and what the price was before is another.

Pages mark a price that is reduced otherwise than one that is not, so one fact stands in two columns of which each
record has one; or the same place holds the price of some records and the old price of those on sale.
"""

from __future__ import annotations

from pagerows.tidy._prices import settle_prices

__all__ = ["settle_prices"]
