"""Tag path sequence -> structured regions: stretches where the contour is flat [V20 Def. 3.9-3.11, Alg. 2]."""

from __future__ import annotations

from pagerows.later import Ints as Codes
from pagerows.later import Longs as Ints
from pagerows.later import np
from pagerows.regions.signal._contour import Contour, flat_regions, order_by_symbol
from pagerows.regions.signal.params import SignalParams

__all__ = ["by_symbol", "contour", "region_bounds"]

#: Starts and stops of disjoint stretches, ascending.
Bounds = tuple[Ints, Ints]


def contour(codes: Codes) -> Codes:
    """Return the largest value seen so far [V20 Def. 3.9].

    >>> contour(np.array([0, 1, 2, 1, 3, 2])).tolist()
    [0, 1, 2, 2, 3, 3]
    """
    found: Codes = np.maximum.accumulate(codes)
    return found


def by_symbol(codes: Codes) -> Ints:
    """Return all positions, those of the smallest symbol first, each symbol's in ascending order.

    >>> by_symbol(np.array([0, 1, 2, 1, 2], np.int32)).tolist()
    [0, 1, 3, 2, 4]
    """
    return order_by_symbol(codes)


def region_bounds(codes: Codes, params: SignalParams) -> Bounds:
    """Return the starts and stops of the structured regions [V20 Alg. 2, idRegions]."""
    how = Contour(params.backward, params.grow, params.min_share, params.fallback_regions, params.max_angle)
    return flat_regions(codes, how)
