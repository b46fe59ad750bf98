"""Data -> the lists of objects among it that look like records: alike in their keys, different in what they say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

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
#: What holds other values.
_INNER: Final = (dict, list)


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
    seen: set[str] = set()
    work = _Work()
    for data in [*sets, *_singles(sets)]:
        for where, objects in _arrays(data, work):
            if len(objects) < fewest or work.fields <= 0:
                continue
            flat = [flattened(one) for one in objects[:MOST_OBJECTS]]
            work.fields -= sum(map(len, flat))
            if (said := _says(flat, alike, fields)) and (key := _beginning(flat)) not in seen:
                seen.add(key)
                found.append(DataList(_where_text(where), data.kind, tuple(flat), said))
    return sorted(found, key=lambda one: -one.said)


def _beginning(flat: Sequence[Mapping[str, Any]]) -> str:
    """What lists are told apart by."""
    return json.dumps(flat[:3], sort_keys=True, default=str)[:5000]


@dataclass(slots=True)
class _Work:
    """What is left to look through, over all data of a page."""

    members: int = MOST_MEMBERS
    fields: int = MOST_VALUES


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


def _arrays(data: DataSet, work: _Work) -> Iterator[tuple[_Where, list[dict[str, Any]]]]:
    """Every list of objects in some data, and the objects of one type of a store that keeps them by name."""
    stack: list[tuple[_Where, Any]] = [((None, data.name or data.kind), data.value)]
    while stack and work.members > 0:
        where, value = stack.pop()
        work.members -= 1
        if isinstance(value, list):
            inner: list[tuple[Any, Any]] = [(n, one) for n, one in enumerate(value) if isinstance(one, _INNER)]
            objects = [_unwrapped(one) for _, one in inner if isinstance(one, dict)]
            if len(objects) > 1 and 2 * len(objects) > len(value):
                yield where, objects
        elif isinstance(value, dict):
            inner = [(key, one) for key, one in value.items() if isinstance(one, _INNER)]
            if len(inner) >= FEWEST:
                yield from _stored(where, inner)
        else:
            continue
        stack += [((where, step), one) for step, one in inner]


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


def _stored(where: _Where, members: Sequence[tuple[Any, Any]]) -> Iterator[tuple[_Where, list[dict[str, Any]]]]:
    """The objects of each type in a store: ``{"Product:1": {...}, "Product:2": {...}}``."""
    inner = [(key, one) for key, one in members if isinstance(one, dict)]
    if len(inner) < FEWEST:
        return
    kinds: dict[str, list[dict[str, Any]]] = {}
    for key, one in inner:
        kinds.setdefault(str(one.get("__typename") or str(key).partition(":")[0]), []).append(one)
    for kind, objects in kinds.items():
        if len(objects) >= FEWEST:
            yield (where, kind), objects


def _unwrapped(one: dict[str, Any]) -> dict[str, Any]:
    """What an entry of a list is about: ``{"@type": "ListItem", "item": {...}}``, ``{"node": {...}}``."""
    for key in ("item", "node"):
        inner = one.get(key)
        if isinstance(inner, dict) and len(inner) > 1:
            return {**{k: v for k, v in one.items() if k != key and not isinstance(v, (dict, list))}, **inner}
    return one


def flattened(one: Mapping[str, Any]) -> dict[str, Any]:
    """Scalars and lists of scalars of an object and of those inside of it, under joined names.

    >>> flattened({"name": "Tent", "offers": [{"price": 9}], "tags": ["a", "b"], "empty": ""})
    {'name': 'Tent', 'offers.price': 9, 'tags': ('a', 'b')}
    """
    flat: dict[str, Any] = {}
    _flatten(one, "", 1, flat)
    return flat


def _flatten(members: Mapping[str, Any], before: str, level: int, flat: dict[str, Any]) -> None:
    """Add an object's members, with what stands before their names."""
    for key, value in islice(members.items(), MOST_FIELDS):
        if len(flat) >= MOST_FIELDS:
            return
        name = f"{before}{key}"
        if isinstance(value, list):
            if value and not any(isinstance(member, _INNER) for member in value):
                flat[name] = tuple([member for member in value if member is not None])
                continue
            value = value[0] if len(value) == 1 and isinstance(value[0], dict) else None
        if isinstance(value, dict):
            if level < LEVELS:
                _flatten(value, f"{name}." if name else "", level + 1, flat)
        elif value is not None and value != "":
            flat[name] = value


def _says(flat: Sequence[Mapping[str, Any]], alike: float, fields: int) -> float:
    """How much objects say, 0 where they are no records: alike in their keys, different in what stands under them."""
    keys = Counter(chain.from_iterable(flat))
    common = [key for key, count in keys.items() if 2 * count >= len(flat) and not key.startswith("@")]
    if not common or keys.total() < alike * len(flat) * len(common):
        return 0.0
    letters = different = 0
    for key in common:
        texts = [value_text(one[key]) for one in flat if key in one]
        if len(set(texts)) > len(flat) // 2:
            different += 1
            letters += sum([min(200, len(text)) for text in texts])
    return float(letters * different**0.5) if different >= fields else 0.0


def value_text(value: Any) -> str:
    """A field's value as text."""
    if type(value) is str:
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "; ".join(map(value_text, value))
    return str(value)
