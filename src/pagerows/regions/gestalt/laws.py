"""The Gestalt laws of grouping as functions on columns [E17 s. 2.1.1, 5.1].

Rectangles are rows of x, y, width, height; every law takes two columns of them (or of colours) that broadcast.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "SAME_COLOUR",
    "aligned",
    "ciede2000",
    "colour",
    "hausdorff",
    "lab",
    "overlap",
    "proximity",
    "same_colour",
    "same_size",
]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Colours that differ by more are different colours [E17 s. 2.1.1].
SAME_COLOUR: Final = 3.30


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


# -- continuity --------------------------------------------------------------------------------------------------


def aligned(first: ArrayLike, second: ArrayLike, tolerance: float = 1.0) -> Bools:
    """Return whether rectangles share their left, top, right or bottom edge [E17 s. 2.1.1, continuity]. (..., 4)

    >>> aligned([0, 0, 50, 10], [0, 30, 40, 10]).tolist()
    [True, False, False, False]
    """
    a, b = np.asarray(first, float), np.asarray(second, float)
    edges = [np.concatenate([box[..., :2], box[..., :2] + box[..., 2:]], axis=-1) for box in (a, b)]
    return np.asarray(np.abs(edges[0] - edges[1]) <= tolerance)


# -- similarity --------------------------------------------------------------------------------------------------


def same_size(first: ArrayLike, second: ArrayLike, tolerance: float = 1.0) -> Bools:
    """Return whether rectangles have the same width and height."""
    a, b = np.asarray(first, float), np.asarray(second, float)
    return np.asarray((np.abs(a[..., 2:] - b[..., 2:]) <= tolerance).all(axis=-1))


_COLOUR = re.compile(r"rgba?\(([^)]*)\)")


@cache
def colour(css: str) -> tuple[float, float, float, float]:
    """Read a computed colour as red, green, blue (0-255) and opacity (0-1); anything else is transparent.

    >>> colour("rgba(255, 0, 0, 0.5)")
    (255.0, 0.0, 0.0, 0.5)
    """
    found = _COLOUR.search(css)
    if not found:
        return (0.0, 0.0, 0.0, 0.0)
    parts = [part for part in re.split(r"[\s,/]+", found[1].strip()) if part]
    try:
        red, green, blue = (float(part) for part in parts[:3])
        opacity = float(parts[3].rstrip("%")) / (100 if parts[3].endswith("%") else 1) if len(parts) > 3 else 1.0
    except ValueError:
        return (0.0, 0.0, 0.0, 0.0)
    return (red, green, blue, opacity)


#: Linear sRGB to XYZ, each row divided by the D65 white point (IEC 61966-2-1).
_TO_XYZ: Final = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
) / np.array([[0.95047], [1.0], [1.08883]])


def lab(rgb: ArrayLike) -> Floats:
    """Convert sRGB (0-255) to CIE-Lab under D65. (..., 3)

    >>> [round(abs(part), 3) for part in lab([255, 255, 255]).tolist()]
    [100.0, 0.0, 0.0]
    """
    share = np.asarray(rgb, float) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    xyz = linear @ _TO_XYZ.T
    root = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.asarray(np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1))


def ciede2000(first: ArrayLike, second: ArrayLike) -> Floats:
    """Return the CIEDE2000 difference of Lab colours [E17 Eq. 4], all k equal to 1.

    The formula is that of Luo, Cui and Rigg (2001); hue differences follow the usual convention for grey colours.
    """
    one, two = np.asarray(first, float), np.asarray(second, float)
    chroma = (np.hypot(one[..., 1], one[..., 2]) + np.hypot(two[..., 1], two[..., 2])) / 2
    stretch = 1.5 - 0.5 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    a1, a2 = one[..., 1] * stretch, two[..., 1] * stretch
    c1, c2 = np.hypot(a1, one[..., 2]), np.hypot(a2, two[..., 2])
    h1 = np.degrees(np.arctan2(one[..., 2], a1)) % 360
    h2 = np.degrees(np.arctan2(two[..., 2], a2)) % 360
    grey = c1 * c2 == 0

    turn = (h2 - h1 + 180) % 360 - 180
    turn = np.where(turn == -180, 180, turn)
    turn = np.where(h2 - h1 == -180, -180, turn)
    d_light, d_chroma = two[..., 0] - one[..., 0], c2 - c1
    d_hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(np.where(grey, 0, turn)) / 2)

    light, chroma = (one[..., 0] + two[..., 0]) / 2, (c1 + c2) / 2
    far = np.abs(h1 - h2) > 180
    total = h1 + h2
    hue = np.where(grey, total, np.where(far, np.where(total < 360, total + 360, total - 360), total) / 2)
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    s_light = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    s_chroma, s_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    spin = 60 * np.exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(np.radians(spin))
    lightness, colourful, tint = d_light / s_light, d_chroma / s_chroma, d_hue / s_hue
    square = lightness**2 + colourful**2 + tint**2 + rotation * colourful * tint
    return np.asarray(np.sqrt(np.maximum(square, 0)))


@cache
def same_colour(first: str, second: str, threshold: float = SAME_COLOUR) -> bool:
    """Return whether two computed colours look the same; transparent ones look alike whatever their channels say.

    >>> same_colour("rgb(255, 255, 255)", "rgb(252, 252, 252)"), same_colour("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    (True, False)
    """
    one, two = colour(first), colour(second)
    if one[3] == 0 or two[3] == 0:
        return one[3] == two[3]
    if abs(one[3] - two[3]) > 0.1:
        return False
    return bool(ciede2000(lab(one[:3]), lab(two[:3])) <= threshold)
