"""What the candidates and their features read: columns over the node table, with running sums.

A running sum makes the sum over any run of rows one subtraction, so that features cost one step per record
however large the records are. Sums are kept only at rows where something is counted.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.measures._columns import Sheet, counted, sketches
from pagerows.measures._draw import random_bits
from pagerows.measures.texts import KINDS, LANE, SUMS, ranges_of, title_words
from pagerows.page.nodes import NodeTable
from pagerows.plain import dataclass

__all__ = ["SUMS", "Columns", "columns_of", "running"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


#: Tags that are counted together.
_COUNTED: Final = {
    "images": frozenset({"img", "picture", "svg", "video", "figure"}),
    "headings": frozenset({"h1", "h2", "h3", "h4", "h5", "h6"}),
    "bold": frozenset({"b", "strong"}),
}
_LANE_OF_TAG: Final = {tag: LANE[name] for name, tags in _COUNTED.items() for tag in tags}

#: Width of the sketch of a record's bag of tag paths; distances are kept within some 1/sqrt(width).
SKETCH: Final = 16


def running(values: NDArray[Any]) -> NDArray[Any]:
    """Return the running sum with a leading 0: the sum over ``a:b`` is ``[b] - [a]``."""
    found = np.zeros(len(values) + 1, values.dtype)
    np.cumsum(values, out=found[1:])
    return found


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns over the n rows of a page."""

    nodes: NodeTable
    #: How many of the rows where something is counted (texts, images, links...) stand before each row. (n + 1,)
    before: Ints
    #: Running sums over those rows, one lane per property of SUMS. (counted + 1, lanes)
    sums: NDArray[np.int32]
    #: Running sum of a hash of each text: the difference over a record names its text. (counted + 1,)
    text_hash: NDArray[np.uint64]
    #: Number of the distinct text of each visible text row, then -1. (texts + 1,)
    text_id: Ints
    #: How many visible characters stand before each row. (n + 1,)
    chars: Ints
    #: How many visible texts and images stand before each row. (n + 1,)
    leaves: Ints
    #: Running count of rows whose tag path has a 1 in each of SKETCH random bits. (n + 1, SKETCH)
    bits: NDArray[np.int32]
    #: Tag path codes with plain styles, and with tags alone; the exact ones are the node table's. (n,)
    plain: NDArray[np.int32]
    tags: NDArray[np.int32]
    #: Own tag and plain style, wherever the row stands. (n,)
    step: NDArray[np.int32]
    #: Number of the distinct address of each link. (links,)
    link_id: Ints
    #: How many records the page says that it shows, wherever it says "11-20 of 310".
    said: Floats

    @cached_property
    def sheet(self) -> Sheet:
        """All of them as kernels read them."""
        return Sheet(self.nodes, self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "sheet"}

    def each(self, name: str) -> Ints:
        """Return one property of each row. (n,)"""
        return np.diff(self.sums[:, LANE[name]].take(self.before))

    @property
    def whole(self) -> dict[str, float]:
        """The properties' sums over the page."""
        return dict(zip(SUMS, self.sums[-1].tolist(), strict=False)) | {"rows": len(self.nodes)}


def columns_of(nodes: NodeTable, title: str = "") -> Columns:
    """Compute the columns of a page with this title."""
    seen, shown = (nodes.hidden, 0) if nodes.layout is None else (nodes.layout.visible, 1)
    found = counted(nodes, seen.view(np.uint8), shown, _LANE_OF_TAG, title_words(title), KINDS)
    codes = nodes.codes
    columns = object.__new__(Columns)  # a call would set the fields of a frozen dataclass by a call each
    columns.__dict__.update(
        nodes=nodes,
        before=found.before,
        sums=found.sums,
        text_hash=found.text_hash,
        text_id=found.text_id,
        chars=found.chars,
        leaves=found.leaves,
        bits=_sketched(codes.unstyled, max(1, codes.unstyled_paths)),
        plain=codes.plain,
        tags=codes.unstyled,
        step=codes.step,
        link_id=found.link_id,
        said=np.array(ranges_of(found.joined)),
    )
    return columns


def _sketched(tags: NDArray[np.int32], paths: int) -> NDArray[np.int32]:
    """Sketches by random bits for so many tag paths, of a fixed generator: the same page always has the same sketch."""
    return sketches(tags, _random_bits(1 << max(16, (SKETCH * paths - 1).bit_length())), paths)


_random_bits = lru_cache(maxsize=4)(random_bits)
