"""The Gestalt laws of grouping as functions on columns [E17 s. 2.1.1, 5.1].

Rectangles are rows of x, y, width, height; every law takes two columns of them that broadcast. What things look like
is a code per layer (`pagerows.page.looks`: the styles of Table 2, colours by CIEDE2000, images by SSIM); the law of
common fate compares the codes of their `position`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["aligned", "hausdorff", "in_line", "overlap", "proximity", "same_proximity", "similar"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


# -- proximity ---------------------------------------------------------------------------------------------------


def _reach(low: Floats, high: Floats, other_low: Floats, other_high: Floats) -> Floats:
    """How far an interval's farthest point is from another interval; 0 where it lies inside."""
    return np.maximum(0.0, np.maximum(other_low - low, high - other_high))


def hausdorff(first: ArrayLike, second: ArrayLike) -> Floats:
    """Return the directed Hausdorff distance from filled rectangles to others [E17 Eq. 2].

    The point of a rectangle farthest from another one is a corner, and the two axes are independent, so the
    supremum needs no search.

    >>> hausdorff([[0, 0, 10, 10]], [[0, 15, 10, 10]])
    array([15.])
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    across = _reach(a[..., 0], a[..., 0] + a[..., 2], b[..., 0], b[..., 0] + b[..., 2])
    down = _reach(a[..., 1], a[..., 1] + a[..., 3], b[..., 1], b[..., 1] + b[..., 3])
    return np.asarray(np.hypot(across, down))


def overlap(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Return how many pixels rectangles share in x and in y; below zero: the space between them."""
    a, b = np.asarray(first, float), np.asarray(second, float)
    width = np.minimum(a[..., 0] + a[..., 2], b[..., 0] + b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    height = np.minimum(a[..., 1] + a[..., 3], b[..., 1] + b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    return width, height


def proximity(first: ArrayLike, second: ArrayLike) -> Floats:
    """Return the normalised Hausdorff distance of rectangles [E17 Eq. 1-3].

    The relevant length is the height where one stands above the other, the width where they stand side by side,
    else the diagonal.

    >>> proximity([[0, 0, 50, 10]], [[0, 15, 50, 20]])
    array([1.5])
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    width, height = overlap(a, b)
    above, beside = (width > 0) & (height <= 0), (height > 0) & (width <= 0)

    def relevant(box: Floats) -> Floats:
        sides = np.where(above, box[..., 3], np.where(beside, box[..., 2], np.hypot(box[..., 2], box[..., 3])))
        return np.maximum(sides, 1.0)  # a layer thinner than a pixel is not seen as thinner

    return np.asarray(np.maximum(hausdorff(a, b) / relevant(a), hausdorff(b, a) / relevant(b)))


def same_proximity(distances: ArrayLike, tolerance: float = 0.05) -> bool:
    """Return whether all pairs of a series are equally near [E17 s. 5.1, law of proximity].

    >>> same_proximity([1.2, 1.21, 1.2]), same_proximity([1.2, 1.2, 3.0])
    (True, False)
    """
    return bool(np.ptp(np.asarray(distances, float)) <= tolerance)


# -- continuity --------------------------------------------------------------------------------------------------


def aligned(first: ArrayLike, second: ArrayLike, tolerance: float = 1.0) -> Bools:
    """Return whether rectangles share their left, top, right or bottom edge [E17 s. 2.1.1, continuity]. (..., 4)

    >>> aligned([0, 0, 50, 10], [0, 30, 40, 10]).tolist()
    [True, False, False, False]
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    edges = [np.concatenate([box[..., :2], box[..., :2] + box[..., 2:]], axis=-1) for box in (a, b)]
    return np.asarray(np.abs(edges[0] - edges[1]) <= tolerance)


def in_line(first: ArrayLike, second: ArrayLike, highest: float = 80.0) -> Bools:
    """Return whether rectangles are parts of one line of text: with one top or one bottom, and not higher than that.

    The height is ours: what is higher than four lines of text is a picture or a card.
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    low = np.maximum(a[..., 3], b[..., 3]) <= highest
    return np.asarray(low & aligned(a, b)[..., [1, 3]].any(axis=-1))


# -- similarity --------------------------------------------------------------------------------------------------


def similar(
    first: ArrayLike, second: ArrayLike, look_first: ArrayLike, look_second: ArrayLike, tolerance: float = 1.0
) -> Bools:
    """Return whether layers are of one size and look the same [E17 s. 2.1.1, similarity].

    >>> similar([0, 0, 50, 10], [0, 30, 50, 10], 3, 3).item(), similar([0, 0, 50, 10], [0, 30, 50, 10], 3, 4).item()
    (True, False)
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    size = (np.abs(a[..., 2:] - b[..., 2:]) <= tolerance).all(axis=-1)
    return np.asarray(size & (np.asarray(look_first) == np.asarray(look_second)))
