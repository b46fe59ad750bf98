"""Page -> what it has as a whole: its blocks of text, what it declares, and what is asked of it and its best candidate.

An article's text stands in long blocks next to each other, outside of any list; a list's page has its text in the
list. How blocks are found and compared with records is in `_blocks.pyx`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pagerows.measures._blocks import AMONG, BLOCKS, SURELY, WHOLE, Context, context_with, page_numbers
from pagerows.measures.declared import DECLARED, said_of

if TYPE_CHECKING:
    from pagerows.later import Floats
    from pagerows.measures.candidates import Candidates
    from pagerows.measures.columns import Columns
    from pagerows.page import Page

__all__ = ["ASKED_OF_PAGE", "Context", "context_of", "page_features"]

#: Elements inside of a block of text; what holds them holds their text.
_INLINE: Final = frozenset({
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "tt", "u", "var",
})  # fmt: skip
#: All that is asked of a page.
ASKED_OF_PAGE: Final = (*AMONG, *WHOLE, *DECLARED, *BLOCKS, *SURELY)


def context_of(page: Page, columns: Columns) -> Context:
    """Collect the page's blocks of text and what it has and says as a whole."""
    nodes = columns.nodes
    return context_with(columns.sheet, nodes, bytes([name in _INLINE for name in nodes.tags]), said_of(page.utf8))


def page_features(context: Context, candidates: Candidates, scores: Floats) -> dict[str, float]:
    """Return what is asked about a page whose candidates have these scores."""
    return dict(zip(ASKED_OF_PAGE, page_numbers(context, candidates, scores).tolist(), strict=True))
