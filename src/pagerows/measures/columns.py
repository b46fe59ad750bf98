"""What the candidates and their features read: columns over the node table, with running sums.

A running sum makes the sum over any run of rows one subtraction, so that features cost one step per record
however large the records are. Sums are kept only at rows where something is counted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from pagerows.later import Floats, np
from pagerows.later import Longs as Ints
from pagerows.measures._columns import Columns, counted, sketches
from pagerows.measures._draw import random_bits
from pagerows.measures.texts import KINDS, LANE, SUMS, ranges_of, title_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pagerows._arrays import Array
    from pagerows.page.nodes import NodeTable

__all__ = ["SUMS", "Columns", "Floats", "Ints", "columns_of", "running"]


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


def columns_of(nodes: NodeTable, title: str = "") -> Columns:
    """Compute the columns of a page with this title."""
    seen, shown = (nodes.hidden, 0) if nodes.layout is None else (nodes.layout.visible, 1)
    found = counted(nodes, seen, shown, _LANE_OF_TAG, title_words(title) if title else [], KINDS)
    codes = nodes.codes
    return Columns(
        nodes, found, _sketched(codes.unstyled, max(1, codes.unstyled_paths)), codes, ranges_of(found.joined)
    )


def _sketched(tags: Any, paths: int) -> Array:
    """Sketches by random bits for so many tag paths, of a fixed generator: the same page always has the same sketch."""
    return sketches(tags, _random_bits(1 << max(16, (SKETCH * paths - 1).bit_length())), paths)


_random_bits = lru_cache(maxsize=4)(random_bits)
