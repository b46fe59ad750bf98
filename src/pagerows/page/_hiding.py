"""What markup itself hides: by attribute, or by an inline style."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pagerows.later import Bools, Ints
from pagerows.page import _hidden
from pagerows.page.nodes import Attributes, Paths

__all__ = ["HIDING", "WAITING", "hidden_rows", "hides"]

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


def hidden_rows(paths: Paths, hiders: list[int], path: Ints, end: Ints) -> Bools:
    """Mark the subtrees of rows whose inline style hides them, and of the rows in `hiders` that none has opened.

    A script shows what attributes would hide, a dialog say, by ``display: block``.
    """
    return _hidden.hidden_rows(paths, hiders, path, end, WAITING)
