"""What tells a fact from noise, column by column: how full it is, what its texts say, and what its markup is for.

No site's words are traits: class names count only as words of the field vocabulary, or as words for controls.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.page.nodes import NodeTable
from pagerows.tidy._traits import named_traits
from pagerows.tidy.strips import Cells

__all__ = ["Traits", "traits_of"]

Traits = dict[str, float]


def traits_of(nodes: NodeTable, columns: Sequence[Cells]) -> list[Traits]:
    """Return the traits of each column of a table; images have none."""
    return named_traits(nodes, columns)
