"""What markup itself hides: by attribute, or by an inline style."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import Attributes

__all__ = ["HIDING", "WAITING", "hidden_rows", "hides", "opened"]

#: Attributes that hide an element, with the value that does; None: any. A modal dialog stands before the page, not in
#: it: it waits to be opened, or asks for consent.
HIDING: Final[Mapping[str, str | None]] = {"hidden": None, "aria-hidden": "true", "aria-modal": "true"}
#: A hidden part with more than this share of the page's leaves waits for its script.
WAITING: Final = 0.4


def hides(attributes: Attributes) -> bool:
    """Tell whether attributes hide an element: see HIDING, display:none or visibility:hidden."""
    for name, value in attributes:
        if name in HIDING and HIDING[name] in (None, value):
            return True
        if name == "style" and value:
            plain = "".join(value.lower().split())
            if "display:none" in plain or "visibility:hidden" in plain:
                return True
    return False


def opened(style: Attributes) -> bool:
    """Tell whether a script has shown an element that its attributes would hide: a dialog, say.

    >>> opened((("style", "Display: block"),)), opened((("style", "display: none"),))
    (True, False)
    """
    return any(name == "style" and value and "display:block" in "".join(value.lower().split()) for name, value in style)


def hidden_rows(
    hiding: list[int], hiders: list[int], path: NDArray[np.int32], end: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Mark the subtrees of rows whose path is one of `hiding`, and of the rows in `hiders`."""
    if not hiding and not hiders:
        return np.zeros(len(path), bool)
    by_path = np.zeros(int(path.max(initial=0)) + 1, bool)
    by_path[hiding] = True
    hidden = by_path[path]
    hidden[hiders] = True
    return covered(np.flatnonzero(hidden), end)


def covered(tops: NDArray[np.integer], end: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Mark the subtrees of rows that hide, without those that are most of the page."""
    tops = tops[tops > 0]  # a hidden <body> waits for its script; its content is what there is to read
    if not len(tops):
        return np.zeros(len(end), bool)
    # So does a part with most of the page's text: behind a dialog, or streamed before a script puts it in place.
    leaves = np.zeros(len(end) + 1, np.intp)
    np.cumsum(end == np.arange(1, len(end) + 1), out=leaves[1:])
    stops = end[tops]
    few = leaves[stops] - leaves[tops] <= WAITING * leaves[-1]
    within = np.zeros(len(end), bool)
    done = 0
    for top, stop in zip(tops[few].tolist(), stops[few].tolist(), strict=True):
        if top >= done:  # else it lies in the one before, and is hidden with it
            within[top:stop] = True
            done = stop
    return within
