"""VIPS: a page divided into visual blocks, from the top down, by rules on tags, looks and sizes [CYWM03].

[CYWM03] D. Cai, S. Yu, J.-R. Wen, W.-Y. Ma: VIPS: a Vision-based Page Segmentation Algorithm. MSR-TR-2003-79. Its
block extraction: each element is divided, or becomes a block with a degree of coherence (DoC, 1 to 10). Blocks less
coherent than the permitted degree (PDoC) are divided further in the next round. Separators and their weights, which
only decide how blocks are grouped above, are left out: the tree of the document groups them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.nodes import ELEMENT, TEXT, Layout, NodeTable

__all__ = ["Block", "Segmented", "appearance", "segmented"]

#: Elements that stand in a line of text; all others break it.
INLINE: Final = frozenset(
    {
        *("a", "abbr", "acronym", "b", "bdo", "big", "br", "cite", "code", "dfn", "em", "font", "i", "img", "input"),
        *("kbd", "label", "q", "s", "samp", "select", "small", "span", "strike", "strong", "sub", "sup", "textarea"),
        *("tt", "u", "var"),
    }
)


#: The properties that ViDE calls the font of a text.
FONT: Final = ("font-family", "font-size", "font-weight", "font-style", "color", "text-decoration-line")


@dataclass(frozen=True, slots=True)
class Block:
    """One visual block: one element, or texts and inline elements between two line breaks; and its coherence (DoC)."""

    rows: tuple[int, ...]
    coherence: int


@dataclass(frozen=True, slots=True)
class Segmented:
    """The leaf blocks of a page in document order, and into which parts each element above them was divided."""

    blocks: list[Block]
    divided: dict[int, list[tuple[int, ...]]]


def segmented(nodes: NodeTable, *, permitted: int = 10, small: float = 0.02) -> Segmented:
    """Divide a rendered page into visual blocks.

    `permitted` is PDoC, 1 to 10; `small` is the share of the page below which an element is not divided by rules 8
    and 9, the report's threshold of relative size, for which it gives no value.
    """
    layout = nodes.layout
    if layout is None or not len(nodes):
        return Segmented([], {})
    page = _Page(nodes, layout, small)
    found: list[Block] = []
    divided: dict[int, list[tuple[int, ...]]] = {}
    pending = [0]
    while pending:
        row = pending.pop()
        if page.is_text(row):
            found.append(Block((row,), 10))
            continue
        coherence = page.coherence(row)
        if coherence >= permitted or not page.valid(row):
            if page.valid(row):
                found.append(Block((row,), coherence))
            continue
        # Texts and inline elements between two line breaks are one block, whatever their parent is.
        runs = page.runs(row)
        divided[row] = [tuple(run) for run in reversed(runs)]
        for run in runs:
            if len(run) == 1:
                pending.append(run[0])
            else:
                found.append(Block(tuple(run), 9))
    return Segmented(sorted(found, key=lambda block: block.rows), divided)


def appearance(nodes: NodeTable, rows: Sequence[int]) -> tuple[object, ...]:
    """What ViDE tells blocks apart by: image, or plain or link text and its font [E17 ch. 4]."""
    layout = nodes.layout
    assert layout is not None
    inside = slice(rows[0], int(nodes.end[rows[-1]]))
    texts = np.flatnonzero((nodes.kind[inside] == TEXT) & layout.visible[inside]) + inside.start
    if not len(texts):
        return ("image",)
    columns = [layout.style_names.index(name) for name in FONT if name in layout.style_names]
    above = [int(nodes.parent[texts[0]]), rows[0], int(nodes.parent[rows[0]])]
    link = any(row >= 0 and nodes.tag_name(row) == "a" for row in above)
    return ("link" if link else "text", *layout.styles[texts[0], columns].tolist())


class _Page:
    """What the rules ask of elements."""

    def __init__(self, nodes: NodeTable, layout: Layout, small: float) -> None:
        self.nodes, self.layout, self.small = nodes, layout, small
        self.area = max(1.0, layout.size[0] * layout.size[1])
        shown = np.r_[0, np.cumsum(layout.visible)]
        self.seen: NDArray[np.bool_] = shown[nodes.end] > shown[:-1]
        inline = np.array([name in INLINE for name in nodes.tags], bool)[nodes.tag] & (nodes.kind == ELEMENT)
        # A virtual text is an inline element with nothing but texts and virtual texts inside.
        other = np.r_[0, np.cumsum((nodes.kind == ELEMENT) & ~inline & self.seen)]
        self.virtual: NDArray[np.bool_] = inline & (other[nodes.end] == other[:-1])

    def valid(self, row: int) -> bool:
        """Whether something of the row can be seen."""
        return bool(self.seen[row])

    def is_text(self, row: int) -> bool:
        """Whether the row is a text."""
        return bool(self.nodes.kind[row] == TEXT)

    def wordy(self, row: int) -> bool:
        """Whether the row is a text or a virtual text."""
        return self.is_text(row) or bool(self.virtual[row])

    def children(self, row: int) -> list[int]:
        """The children that can be seen."""
        found = self.nodes.children(row)
        return [int(child) for child in found[self.seen[found]]]

    def size(self, row: int) -> float:
        """The share of the page that the row's box fills."""
        return float(self.layout.boxes[row, 2] * self.layout.boxes[row, 3]) / self.area

    def runs(self, row: int) -> list[list[int]]:
        """The children, those that stand in one line of text together; last first."""
        runs: list[list[int]] = []
        joined = False
        for child in self.children(row):
            wordy = self.wordy(child) and self.nodes.tag_name(child) != "br"
            if wordy and joined:
                runs[-1].append(child)
            else:
                runs.append([child])
            joined = wordy
        return runs[::-1]

    def coherence(self, row: int) -> int:
        """The DoC of an element that is not to be divided; 0: divide it."""
        children = self.children(row)
        if not children:
            return 10  # rule 1, and pictures
        if len(children) == 1:
            return 0 if not self.is_text(children[0]) else 10  # rules 2, 3
        if all(self.wordy(child) for child in children):  # rule 4
            return 10 if self._one_font(children) else 9
        tag = self.nodes.tag_name(row)
        if tag in {"table", "tr"}:
            return 0 if self._painted_apart(row, children) else self._by_size(row, children)  # rules 7, 9, 12
        if any(self.nodes.tag_name(child) == "hr" for child in children):
            return 0  # rule 6
        if any(self.wordy(child) for child in children) and self.size(row) < self.small:
            return 8  # rule 8
        return self._by_size(row, children) if tag == "td" else self._small_parts(children)

    def _by_size(self, row: int, children: list[int]) -> int:
        """Rule 12 for the parts of tables: not divided, the smaller the more coherent; 9 for small parts."""
        small = self._small_parts(children)
        return small or max(5, 8 - int(self.size(row) / 0.1))

    def _small_parts(self, children: list[int]) -> int:
        """Rule 9: an element whose largest child is small is not divided; else rule 11: it is."""
        return 7 if max(map(self.size, children)) < self.small / 4 else 0

    def _one_font(self, rows: list[int]) -> bool:
        names = self.layout.style_names
        columns = [names.index(name) for name in ("font-size", "font-weight") if name in names]
        return len(np.unique(self.layout.styles[rows][:, columns], axis=0)) == 1

    def _painted_apart(self, row: int, children: list[int]) -> bool:
        if "background-color" not in self.layout.style_names:
            return False
        column = self.layout.style_names.index("background-color")
        return bool((self.layout.styles[children, column] != self.layout.styles[row, column]).any())
