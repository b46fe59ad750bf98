"""Where on a page the objects of its data are shown: the nodes whose text or link is what an object says.

Only what tells one object from the others counts: a value that a single object of its list has, on few places of the
page. Numbers alone tell nothing: every page has a 5.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pagerows.page.data._shown import PageKeys, Shown, folded, link_key, plain_text
from pagerows.page.data.lists import DataList
from pagerows.page.nodes import NodeTable
from pagerows.patterns import lazy

__all__ = ["Shown", "find_shown", "folded", "link_key", "plain_text"]

#: Lists and values of them that are looked for.
MOST_LISTS: Final = 30
MOST_VALUES: Final = 200_000
#: Fewest objects of a list that are shown.
FEWEST: Final = 3

_NUMBER: Final = lazy(r"\[\d+\]")


def find_shown(nodes: NodeTable, lists: Sequence[DataList], absolute: Callable[[str], str]) -> list[Shown]:
    """Return the lists of which three or more objects are shown, with the rows that show them."""
    if not lists:
        return []
    page = PageKeys()
    page.read_page(nodes, absolute)
    left, found = MOST_VALUES, list[Shown]()
    for one in [*_pooled(lists), *lists][:MOST_LISTS]:
        left -= sum(map(len, one.objects))
        if left < 0:
            break
        own = page.places(one.objects)
        if len({number for number, _ in own}) >= FEWEST:
            found.append(Shown(one, own))
    return found


def _pooled(lists: Sequence[DataList]) -> list[DataList]:
    """Lists of the same place in sibling objects as one: ``sections[0].posts``, ``sections[1].posts``."""
    if len(lists) < 2:
        return []
    places: dict[tuple[str, str], list[DataList]] = {}
    for one in lists:
        places.setdefault((one.kind, _NUMBER.sub("[]", one.where)), []).append(one)
    return [
        DataList(where, kind, tuple(each for one in several for each in one.objects), sum(one.said for one in several))
        for (kind, where), several in places.items()
        if len(several) > 1
    ][: MOST_LISTS // 3]
