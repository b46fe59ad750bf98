"""Page -> what it has as a whole: its blocks of text, what it declares, and what is asked of it and its best candidate.

An article's text stands in long blocks next to each other, outside of any list; a list's page has its text in the
list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.measures._blocks import BLOCKS, block_features, blocks
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import Columns, Floats, Ints
from pagerows.measures.declared import declared
from pagerows.page import Page
from pagerows.page.nodes import NodeTable

__all__ = ["Context", "context_of", "page_features"]

#: Elements inside of a block of text; what holds them holds their text.
_INLINE: Final = frozenset({
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "tt", "u", "var",
})  # fmt: skip
#: A block of so many characters, less than so much of it linked, is prose; from the second length on a long one.
_PROSE: Final = 100
_LONG: Final = 250
_LINKED: Final = 0.4
#: From this score on a candidate is nearly never an article's related links.
_SURE: Final = 0.6


@dataclass(frozen=True, eq=False)
class Context:
    """What the verdict on a page needs to know of it: blocks of text, and features of the page as a whole."""

    nodes: NodeTable
    #: Row of the element that holds each block, in document order, its characters, and whether it is prose.
    row: Ints
    chars: Ints
    prose: NDArray[np.bool_]
    paragraph: NDArray[np.bool_]
    whole: dict[str, float]

    @property
    def around(self) -> Ints:
        """Row of the element around each block."""
        return np.maximum(self.nodes.parent[self.row], 0).astype(np.int64)


def context_of(page: Page, columns: Columns) -> Context:
    """Collect the page's blocks of text and what it has and says as a whole."""
    nodes = columns.nodes
    inline = np.array([name in _INLINE for name in nodes.tags], np.uint8)
    row, chars, linked = blocks(columns.before, columns.sums, nodes.parent, nodes.tag, inline)
    return Context(
        nodes=nodes,
        row=row,
        chars=chars,
        prose=(chars >= _PROSE) & (linked < _LINKED * chars),
        paragraph=nodes.tag[row] == (nodes.tags.index("p") if "p" in nodes.tags else -1),
        whole=_whole(columns) | declared(page.utf8),
    )


def _whole(columns: Columns) -> dict[str, float]:
    whole = columns.whole
    chars, texts = max(1.0, whole["chars"]), max(1.0, whole["texts"])
    counted = {name: log2(1 + whole[name]) for name in ("chars", "rows", "links", "images", "headings")}
    tagged = {name: _times(columns.nodes, name) for name in ("article", "time")}
    return {f"page_{name}": value for name, value in counted.items()} | {
        "page_articles": log2(1 + tagged["article"]),
        "page_times": log2(1 + tagged["time"]),
        "page_one_time": float(tagged["time"] in (1, 2)),  # when an article was published, or changed
        "page_link_density": whole["link_chars"] / chars,
        "page_long_texts": whole["long_texts"] / texts,
        "page_prose": whole["prose"] / chars,
    }


def _times(nodes: NodeTable, name: str) -> int:
    """How many elements have a tag."""
    return int(np.count_nonzero(nodes.tag == nodes.tags.index(name))) if name in nodes.tags else 0


def page_features(context: Context, candidates: Candidates, scores: Floats) -> dict[str, float]:
    """Return what is asked about a page whose candidates have these scores."""
    best = int(scores.argmax())
    own = slice(int(candidates.first[best]), int(candidates.first[best + 1]))
    blocks = _blocks(context, candidates.start[own], candidates.stop[own])
    return _among(scores) | context.whole | blocks | _surely(float(scores[best]), blocks)


def _among(scores: Floats) -> dict[str, float]:
    """How the best candidate's score stands among the others."""
    ordered = sorted(scores.tolist(), reverse=True)
    few = ordered[:5]
    return {
        "score": ordered[0],
        "margin": ordered[0] - ordered[1] if len(ordered) > 1 else ordered[0],
        "top_five": sum(few) / len(few),
        "high": float(sum(score > 0.4 for score in ordered)),
        "mean_score": sum(ordered) / len(ordered),
    }


def _surely(score: float, blocks: Mapping[str, float]) -> dict[str, float]:
    """A regression adds things up; but prose says little where the score is high: records may be long texts."""
    return {
        "sure": max(0.0, score - _SURE),
        "prose_if_sure": score * blocks["prose"],
        "rest_if_sure": score * blocks["prose_rest"],
    }


def _blocks(context: Context, start: Ints, stop: Ints) -> dict[str, float]:
    """How much prose there is, how much of it stands together, and how much is not in the records."""
    prose, paragraph = context.prose.view(np.uint8), context.paragraph.view(np.uint8)
    nodes = context.nodes
    found = block_features(context.row, context.chars, prose, paragraph, nodes.parent, nodes.end, start, stop, _LONG)
    return dict(zip(BLOCKS, found, strict=True))
