"""A text that goes on behind marked words, or on a line more, in a few records is one text there, too.

Where a place is several fields, its texts are told apart by what stands before them: ``4.31, <em>et seq.</em>, for``
in one record alone would cut its text, and the rest would be a field that only this record has.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from operator import itemgetter
from typing import Final

from pagerows.align.fields.template import Place
from pagerows.cells import FORMATTING
from pagerows.page.nodes import TEXT_TAG, NodeTable

__all__ = ["knit"]

#: Share of the records up to which marked words are no field of their own.
_FEW: Final = 0.3
#: Tags that mark words within a text.
_MARKS: Final = FORMATTING | {"a", "span"}
#: Mean length of texts that go on on the next line; shorter ones are fields of a line each.
_PROSE: Final = 60

#: A row and the place that it is in.
Step = tuple[int, Place]


def knit(nodes: NodeTable, place: Place) -> list[Place]:
    """Return the places below one, the texts of each record whole."""
    few = {child for child in place.children if len(child.one) <= _FEW * len(place.one) and _may_go_on(child)}
    if not few or len(few) == len(place.children):
        return place.children
    prose = {child for child in place.children if _is_prose(nodes, child)}
    for record, steps in sorted(_steps(place, {record for child in few for record in child.one}).items()):
        _knit_record(nodes, record, steps, few, prose)
    return [child for child in place.children if child.one]


def _may_go_on(place: Place) -> bool:
    return place.kind == "text" or (place.kind == "element" and (place.tag == "br" or place.tag in _MARKS))


def _is_prose(nodes: NodeTable, place: Place) -> bool:
    texts = [str(nodes.data[row]) for rows in place.rows.values() for row in rows] if place.kind == "text" else []
    return bool(texts) and sum(map(len, texts)) >= _PROSE * len(texts)


def _steps(place: Place, records: Set[int]) -> dict[int, list[Step]]:
    """What each of some records has below a place, in reading order."""
    found: dict[int, list[Step]] = {record: [] for record in records}
    for child in place.children:
        for record, first in child.one.items():
            if record in found:
                found[record] += [(row, child) for row in child.rows.get(record) or [first]]
    return {record: sorted(steps, key=itemgetter(0)) for record, steps in found.items()}


def _knit_record(nodes: NodeTable, record: int, steps: Sequence[Step], few: Set[Place], prose: Set[Place]) -> None:
    home, goes_on = steps[0][1], False  # the place of the text at hand, and whether text right behind it is its own
    for number in range(1, len(steps)):
        before, (row, child) = steps[number - 1][0], steps[number]
        if child not in few or not _adjoin(nodes, before, row):
            home, goes_on = child, False
        elif child.tag == "br":
            home, goes_on = (home, True) if home in prose else (child, False)
        elif child.kind == "text":
            if goes_on:
                _move(record, row, child, home)
            home, goes_on = (home if goes_on else child), False
        elif (_is_same_mark(nodes, before, row) and _is_plain(home)) or (
            home.tag == TEXT_TAG and _has_text_behind(nodes, steps[number:])
        ):
            _move(record, row, child, home)
            goes_on = home.tag == TEXT_TAG
        else:
            home, goes_on = child, False


def _adjoin(nodes: NodeTable, before: int, row: int) -> bool:
    """Whether nothing but white space stands between two rows."""
    between = range(int(nodes.end[before]), row)
    return all(isinstance(text := nodes.data[at], str) and not text.strip() for at in between)


def _has_text_behind(nodes: NodeTable, steps: Sequence[Step]) -> bool:
    return len(steps) > 1 and steps[1][1].kind == "text" and _adjoin(nodes, steps[0][0], steps[1][0])


def _is_same_mark(nodes: NodeTable, one: int, other: int) -> bool:
    """Whether two elements mark words alike."""
    return nodes.tag_name(one) in FORMATTING and bool(nodes.path[one] == nodes.path[other])


def _is_plain(place: Place) -> bool:
    return all(child.kind == "text" for child in place.children)


def _move(record: int, row: int, child: Place, home: Place) -> None:
    """Put a row into another place, which holds texts of several pieces from then on."""
    if home.kind == "element":
        home.kind, home.rows = "text", {own: [first] for own, first in home.one.items()}
    child.rows[record] = [own for own in child.rows.get(record, ()) if own != row]
    if not child.rows[record]:
        del child.rows[record], child.one[record]
    home.rows[record].append(row)
