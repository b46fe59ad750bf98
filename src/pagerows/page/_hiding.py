"""What markup itself hides: by attribute, or by an inline style."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes, Paths

__all__ = ["HIDING", "WAITING", "hidden_rows", "hides"]

HIDING: Final = frozenset({"hidden", "aria-hidden"})
#: A hidden part with more than this share of the page's leaves waits for its script.
WAITING: Final = 0.4


def hides(attributes: Attributes) -> bool:
    """Tell whether attributes hide an element: hidden, aria-hidden=true, display:none or visibility:hidden."""
    for name, value in attributes:
        if name == "hidden" or (name == "aria-hidden" and value == "true"):
            return True
        if name == "style" and value:
            plain = "".join(value.lower().split())
            if "display:none" in plain or "visibility:hidden" in plain:
                return True
    return False


def hidden_rows(paths: Paths, path: NDArray[np.int32], end: NDArray[np.int32], hiders: list[int]) -> NDArray[np.bool_]:
    """Mark every row below one of `hiders` or below an inline style that hides; for tables not made by the walk."""
    hidden = np.zeros(len(path), bool)
    # Most styles are a class alone.
    mixed = [code for code, style in enumerate(paths.style) if style and (style[0][0] != "class" or len(style) > 1)]
    hiding = [code for code in mixed if hides(paths.style[code])]
    if not hiding and not hiders:
        return hidden
    by_path = np.zeros(len(paths), bool)
    by_path[hiding] = True
    hidden |= by_path[path]
    hidden[hiders] = True
    hidden[:1] = False  # a hidden <body> waits for its script; its content is what there is to read
    # So does a part with most of the page's text: behind a dialog, or streamed before a script puts it in place.
    tops = np.flatnonzero(hidden)
    texts = np.r_[0, np.cumsum(end == np.arange(1, len(end) + 1))]
    hidden[tops[texts[end[tops]] - texts[tops] > WAITING * texts[-1]]] = False
    # A row is hidden with all of its subtree: +1 where a hiding subtree starts, -1 where it ends.
    tops = np.flatnonzero(hidden)
    change = np.bincount(tops, minlength=len(path) + 1) - np.bincount(end[tops], minlength=len(path) + 1)
    covered: NDArray[np.bool_] = np.cumsum(change[:-1]) > 0
    return covered
