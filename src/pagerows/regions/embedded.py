"""Records that a page carries as data: arrays of objects that look alike, whatever the page shows of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pagerows.columns.typed import typed_columns
from pagerows.page import Page
from pagerows.page.data import DataSet
from pagerows.registry import Method
from pagerows.unique import UniqueNames
from pagerows.values import Cell, CellKind, Column, Record, Region, Span, Table

__all__ = ["METHOD", "EmbeddedParams", "EmbeddedRecord", "find_regions"]

#: Members of data that are looked through, and levels of an object that become columns ("offers.price").
MOST_MEMBERS: Final = 500_000
LEVELS: Final = 3
#: Characters of a text that is kept.
LONGEST: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedParams:
    """What looks like records."""

    #: Fewest objects of an array.
    min_records: int = 3
    #: Share of an array's keys that an object has on average.
    alike: float = 0.5
    #: Fewest columns that say different things of different objects.
    min_fields: int = 2
    #: Most regions given.
    most: int = 20
    #: Most columns of a table.
    most_columns: int = 200


class EmbeddedRecord(Record):
    """An object of a page's data; it has no place among the page's nodes."""

    def __init__(self, page: Page, fields: Mapping[str, Any], where: str) -> None:
        super().__init__(page, ())
        self.__dict__.update(fields=fields, where=where)

    @property
    def span(self) -> Span:
        """No rows."""
        return Span(0, 0)

    @property
    def xpath(self) -> str:
        """Where the object stands in the data: ``state.products[3]``."""
        return str(self.__dict__["where"])

    @property
    def xpaths(self) -> list[str]:
        """The same, as a list."""
        return [self.xpath]

    @property
    def tops(self) -> list[int]:
        """No rows."""
        return []

    @property
    def text(self) -> str:
        """What its fields say."""
        return " ".join(" ".join(map(_text, self.fields.values())).split())

    @property
    def fields(self) -> Mapping[str, Any]:
        """The object's members, those of objects inside of it under joined names."""
        fields: Mapping[str, Any] = self.__dict__["fields"]
        return fields


def find_regions(page: Page, params: EmbeddedParams) -> list[Region]:
    """Find the arrays of objects that look like records; the score grows with how much they say."""
    found: list[tuple[float, list[EmbeddedRecord]]] = []
    seen: set[str] = set()
    for data in [*page.data, *_singles(page.data)]:
        for where, objects in _arrays(data):
            flat = [_flattened(one) for one in objects]
            said = _says(flat, params)
            key = json.dumps(flat[:3], sort_keys=True, default=str)[:5000] if said else ""
            if said and key not in seen:
                seen.add(key)
                found.append((said, [EmbeddedRecord(page, one, f"{where}[{n}]") for n, one in enumerate(flat)]))
    found.sort(key=lambda entry: -entry[0])
    top = found[0][0] if found else 1.0
    make = partial(_table, page, params)
    return [
        Region(tuple(records), score=said / top, content=True, aligner=make) for said, records in found[: params.most]
    ]


