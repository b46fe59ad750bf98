"""Where on a page the objects of its data are shown: the nodes whose text or link is what an object says.

Only what tells one object from the others counts: a value that a single object of its list has, on few places of the
page. Numbers alone tell nothing: every page has a 5.
"""

from __future__ import annotations

import html as entities
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pagerows.page.data._folded import folded
from pagerows.page.data.lists import DataList
from pagerows.page.nodes import TEXT, NodeTable
from pagerows.patterns import lazy

__all__ = ["Shown", "find_shown", "folded", "link_key", "plain_text"]

Ints = NDArray[np.intp]
#: The rows of texts and of links.
_Page = tuple[Mapping[str, list[int]], Mapping[str, list[int]]]
#: By identity of objects, which several lists may share: what they say that the page shows.
_Told = dict[int, list[tuple[bool, str]]]

#: Lists and values of them that are looked for.
MOST_LISTS: Final = 30
MOST_VALUES: Final = 200_000
#: Fewest letters of a text that tells an object, and most places of the page that have it.
SHORTEST: Final = 4
MOST_PLACES: Final = 6
#: Fewest objects of a list that are shown.
FEWEST: Final = 3

_HOST: Final = lazy(r"(?:[a-z]+:)?//[^/?#]*+", re.IGNORECASE)
_NUMBER: Final = lazy(r"\[\d+\]")
_TAG: Final = lazy(r"<[a-zA-Z/][^>]*+>")
_ENDING: Final = lazy(r"\.(?:html?|php|aspx?)$")


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
    page = _texts(nodes), _links(nodes, absolute)
    told: _Told = {}
    left, found = MOST_VALUES, list[Shown]()
    for one in [*_pooled(lists), *lists][:MOST_LISTS]:
        left -= sum(map(len, one.objects))
        if left < 0:
            break
        own = sorted(set(_places(one, page, told)))
        if len({number for number, _ in own}) >= FEWEST:
            objects, rows = zip(*own, strict=True)
            found.append(Shown(one, np.array(objects, np.intp), np.array(rows, np.intp)))
    return found


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


def _places(one: DataList, page: _Page, told: _Told) -> Iterator[tuple[int, int]]:
    """Each object with each row that shows what it alone says."""
    said: dict[tuple[bool, str], int] = {}  # -1: several objects say it
    for number, fields in enumerate(one.objects):
        if (own := told.get(id(fields))) is None:
            own = told[id(fields)] = _told_by_object(fields, page)
        for key in own:
            said[key] = number if said.get(key, number) == number else -1
    for (is_link, text), number in said.items():
        if number >= 0:
            yield from ((number, row) for row in page[is_link][text])


def _told_by_object(fields: Mapping[str, Any], page: _Page) -> list[tuple[bool, str]]:
    """What an object says that the page shows, on few places."""
    return [
        key
        for name, value in fields.items()
        if not name.startswith("@")
        for key in _told(value)
        if 0 < len(page[key[0]].get(key[1], ())) <= MOST_PLACES
    ]


def _told(value: Any) -> Sequence[tuple[bool, str]]:
    """What a value may be shown as: texts (False) and parts of links (True)."""
    if type(value) is str:
        return _told_by_text(value.strip())
    if isinstance(value, int) and value >= 10_000:
        return ((True, str(value)),)
    return ()


def _told_by_text(text: str) -> Sequence[tuple[bool, str]]:
    is_word = " " not in text
    if is_word and text.startswith(("http://", "https://", "/")):
        return ((True, key),) if len(key := link_key(text)) > 1 else ()
    found = []
    if len(key := folded(plain_text(text))) >= SHORTEST and not key.isdecimal():
        found.append((False, key))
    if is_word and len(text) >= SHORTEST and "/" not in (step := text.strip("/")):
        found.append((True, step.casefold()))
    return found


def _texts(nodes: NodeTable) -> dict[str, list[int]]:
    """The page's texts, folded, with their rows."""
    found: dict[str, list[int]] = {}
    for row in np.flatnonzero(nodes.kind == TEXT).tolist():
        key = folded(str(nodes.data[row]))
        if len(key) >= SHORTEST:
            found.setdefault(key, []).append(row)
    return found


def _links(nodes: NodeTable, absolute: Callable[[str], str]) -> dict[str, list[int]]:
    """The page's links with their rows: the whole path, the path without a query, and its last step."""
    found: dict[str, list[int]] = {}
    for row in nodes.rows_with_tag("a").tolist():
        href = (nodes.attribute(row, "href") or "").strip()
        if not href or href.startswith("#"):
            continue
        whole = link_key(href if href.startswith(("http", "/")) else absolute(href))
        path = whole.partition("?")[0]
        last = _ENDING.sub("", path.rpartition("/")[2]).casefold()
        for key in {whole, path, *([last] if len(last) >= SHORTEST else [])}:
            if len(key) > 1:
                found.setdefault(key, []).append(row)
    return found


def plain_text(text: str) -> str:
    """A text of data without the markup and entities that some have in it, even twice.

    >>> plain_text("<p>Salt &amp; pepper</p>"), plain_text("GTX&amp;reg;")
    ('Salt & pepper', 'GTX®')
    """
    if "<" in text:
        text = _TAG.sub(" ", text).strip()
    return entities.unescape(entities.unescape(text)) if "&" in text else text


def link_key(url: str) -> str:
    """A link without its host, fragment and last slash: what is compared.

    >>> link_key("https://a.example/b/?c=1#d"), link_key("/b/")
    ('/b/?c=1', '/b')
    """
    if "//" in url:
        url = _HOST.sub("", url, count=1)
    return url.partition("#")[0].rstrip("/")
