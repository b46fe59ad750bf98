"""What stands around rows: their parents, tags and classes.

Tags and classes are what tag paths are made of, so what they say is asked once for each path of a page and not for each
row; single numbers come from memory views, which give Python's own at a third of what a NumPy scalar costs.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pagerows.page._parser import Chosen, NodeData

if TYPE_CHECKING:
    from pagerows.page.nodes import Attributes, NodeTable

__all__ = ["Around", "chosen"]

Answer = TypeVar("Answer")


class Around:
    """The surroundings of a page's rows.

    >>> from pagerows import parse
    >>> around = parse('<div class="card new"><p>x</div>').nodes.around
    >>> around.above(3, 2), around.tags(3, 9), around.classes(3, 9)
    ([3, 2], ('#text', 'p', 'div', 'body'), ('', '', 'card new', ''))
    """

    def __init__(self, nodes: NodeTable) -> None:
        self.parent, self.end = nodes.parent.data, nodes.end.data
        self.depth, self.path = nodes.depth.data, nodes.path.data
        self._above = nodes.paths.parent.data
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

    def noted(self, question: Callable[[NodeTable], Answer]) -> Answer:
        """Return the answer to a question about the page, asked once."""
        key = (question, -1)
        if key not in self._answers:
            self._answers[key] = question(self._nodes)
        found: Answer = self._answers[key]
        return found

    def _codes(self, code: int, most: int) -> list[int]:
        found = self._paths.get((code, most))
        if found is None:
            found = self._paths[code, most] = []
            while code >= 0 and len(found) < most:
                found.append(code)
                code = self._above[code]
        return found


def _value(style: Attributes, wanted: str) -> str:
    for name, value in style:
        if name == wanted:
            return value or ""
    return ""


def chosen(nodes: NodeTable, wanted: Callable[[str], bool]) -> Callable[[int], tuple[tuple[str, str], ...]]:
    """Return what gives the attributes of a row that have a value and a name that is wanted, in order."""
    data = nodes.data
    if isinstance(data, NodeData):
        return Chosen(data, wanted)

    def attributes(row: int) -> tuple[tuple[str, str], ...]:
        found = data[row]
        return () if isinstance(found, str) else tuple([(name, text) for name, text in found if text and wanted(name)])

    return attributes
