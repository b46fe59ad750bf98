"""Page -> what it has as a whole: its blocks of text, what it declares, and what is asked of it and its best candidate.

An article's text stands in long blocks next to each other, outside of any list; a list's page has its text in the
list. How blocks are found and compared with records is in `_blocks.pyx`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.measures._blocks import AMONG, BLOCKS, SURELY, WHOLE, blocks, page_numbers, whole
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Columns, Floats, Ints
from pagerows.measures.declared import DECLARED, said_of
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.plain import dataclass

__all__ = ["ASKED_OF_PAGE", "Context", "context_of", "page_features"]

#: Elements inside of a block of text; what holds them holds their text.
_INLINE: Final = frozenset({
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "tt", "u", "var",
})  # fmt: skip
#: What a page is as a whole, and all that is asked of it.
_OF_PAGE: Final = (*WHOLE, *DECLARED)
ASKED_OF_PAGE: Final = (*AMONG, *_OF_PAGE, *BLOCKS, *SURELY)


@dataclass(frozen=True, eq=False)
class Context:
    """What the verdict on a page needs to know of it: blocks of text, and features of the page as a whole."""

    nodes: NodeTable
    #: Row of the element that holds each block, in document order, its characters, and whether it is prose.
    row: Ints
    chars: Ints
    prose: NDArray[np.bool_]
    paragraph: NDArray[np.bool_]
    #: What the page has and says as a whole, in the order of its names.
    numbers: Floats

    @property
    def whole(self) -> dict[str, float]:
        """What the page has and says as a whole."""
        return dict(zip(_OF_PAGE, self.numbers.tolist(), strict=True))

    @property
    def around(self) -> Ints:
        """Row of the element around each block."""
        return np.maximum(self.nodes.parent[self.row], 0).astype(np.int64)


def context_of(page: Page, columns: Columns) -> Context:
    """Collect the page's blocks of text and what it has and says as a whole."""
    nodes, sheet = columns.nodes, columns.sheet
    row, chars, prose, paragraph = blocks(sheet, bytes([name in _INLINE for name in nodes.tags]))
    numbers = np.array([*whole(sheet), *said_of(page.utf8)])
    return Context(nodes, row, chars, prose.view(np.bool_), paragraph.view(np.bool_), numbers)


def page_features(context: Context, candidates: Candidates, scores: Floats) -> dict[str, float]:
    """Return what is asked about a page whose candidates have these scores."""
    return dict(zip(ASKED_OF_PAGE, page_numbers(context, candidates, scores).tolist(), strict=True))
