"""Data -> the lists of objects among it that look like records: alike in their keys, different in what they say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pagerows.page.data._walk import arrays, said_by, value_text
from pagerows.page.data._walk import flattened as flat_members

if TYPE_CHECKING:
    from pagerows.page.data import DataSet

__all__ = ["DataList", "find_lists", "flattened", "value_text"]

#: Members of a page's data that are looked through, and levels of an object that become fields ("offers.price").
MOST_MEMBERS: Final = 300_000
LEVELS: Final = 3
#: Fields of an object, objects of a list, and fields of all objects of all lists.
MOST_FIELDS: Final = 1000
MOST_OBJECTS: Final = 20_000
MOST_VALUES: Final = 1_000_000
#: Fewest objects of a list, share of the common keys that an object has on average, and fewest fields that differ.
FEWEST: Final = 3
ALIKE: Final = 0.5
DIFFERING: Final = 2


@dataclass(frozen=True, slots=True)
class DataList:
    """A list of objects: where it stands in the data, and each object's members, inner ones under joined names."""

    where: str
    #: The kind of the data set that it is part of.
    kind: str
    objects: tuple[Mapping[str, Any], ...]
    #: How much the objects say: the letters of what differs, more for more fields.
    said: float


def find_lists(
    sets: Sequence[DataSet], fewest: int = FEWEST, alike: float = ALIKE, fields: int = DIFFERING
) -> list[DataList]:
    """Return the lists of objects that look like records, those that say most first; each once.

    >>> from pagerows.page.data import DataSet
    >>> [found] = find_lists([DataSet("json", "", {"goods": [{"n": n, "name": f"N {n}"} for n in range(3)]})])
    >>> found.where, found.objects[1]
    ('json.goods', {'n': 1, 'name': 'N 1'})
    """
    found: list[DataList] = []
    seen = _Seen()
    members, values = MOST_MEMBERS, MOST_VALUES  # that are left to look through, over all data of a page
    for data in [*sets, *_singles(sets)]:
        every, members = arrays(data.name or data.kind, data.value, fewest, max(fewest, FEWEST), members)
        for where, objects in every:
            if values <= 0:
                break
            flat = flat_members(objects[:MOST_OBJECTS], LEVELS, MOST_FIELDS)
            values -= sum(map(len, flat))
            if (said := said_by(flat, alike, fields)) and seen.is_new(flat):
                found.append(DataList(_where_text(where), data.kind, tuple(flat), said))
    return sorted(found, key=lambda one: -one.said)


class _Seen:
    """Lists that were seen: two are the same that begin with the same objects."""

    def __init__(self) -> None:
        #: What the first field of the first object says -> the lists that begin so, and the beginnings of several.
        self._first: dict[tuple[str, str], list[Sequence[Mapping[str, Any]]]] = {}
        self._beginnings: dict[tuple[str, str], set[str]] = {}

    def is_new(self, flat: Sequence[Mapping[str, Any]]) -> bool:
        """Whether a list was not seen before; most are told apart by one field."""
        first = min(flat[0], default="")
        key = first, str(flat[0].get(first))[:50]
        same = self._first.setdefault(key, [])
        same.append(flat)
        if len(same) == 1:
            return True
        known = self._beginnings.setdefault(key, set())
        if len(same) == 2:
            known.add(_beginning(same[0]))
        beginning = _beginning(flat)
        is_new = beginning not in known
        known.add(beginning)
        return is_new


def _beginning(flat: Sequence[Mapping[str, Any]]) -> str:
    """What lists are told apart by."""
    return json.dumps(flat[:3], sort_keys=True, default=str)[:5000]


#: A place in data, as a step from the place above it (None: the top): a text of each would be longer than the data.
_Where = tuple[Any, str | int]


def _where_text(where: _Where) -> str:
    steps: list[str] = []
    at: _Where | None = where
    while at is not None:
        above, step = at
        steps.append(f"[{step}]" if isinstance(step, int) else f".{step}" if above else step)
        at = above
    return "".join(reversed(steps))


def _singles(data: Iterable[DataSet]) -> Iterator[DataSet]:
    """Objects that stand alone, one script or attribute each, as lists of those of one type or name."""
    from pagerows.page.data import DataSet

    kinds: dict[tuple[str, str], list[Any]] = {}
    for one in data:
        if one.kind in ("json-ld", "attribute") and isinstance(one.value, dict):
            name = one.name if one.kind == "attribute" else str(one.value.get("@type"))
            kinds.setdefault((one.kind, name), []).append(one.value)
    for (kind, name), objects in kinds.items():
        yield DataSet(kind, name, objects)


def flattened(one: Mapping[str, Any]) -> dict[str, Any]:
    """Scalars and lists of scalars of an object and of those inside of it, under joined names.

    >>> flattened({"name": "Tent", "offers": [{"price": 9}], "tags": ["a", "b"], "empty": ""})
    {'name': 'Tent', 'offers.price': 9, 'tags': ('a', 'b')}
    """
    return flat_members([one], LEVELS, MOST_FIELDS)[0]