def _arrays(data: DataSet) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every list of objects in some data, and the objects of one type of a store that keeps them by name."""
    stack: list[tuple[str, Any]] = [(data.name or data.kind, data.value)]
    left = MOST_MEMBERS
    while stack and left > 0:
        where, value = stack.pop()
        left -= 1
        if isinstance(value, list):
            objects = [_unwrapped(one) for one in value if isinstance(one, dict)]
            if len(objects) > 1 and 2 * len(objects) > len(value):
                yield where, objects
            stack.extend((f"{where}[{n}]", one) for n, one in enumerate(value) if isinstance(one, (dict, list)))
        elif isinstance(value, dict):
            yield from _stored(where, value)
            stack.extend((f"{where}.{key}", one) for key, one in value.items() if isinstance(one, (dict, list)))


def _singles(data: Iterable[DataSet]) -> Iterator[DataSet]:
    """Objects that stand alone, one script each, as lists of those of one type."""
    kinds: dict[str, list[Any]] = {}
    for one in data:
        if one.kind == "json-ld" and isinstance(one.value, dict):
            kinds.setdefault(str(one.value.get("@type")), []).append(one.value)
    for name, objects in kinds.items():
        yield DataSet("json-ld", name, objects)


def _stored(where: str, value: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The objects of each type in a store: ``{"Product:1": {...}, "Product:2": {...}}``."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for key, one in value.items():
        if isinstance(one, dict):
            kinds.setdefault(str(one.get("__typename") or str(key).partition(":")[0]), []).append(one)
    for kind, objects in kinds.items():
        if len(objects) > 2:
            yield f"{where}.{kind}", objects


def _unwrapped(one: dict[str, Any]) -> dict[str, Any]:
    """What an entry of a list is about: ``{"@type": "ListItem", "item": {...}}``, ``{"node": {...}}``."""
    for key in ("item", "node"):
        inner = one.get(key)
        if isinstance(inner, dict) and len(inner) > 1:
            return {**{k: v for k, v in one.items() if k != key and not isinstance(v, (dict, list))}, **inner}
    return one


def _flattened(one: Mapping[str, Any]) -> dict[str, Any]:
    """Scalars and lists of scalars of an object and of those inside of it, under joined names."""
    flat: dict[str, Any] = {}
    stack: list[tuple[str, Any, int]] = [("", one, 0)]
    while stack and len(flat) < 1000:
        name, value, level = stack.pop()
        if isinstance(value, dict) and level < LEVELS:
            members = [(f"{name}.{key}" if name else str(key), member) for key, member in value.items()]
            stack.extend((key, member, level + 1) for key, member in reversed(members))
        elif isinstance(value, list) and value and all(not isinstance(v, (dict, list)) for v in value):
            flat[name] = tuple(v for v in value if v is not None)
        elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and level < LEVELS:
            stack.append((name, value[0], level))
        elif not isinstance(value, (dict, list)) and value is not None and value != "":
            flat[name] = value
    return flat


def _says(flat: Sequence[Mapping[str, Any]], params: EmbeddedParams) -> float:
    """How much objects say, 0 where they are no records: alike in their keys, different in what stands under them."""
    if len(flat) < params.min_records:
        return 0.0
    keys = Counter(key for one in flat for key in one)
    common = [key for key, count in keys.items() if 2 * count >= len(flat) and not key.startswith("@")]
    if not common or sum(map(len, flat)) < params.alike * len(flat) * len(common):
        return 0.0
    different = [key for key in common if len({_text(one[key]) for one in flat if key in one}) > len(flat) // 2]
    if len(different) < params.min_fields:
        return 0.0
    letters = sum(min(200, len(_text(one[key]))) for one in flat for key in different if key in one)
    return float(letters * len(different) ** 0.5)


# -- table -----------------------------------------------------------------------------------------------------------


def _table(page: Page, params: EmbeddedParams, records: Sequence[Record]) -> Table:
    """One column per key, in the order of first appearance."""
    objects = [record.fields for record in records if isinstance(record, EmbeddedRecord)]
    keys = list(dict.fromkeys(key for one in objects for key in one))[: params.most_columns]
    cells = [tuple(_cell(page, one.get(key)) for one in objects) for key in keys]
    kinds: tuple[CellKind, ...] = tuple("link" if _mostly_links(column) else "text" for column in cells)
    return Table(tuple(cells), kinds, describe=partial(_described, page, keys))


def _described(page: Page, keys: Sequence[str], table: Table) -> tuple[Column, ...]:
    unique = UniqueNames()
    names = [unique(_name(key, keys)) for key in keys]
    typed = typed_columns(page, table.cells, table.kinds)
    return tuple(
        Column(name, kind, cells, own.type, own.values, unit=own.unit, confidence=own.confidence, source="embedded")
        for name, kind, cells, own in zip(names, table.kinds, table.cells, typed, strict=True)
    )


def _name(key: str, keys: Sequence[str]) -> str:
    """The last part of a joined name where it is the only one, else all of it, in words joined by underscores."""
    last = key.rpartition(".")[2]
    alone = sum(other.rpartition(".")[2] == last for other in keys) == 1
    words = "".join(f"_{c.lower()}" if c.isupper() else c for c in (last if alone else key))
    return "_".join("".join(c if c.isalnum() else " " for c in words).split()) or "value"


def _mostly_links(cells: Sequence[Cell | None]) -> bool:
    links = sum(cell is not None and cell.url is not None for cell in cells)
    return 2 * links > sum(cell is not None for cell in cells)


def _cell(page: Page, value: Any) -> Cell | None:
    if value is None:
        return None
    if isinstance(value, tuple):
        items = tuple(cell for cell in (_cell(page, one) for one in value) if cell is not None)
        return Cell("; ".join(item.text for item in items), items=items) if items else None
    text = " ".join(_text(value)[:LONGEST].split())
    if not text:
        return None
    is_link = isinstance(value, str) and " " not in text and text.startswith(("http://", "https://", "/"))
    return Cell(text, "link", page.absolute(text)) if is_link and len(text) > 1 else Cell(text)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "; ".join(map(_text, value))
    return str(value)


METHOD = Method(
    name="embedded",
    summary="arrays of objects in the data that the page carries for machines",
    paper="",
    params=EmbeddedParams,
    find_regions=find_regions,
    content="none",
)
