"""Where on a page the objects of its data are shown: the nodes whose text or link is what an object says.

Only what tells one object from the others counts: a value that a single object of its list has, on few places of the
page. Numbers alone tell nothing: every page has a 5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.data._shown import PageKeys, folded, link_key, plain_text
from pagerows.page.data.lists import DataList
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.patterns import lazy
from pagerows.plain import dataclass

__all__ = ["Shown", "find_shown", "folded", "link_key", "plain_text"]

Ints = NDArray[np.intp]
#: Lists and values of them that are looked for.
MOST_LISTS: Final = 30
MOST_VALUES: Final = 200_000
#: Fewest objects of a list that are shown.
FEWEST: Final = 3

_NUMBER: Final = lazy(r"\[\d+\]")


@dataclass(frozen=True, eq=False)
class Shown:
    """A list of the page's data, and where its objects are shown: object ``objects[i]`` in row ``rows[i]``."""

    found: DataList
    objects: Ints
    rows: Ints

    def pairs(self, starts: Ints, stops: Ints, owner: Ints | None = None) -> dict[int, int]:
        """Return record -> object, one to one, for records at these disjoint spans of rows; `owner` has their records.

        An object is a record's where more of it is shown there than in any other record, and more of it than of any
        other object; what is a draw is no pair.
        """
        order = np.argsort(starts, kind="stable")
        place = np.searchsorted(starts[order], self.rows, "right") - 1
        inside = (place >= 0) & (self.rows < stops[order][place])
        part = order[place[inside]]
        record = part if owner is None else owner[part]
        votes = Counter(zip(self.objects[inside].tolist(), record.tolist(), strict=True))
        of_object, of_record = _clear(votes, 0), _clear(votes, 1)
        return {record: one for one, record in of_object.items() if of_record.get(record) == one}


def _clear(votes: Mapping[tuple[int, int], int], side: int) -> dict[int, int]:
    """The partner with most votes of each member of one side, where no other has as many."""
    best: dict[int, tuple[int, int | None]] = {}
    for pair, count in votes.items():
        most, _ = best.get(pair[side], (0, None))
        if count > most:
            best[pair[side]] = count, pair[1 - side]
        elif count == most:
            best[pair[side]] = count, None
    return {one: partner for one, (_, partner) in best.items() if partner is not None}


def find_shown(nodes: NodeTable, lists: Sequence[DataList], absolute: Callable[[str], str]) -> list[Shown]:
    """Return the lists of which three or more objects are shown, with the rows that show them."""
    if not lists:
        return []
    page = _page_keys(nodes, absolute)
    left, found = MOST_VALUES, list[Shown]()
    for one in [*_pooled(lists), *lists][:MOST_LISTS]:
        left -= sum(map(len, one.objects))
        if left < 0:
            break
        own = page.places(one.objects)
        if len({number for number, _ in own}) >= FEWEST:
            objects, rows = zip(*own, strict=True)
            found.append(Shown(one, np.array(objects, np.intp), np.array(rows, np.intp)))
    return found


def _page_keys(nodes: NodeTable, absolute: Callable[[str], str]) -> PageKeys:
    """What is compared of the page's texts and links, with their rows."""
    page = PageKeys()
    texts, links = np.flatnonzero(nodes.kind == TEXT), nodes.rows_with_tag("a")
    page.read_texts(texts.tolist(), nodes.strings(texts.astype(np.int64)).texts())
    page.read_links(links.tolist(), nodes.strings(links.astype(np.int64), "href").texts(), absolute)
    return page


def _pooled(lists: Sequence[DataList]) -> list[DataList]:
    """Lists of the same place in sibling objects as one: ``sections[0].posts``, ``sections[1].posts``."""
    places: dict[tuple[str, str], list[DataList]] = {}
    for one in lists:
        places.setdefault((one.kind, _NUMBER.sub("[]", one.where)), []).append(one)
    return [
        DataList(where, kind, tuple(each for one in several for each in one.objects), sum(one.said for one in several))
        for (kind, where), several in places.items()
        if len(several) > 1
    ][: MOST_LISTS // 3]
