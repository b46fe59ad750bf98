"""Region -> the six features of [V20 s. 4.3], all from the sequence alone, each between 0 and 1."""

from __future__ import annotations

from math import atan, degrees

from pagerows.later import Ints
from pagerows.measures._sequence import (
    center_position,
    extremes,
    horizontal_position,
    range_share,
    record_ratio,
    six,
    size_share,
    slope,
    vertical_position,
)

__all__ = [
    "angle",
    "center_position",
    "horizontal_position",
    "range_share",
    "record_ratio",
    "signal_features",
    "size_share",
    "vertical_position",
]


def signal_features(
    codes: Ints, start: int, stop: int, records: int, largest: int, covered: int | None = None
) -> dict[str, float]:
    """Return the six features of ``codes[start:stop]``, of which the records cover so many rows (None: all).

    ``codes[0]`` is ``<body>`` and not part of the sequence.
    """
    covered = stop - start if covered is None else covered
    return six(len(codes) - 1, largest, records, start, stop, covered, *extremes(codes, start, stop))


def angle(codes: Ints, start: int = 0, stop: int | None = None) -> float:
    """Return the absolute angle of a stretch's regression line, in degrees [V20 Alg. 2, filterRegions].

    >>> import numpy as np
    >>> round(angle(np.arange(5, dtype=np.int32)), 6)
    45.0
    """
    return degrees(atan(abs(slope(codes, start, len(codes) if stop is None else stop))))
