"""Region -> the six features of [V20 s. 4.3], all from the sequence alone, each between 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "center_position",
    "horizontal_position",
    "range_share",
    "record_ratio",
    "region_features",
    "signal_features",
    "size_share",
    "vertical_position",
]

Ints = NDArray[np.intp]


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
    region = codes[start:stop]
    covered = stop - start if covered is None else covered
    values = float(region.mean()), float(region.min()), float(region.max())
    return _features(len(codes) - 1, largest, (start, stop), records, covered, values)


def region_features(
    codes: NDArray[np.int32], starts: Ints, stops: Ints, records: Sequence[int], covered: Sequence[int]
) -> list[dict[str, float]]:
    """Return the same of several regions, quicker than one by one."""
    size, largest = len(codes) - 1, int(codes.max())
    sums = np.zeros(len(codes) + 1, np.int64)
    np.cumsum(codes, out=sums[1:])
    # Every second result is the one from a start to its stop; the stop of the last region may be the end.
    edges = np.column_stack((starts, stops)).ravel()
    padded = np.append(codes, codes[-1:])
    columns = (
        starts.tolist(),
        stops.tolist(),
        records,
        covered,
        ((sums[stops] - sums[starts]) / (stops - starts)).tolist(),
        np.minimum.reduceat(padded, edges)[::2].tolist(),
        np.maximum.reduceat(padded, edges)[::2].tolist(),
    )
    return [
        _features(size, largest, (start, stop), count, rows, values)
        for start, stop, count, rows, *values in zip(*columns, strict=True)
    ]


def _features(
    size: int, largest: int, bounds: tuple[int, int], records: int, covered: int, values: Sequence[float]
) -> dict[str, float]:
    """Return the six features; `values` are mean, least and largest code of the region."""
    mean, lowest, highest = values
    center = (bounds[0] + bounds[1]) / 2 - 1
    return {
        "size": size_share(covered, size),
        "center": max(0.0, center_position(center, size / 2)),
        "horizontal": horizontal_position(center, size),
        "vertical": vertical_position(mean, largest),
        "range": range_share(lowest, highest, largest),
        "record": record_ratio(records, covered / records),
    }
