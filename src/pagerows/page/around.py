"""What stands around rows: their parents, tags and classes.

Tags and classes are what tag paths are made of, so what they say is asked once for each path of a page and not for each
row; single numbers come from memory views, which give Python's own at a third of what a NumPy scalar costs.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pagerows.page._around import marked_above

if TYPE_CHECKING:
    from pagerows.page.nodes import Attributes, NodeTable

__all__ = ["Around", "Marked"]

Answer = TypeVar("Answer")


class Around:
    """The surroundings of a page's rows.

    >>> from pagerows import parse
    >>> around = parse('<div class="card new"><p>x</div>').nodes.around
    >>> around.above(3, 2), around.tags(3, 9), around.classes(3, 9)
    ([3, 2], ('#text', 'p', 'div', 'body'), ('', '', 'card new', ''))
    """

    def __init__(self, nodes: NodeTable) -> None:
        self.parent = np.ascontiguousarray(nodes.parent).data
        self.end = np.ascontiguousarray(nodes.end).data
        self.depth = np.ascontiguousarray(nodes.depth).data
        self.path = np.ascontiguousarray(nodes.path).data
        self._above = np.ascontiguousarray(nodes.paths.parent).data
        self._nodes, self._tag, self._style = weakref.proxy(nodes), nodes.paths.tag, nodes.paths.style
        self._answers: dict[tuple[Callable[..., Any], int], Any] = {}
        self._paths: dict[tuple[int, int], list[int]] = {}

    def above(self, row: int, most: int) -> list[int]:
        """Return a row and what it stands in, nearest first: so many rows at most, ``<body>`` left out."""
        parent = self.parent
        found: list[int] = []
        while row > 0 and len(found) < most:
            found.append(row)
            row = parent[row]
        return found

    def marked(self, rows: Iterable[int]) -> Marked:
        """Return how to find these rows above others."""
        flags = np.zeros(len(self.parent), np.uint8)
        flags[list(rows)] = 1
        return Marked(self._nodes.parent, flags)

    def tags(self, row: int, most: int) -> tuple[str, ...]:
        """Return the tags of a row and of what it stands in, nearest first: so many at most."""
        return tuple([self._tag[code] for code in self._codes(self.path[row], most)])

    def classes(self, row: int, most: int) -> tuple[str, ...]:
        """Return the classes of the same, empty where there are none."""
        return self._attribute("class", row, most)

    def styles(self, row: int, most: int) -> tuple[str, ...]:
        """Return the inline styles of the same, empty where there are none."""
        return self._attribute("style", row, most)

    def _attribute(self, wanted: str, row: int, most: int) -> tuple[str, ...]:
        return tuple([_value(self._style[code], wanted) for code in self._codes(self.path[row], most)])

    def asked(self, question: Callable[[Around, int], Answer], row: int) -> Answer:
        """Return the answer to a question about a row that its tag path decides; asked once for each path."""
        key = (question, self.path[row])
        try:
            found: Answer = self._answers[key]
        except KeyError:
            found = self._answers[key] = question(self, row)
        return found

    def _codes(self, code: int, most: int) -> list[int]:
        found = self._paths.get((code, most))
        if found is None:
            found = self._paths[code, most] = []
            while code >= 0 and len(found) < most:
                found.append(code)
                code = self._above[code]
        return found


class Marked(NamedTuple):
    """Some rows of a page, to be found above others."""

    parent: NDArray[np.int32]
    #: 1 for each of them. (n,)
    flags: NDArray[np.uint8]

    def above(self, rows: Sequence[int], most: int) -> list[list[int]]:
        """Return for each row those of them among it and what it stands in, nearest first, ``<body>`` left out.

        So many rows are looked at for each.
        """
        return marked_above(self.parent, self.flags, rows, most)


def _value(style: Attributes, wanted: str) -> str:
    for name, value in style:
        if name == wanted:
            return value or ""
    return ""
