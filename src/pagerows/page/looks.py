"""What rows of a rendered page look like: colours as people tell them apart, and all visual properties as one code."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pagerows.page.nodes import Layout, NodeTable

__all__ = ["SAME_COLOUR", "Backgrounds", "ciede2000", "colour", "lab", "looks", "same_colour", "seen_backgrounds"]

Floats = NDArray[np.float64]
Backgrounds = Literal["own", "seen", "none"]

#: Colours that differ by more are different colours [E17 s. 2.1.1].
SAME_COLOUR: Final = 3.30

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


# -- looks -----------------------------------------------------------------------------------------------------------


def looks(nodes: NodeTable, backgrounds: Backgrounds = "own") -> NDArray[np.intp]:
    """Return a code per row, equal where all visual properties are equal [E17 Table 2]. (n,)

    Background colours are compared as they are ("own"), as people see them ("seen": through transparent elements
    and without differences that nobody notices), or not at all ("none").
    """
    layout = nodes.layout
    if layout is None:
        raise ValueError("looks need a rendered page")
    styles = np.ascontiguousarray(layout.styles, np.int32)
    if not styles.size:
        return np.zeros(len(styles), np.intp)
    if backgrounds != "own" and "background-color" in layout.style_names:
        styles = styles.copy()
        column = layout.style_names.index("background-color")
        styles[:, column] = seen_backgrounds(nodes, layout) if backgrounds == "seen" else 0
    # One void per row, so that whole rows compare as one value.
    rows = styles.view(np.dtype((np.void, styles.dtype.itemsize * styles.shape[1]))).ravel()
    return np.unique(rows, return_inverse=True)[1].reshape(-1).astype(np.intp)


def seen_backgrounds(nodes: NodeTable, layout: Layout) -> NDArray[np.int32]:
    """Return a code per row for the background colour behind it, equal where people see no difference. (n,)"""
    column = layout.style_names.index("background-color")
    values = (*layout.style_values[column], "rgb(255, 255, 255)")  # white is what a page is painted on
    coarse = np.array(_distinct(values), np.int32)
    clear = np.array([colour(value)[3] == 0 for value in values], bool)
    codes = layout.styles[:, column]
    own, above = coarse[codes].tolist(), nodes.parent.tolist()
    for row in np.flatnonzero(clear[codes]).tolist():  # ascending: the parent's is known
        own[row] = own[above[row]] if row else int(coarse[-1])
    return np.array(own, np.int32)


def _distinct(values: tuple[str, ...]) -> list[int]:
    """Number colours so that each shares the number of the first one that looks the same."""
    first: list[str] = []
    numbers = []
    for value in values:
        number = next((n for n, other in enumerate(first) if same_colour(other, value)), len(first))
        if number == len(first):
            first.append(value)
        numbers.append(number)
    return numbers
