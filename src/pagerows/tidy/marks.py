"""Marks: which elements of a page are there to be pressed, and which say what they are for; found once for a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagerows.page._around import marked_above
from pagerows.page.nodes import NodeTable

__all__ = ["ATTRIBUTES", "CONTROL", "CONTROLS", "LINK", "ROLE", "ROLES", "SAID", "Marks", "marks_of"]

#: The marks, as bits: a control by its tag; a link or button; a control by its role; one of the attributes.
CONTROL, LINK, ROLE, SAID = 1, 2, 4, 8
#: Elements to act with.
CONTROLS: Final = frozenset(
    {"button", "select", "option", "optgroup", "textarea", "input", "label", "fieldset", "form"}
)
ROLES: Final = frozenset(
    {"button", "option", "listbox", "combobox", "menu", "menuitem", "tooltip", "dialog", "tab", "checkbox", "radio"}
)
_LINKS: Final = frozenset({"a", "button"})
#: Attributes that say what an element is for.
ATTRIBUTES: Final = ("itemprop", "role", "aria-hidden", "aria-label", "title")


class Marks(NamedTuple):
    """The marks of a page's rows."""

    parent: NDArray[np.int32]
    #: (n,)
    bits: NDArray[np.uint8]

    def above(self, wanted: int, rows: Sequence[int], most: int) -> list[list[int]]:
        """Return for each row those with a wanted mark among it and what it stands in, nearest first.

        ``<body>`` is left out, and so many rows are looked at for each.
        """
        return marked_above(self.parent, self.bits, wanted, rows, most)


def marks_of(nodes: NodeTable) -> Marks:
    """Return the marks of a page."""
    return nodes.around.noted(_marks)


def _marks(nodes: NodeTable) -> Marks:
    tags = np.array([CONTROL * (tag in CONTROLS) + LINK * (tag in _LINKS) for tag in nodes.tags], np.uint8)
    bits: NDArray[np.uint8] = tags[nodes.tag]
    said = np.array(nodes.rows_having(ATTRIBUTES, 0, len(nodes)), np.int64)
    bits[said] |= SAID
    roles = nodes.strings(said, "role").texts()
    bits[[row for row, role in zip(said.tolist(), roles, strict=True) if role in ROLES]] |= ROLE
    return Marks(nodes.parent, bits)
