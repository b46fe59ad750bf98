"""What rows of a rendered page look like: colours as people tell them apart, and all visual properties as one code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pagerows.page.nodes import Layout, NodeTable

__all__ = [
    "REPLACED",
    "SAME_COLOUR",
    "SAME_IMAGE",
    "Backgrounds",
    "ciede2000",
    "colour",
    "images_of",
    "lab",
    "looks",
    "same_colour",
    "seen_backgrounds",
    "seen_images",
    "ssim",
]

Floats = NDArray[np.float64]
Backgrounds = Literal["own", "seen", "none"]

#: Elements that show something without any text in them.
REPLACED: Final = (
    "img",
    "svg",
    "video",
    "canvas",
    "input",
    "button",
    "select",
    "textarea",
    "iframe",
    "object",
    "embed",
    "hr",
    "progress",
    "meter",
)

#: Colours that differ by more are different colours [E17 s. 2.1.1].
SAME_COLOUR: Final = 3.30

#: Images whose structural similarity is above this are the same image [E17 s. 2.1.1].
SAME_IMAGE: Final = 0.48

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


# -- images ----------------------------------------------------------------------------------------------------------


def ssim(first: ArrayLike, second: ArrayLike, window: int = 7) -> float:
    """Return the structural similarity of two grey pictures of one size, values 0-255 [E17 Eq. 5].

    Eq. 5 is worked out in every square of `window` pixels and averaged, as Wang and others (2004) define the index; a
    window as large as the pictures gives the equation as it is printed. Variances are those of samples, the two
    stabilising terms (0.01 * 255)^2 and (0.03 * 255)^2.

    >>> ramp = np.tile(np.arange(0, 256, 8.0), (32, 1))
    >>> round(ssim(ramp, ramp), 3), round(ssim(ramp, 255 - ramp), 3)
    (1.0, -0.541)
    """
    one, two = np.asarray(first, float), np.asarray(second, float)
    size = (min(window, one.shape[0]), min(window, one.shape[1]))
    x, y = (np.lib.stride_tricks.sliding_window_view(image, size) for image in (one, two))
    mean_x, mean_y = x.mean((-2, -1)), y.mean((-2, -1))
    count = size[0] * size[1]
    sample = count / max(1, count - 1)
    var_x = ((x * x).mean((-2, -1)) - mean_x**2) * sample
    var_y = ((y * y).mean((-2, -1)) - mean_y**2) * sample
    both = ((x * y).mean((-2, -1)) - mean_x * mean_y) * sample
    c, d = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    value = (2 * mean_x * mean_y + c) * (2 * both + d) / ((mean_x**2 + mean_y**2 + c) * (var_x + var_y + d))
    return float(value.mean())


def images_of(layout: Layout) -> list[str]:
    """Return the different background images of the visible rows."""
    if "background-image" not in layout.style_names:
        return []
    column = layout.style_names.index("background-image")
    used = np.unique(layout.styles[layout.visible, column]).tolist()
    return [value for code in used if (value := layout.style_values[column][code]) not in ("", "none")]


def seen_images(layout: Layout, pictures: Mapping[str, Floats]) -> NDArray[np.int32]:
    """Return a code per row for its background image, equal where people see the same one. (n,)

    Images with one address are the same at once; others only where both have a picture, and by SSIM.
    """
    column = layout.style_names.index("background-image")

    def same(one: str, two: str) -> bool:
        return one in pictures and two in pictures and ssim(pictures[one], pictures[two]) > SAME_IMAGE

    codes = np.array(_distinct(layout.style_values[column], same), np.int32)
    return codes[layout.styles[:, column]]


# -- looks -----------------------------------------------------------------------------------------------------------


def looks(
    nodes: NodeTable, backgrounds: Backgrounds = "own", pictures: Mapping[str, Floats] | None = None
) -> NDArray[np.intp]:
    """Return a code per row, equal where all visual properties are equal [E17 Table 2]. (n,)

    Background colours are compared as they are ("own"), as people see them ("seen": through transparent elements
    and without differences that nobody notices; then text colours as well), or not at all ("none"). Background images
    are compared by their address; where `pictures` has their pixels, by what they show.
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
    if backgrounds == "seen" and "color" in layout.style_names:
        styles = styles.copy()
        column = layout.style_names.index("color")
        coarse = np.array(_distinct(layout.style_values[column], same_colour), np.int32)
        styles[:, column] = coarse[styles[:, column]]
    if pictures and "background-image" in layout.style_names:
        styles = styles.copy()
        styles[:, layout.style_names.index("background-image")] = seen_images(layout, pictures)
    # One void per row, so that whole rows compare as one value.
    rows = styles.view(np.dtype((np.void, styles.dtype.itemsize * styles.shape[1]))).ravel()
    return np.unique(rows, return_inverse=True)[1].reshape(-1).astype(np.intp)


def seen_backgrounds(nodes: NodeTable, layout: Layout) -> NDArray[np.int32]:
    """Return a code per row for the background colour behind it, equal where people see no difference. (n,)"""
    column = layout.style_names.index("background-color")
    values = (*layout.style_values[column], "rgb(255, 255, 255)")  # white is what a page is painted on
    coarse = np.array(_distinct(values, same_colour), np.int32)
    clear = np.array([colour(value)[3] == 0 for value in values], bool)
    codes = layout.styles[:, column]
    own, above = coarse[codes].tolist(), nodes.parent.tolist()
    for row in np.flatnonzero(clear[codes]).tolist():  # ascending: the parent's is known
        own[row] = own[above[row]] if row else int(coarse[-1])
    return np.array(own, np.int32)


Value = TypeVar("Value")


def _distinct(values: Sequence[Value], same: Callable[[Value, Value], bool]) -> list[int]:
    """Number values so that each shares the number of the first one that looks the same."""
    first: list[Value] = []
    numbers = []
    for value in values:
        number = next((n for n, other in enumerate(first) if same(other, value)), len(first))
        if number == len(first):
            first.append(value)
        numbers.append(number)
    return numbers
