"""Region -> the six features of [V20 s. 4.3], all from the sequence alone, each between 0 and 1."""

from __future__ import annotations

from math import atan, degrees

import numpy as np
from numpy.typing import NDArray

from pagerows.measures._sequence import extremes, slope

__all__ = [
    "angle",
    "angle_of",
    "center_position",
    "features_of",
    "horizontal_position",
    "range_share",
    "record_ratio",
    "signal_features",
    "size_share",
    "vertical_position",
]


def size_share(region_size: float, sequence_size: float) -> float:
    """Return the region's share of the sequence [V20 Eq. 8, Fig. 9].

    >>> round(100 * size_share(618, 1336), 2)
    46.26
    """
    return region_size / sequence_size


def center_position(region_center: float, sequence_center: float) -> float:
    """Return how close the region's centre is to the sequence's [V20 Eq. 9, Fig. 10].

    >>> round(100 * center_position(784, 667), 2)
    82.46
    """
    return 1 - abs(region_center - sequence_center) / sequence_center


def horizontal_position(region_center: float, sequence_size: float) -> float:
    """Return the distance from the region's centre to the end of the sequence [V20 Eq. 10, Fig. 10].

    >>> round(100 * horizontal_position(782, 1336), 2)
    41.47
    """
    return (sequence_size - region_center) / sequence_size


def vertical_position(region_mean: float, largest: float) -> float:
    """Return the region's mean code as a share of the largest code [V20 Eq. 11, Fig. 10].

    >>> round(100 * vertical_position(263, 391), 2)
    67.26
    """
    return region_mean / largest


def range_share(lowest: float, highest: float, largest: float) -> float:
    """Return the range of the region's codes as a share of the sequence's [V20 Eq. 12, Fig. 11].

    >>> round(100 * range_share(254, 283, 391), 2)
    7.42
    """
    return (highest - lowest) / largest


def record_ratio(count: float, size: float) -> float:
    """Return how alike record count and average record size are [V20 Eq. 13, Fig. 12].

    Eq. 13 names its arguments numRecs and recCount; the text says record count and record size.

    >>> round(100 * record_ratio(20, 31), 2)
    64.52
    """
    return min(count, size) / max(count, size)


def signal_features(
    codes: NDArray[np.int32], start: int, stop: int, records: int, largest: int, covered: int | None = None
) -> dict[str, float]:
    """Return the six features of ``codes[start:stop]``, of which the records cover so many rows (None: all).

    ``codes[0]`` is ``<body>`` and not part of the sequence.
    """
    covered = stop - start if covered is None else covered
    return features_of(len(codes) - 1, largest, records, start, stop, covered, *extremes(codes, start, stop))


def features_of(
    size: int, largest: int, records: int, start: int, stop: int, covered: int, total: int, low: int, high: int
) -> dict[str, float]:
    """Return the six features of a stretch; `total`, `low` and `high` are sum, smallest and largest of its codes."""
    center = (start + stop) / 2 - 1
    return {
        "size": size_share(covered, size),
        "center": max(0.0, center_position(center, size / 2)),
        "horizontal": horizontal_position(center, size),
        "vertical": vertical_position(total / (stop - start), largest),
        "range": range_share(low, high, largest),
        "record": record_ratio(records, covered / records),
    }


def angle(codes: NDArray[np.int32], start: int = 0, stop: int | None = None) -> float:
    """Return the absolute angle of a stretch's regression line, in degrees [V20 Alg. 2, filterRegions].

    >>> round(angle(np.arange(5, dtype=np.int32)), 6)
    45.0
    """
    return angle_of(slope(codes, start, len(codes) if stop is None else stop))


def angle_of(slope: float) -> float:
    """Return the absolute angle of a line, in degrees."""
    return degrees(atan(abs(slope)))
