"""Records that a page has twice, as a grid and as a list, or for small screens and for large ones -> once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.plain import replace
from pagerows.values import Records, Region

__all__ = ["once"]

#: Fewest records of a list that a page has twice, and the share of them that lead to the same address in both halves.
_LEAST: Final = 3
_SAME: Final = 0.9


def once(page: Page, region: Region) -> Region:
    """The region with one half of its records where both halves lead to the same addresses, in the same order.

    The half that shows more text is kept, of equal ones the first. Addresses must differ from record to record.
    """
    records = region.records
    half, odd = divmod(len(records), 2)
    if odd or half < _LEAST or not isinstance(records, Records) or not _same(page.nodes, records, [0, half]):
        return region
    if not _same(page.nodes, records, range(2 * half)):
        return region
    hidden, length = page.nodes.hidden, page.nodes.text_length
    spans = zip(records.starts.tolist(), records.stops.tolist(), strict=True)
    chars = [
        sum([each for each, away in zip(length[a:b].tolist(), hidden[a:b].tolist(), strict=True) if not away])
        for a, b in spans
    ]
    kept = slice(0, half) if sum(chars[:half]) >= sum(chars[half:]) else slice(half, None)
    return replace(region, records=Records(page, records.starts[kept], records.stops[kept]))


def _same(nodes: NodeTable, records: Records, places: Sequence[int]) -> bool:
    """Whether the records at the first half of these places lead where those at the second do, each elsewhere."""
    link = nodes.tags.index("a") if "a" in nodes.tags else -1
    found = []
    for place in places:
        start = records.starts[place]
        tags = nodes.tag[start : records.stops[place]].tolist()
        found.append(nodes.attribute(start + tags.index(link), "href") if link in tags else None)
    half = len(found) // 2
    same = {one for one, other in zip(found[:half], found[half:], strict=True) if one is not None and one == other}
    return len(same) >= _SAME * half
