"""Records of the page joined with the objects of its data that say the same, one to one.

The key that says the same as a column is evidence for the column's name, and its values are exact where the shown ones
are rounded or cut short. What is shown always stays: where the data contradict it, the column says so. Fields that only
the data have are further columns, for those who ask. Right or none: records and objects are joined where what they
share tells them apart, and a list of objects only where it is about the records, not about one of their fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from pagerows.columns.embedded._agreement import (
    FEWEST,
    OF_IMAGES,
    OF_LINKS,
    OF_VALUES,
    DataValue,
    ShownCell,
    agreement,
    values_of,
)
from pagerows.columns.embedded.exact import with_exact
from pagerows.columns.embedded.further import Fields, data_cells, data_columns, data_kind, key_name
from pagerows.page import Page
from pagerows.page.data.lists import DataList
from pagerows.page.html import NoCollection
from pagerows.plain import dataclass, replace
from pagerows.values import Column, Joined, Record, Table
from pagerows.vocabulary import key_field

__all__ = ["DataJoin"]

#: Share of all records that must have an object.
MATCHED: Final = 0.5
#: Lists and keys that are compared with columns, and further columns.
MOST_LISTS: Final = 6
MOST_KEYS: Final = 300
MOST_FURTHER: Final = 200
#: Share of the joined records that have a further field.
USUAL: Final = 0.25
#: Below it a name is a guess, and what the data call the column is better.
GUESSED: Final = 0.3
#: Names that say nothing but the type.
_BARE: Final = frozenset({"text", "link", "number", "date", "time", "price", "percent", "rating", "badge", "label"})


@dataclass(frozen=True)
class _Made:
    """A table's records and the objects of one list of the page's data."""

    found: DataList
    #: The number of each record's object in the list; None where it has none.
    objects: tuple[int | None, ...]
    #: The key of each column's texts (of a picture, its address); None where none says the same.
    keys: tuple[str | None, ...]
    #: The key of each column's links.
    links: tuple[str | None, ...]
    #: Cells that agree with their keys, and that contradict them.
    agreeing: int = 0
    differing: int = 0

    @property
    def fields(self) -> list[Fields | None]:
        """Each record's object."""
        return [None if number is None else self.found.objects[number] for number in self.objects]


@dataclass(eq=False)
class DataJoin:
    """The join of some records of a page with its data, made when somebody asks for columns."""

    page: Page
    records: Sequence[Record]
    #: What was joined; None: nothing, or nobody has asked yet.
    made: _Made | None = None

    def keys(self, columns: Sequence[Column]) -> list[str | None]:
        """Return the key of the page's data that says the same as each typed column; joins on the way."""
        self.made = self._best(columns)
        return list(self.made.keys) if self.made else [None] * len(columns)

    def completed(self, table: Table, *, further: bool) -> Table:
        """Return the table with exact values and doubts, and, where asked for, the columns that only data have."""
        if not further:
            cells, kinds, left_out, labels = table.cells, table.kinds, table.left_out, table.labels
            return Table(cells, kinds, left_out, lambda _: self._described(table), labels, self.told)
        columns = self._exact(table.all_columns)
        more = self._further(columns)
        return replace(
            table,
            cells=(*table.cells, *(column.cells for column in more)),
            kinds=(*table.kinds, *(column.kind for column in more)),
            labels=(*table.labels, *(None for _ in more)) if table.labels else (),
            describe=lambda _: (*columns, *more),
            join=self.told,
        )

    def told(self) -> Joined | None:
        """What was joined, as a value."""
        one = self.made
        return (
            None if one is None else Joined(one.found.where, one.found.kind, one.objects, one.agreeing, one.differing)
        )

    def _described(self, table: Table) -> tuple[Column, ...]:
        """The table's columns with exact values and doubts."""
        with NoCollection():  # data and columns are objects by the thousand, and none is garbage
            return self._exact(table.all_columns)

    def _exact(self, columns: tuple[Column, ...]) -> tuple[Column, ...]:
        if self.made is None:
            return columns
        taken = {column.name for column in columns}
        done = []
        for column in columns:
            column = with_exact(column, self.made.fields)
            name = key_name(column.key, [column.key]) if column.key else ""
            if name and column.role is None and _is_bare(column) and name not in taken:
                taken.add(name)
                column = replace(column, name=name)
            done.append(column)
        return tuple(done)

    def _further(self, columns: Sequence[Column]) -> list[Column]:
        """The columns of keys that no column of the page says all of."""
        if self.made is None:
            return []
        fields = self.made.fields
        used = {column.key for column in columns if column.key and not _is_cut(column)} | set(self.made.links)
        least = max(2, USUAL * sum(one is not None for one in fields))
        counts: dict[str, int] = {}
        for one in fields:
            for key in one or ():
                counts[key] = counts.get(key, 0) + 1
        keys = [key for key, count in counts.items() if count >= least and key not in used]
        cells = {key: data_cells(self.page, fields, key) for key in keys}
        keys = [key for key in keys if len({cell.text for cell in cells[key] if cell}) > 1][:MOST_FURTHER]
        own = [cells[key] for key in keys]
        return data_columns(self.page, keys, own, [data_kind(one) for one in own], [column.name for column in columns])

    # -- which list, which objects --------------------------------------------------------------------------------

    def _best(self, columns: Sequence[Column]) -> _Made | None:
        """The list whose objects say most of what the table says."""
        if not self.page.shown_data or not self._pairs:
            return None
        cells = [_Cells(number, column) for number, column in enumerate(columns)]
        made = [_joined(found, objects, cells) for found, objects in self._pairs]
        able = [one for one in made if _about(one, columns)]
        return max(able, key=lambda one: one.agreeing - one.differing, default=None)

    @cached_property
    def _pairs(self) -> list[tuple[DataList, tuple[int | None, ...]]]:
        """The lists of which enough objects are paired with records, those with most pairs first."""
        if not self.records or not all(record.parts for record in self.records):
            return []
        parts = [(number, part) for number, record in enumerate(self.records) for part in record.parts]
        starts, stops = [int(part[0]) for _, part in parts], [int(part[1]) for _, part in parts]
        owner, found = [number for number, _ in parts], []
        for shown in self.page.shown_data:
            pairs = shown.pairs(starts, stops, owner)
            if len(pairs) >= max(FEWEST, MATCHED * len(self.records)):
                found.append((shown.found, tuple(pairs.get(number) for number in range(len(self.records)))))
        found.sort(key=lambda one: -sum(number is not None for number in one[1]))
        return found[:MOST_LISTS]


@dataclass(frozen=True, slots=True)
class _Match:
    """A column and a key that say the same."""

    column: int
    key: str
    is_link: bool
    agreeing: int
    differing: int
    #: How much of the cells is the same, in sum.
    same: float

    @property
    def order(self) -> tuple[float, bool, int, int, str]:
        """The best first: more that is the same, a word that people call fields by, the shorter way."""
        said = key_field(self.key)
        return -round(self.same, 3), said is None or said.weak, self.key.count("."), len(self.key), self.key


def _joined(found: DataList, objects: tuple[int | None, ...], columns: Sequence[_Cells]) -> _Made:
    """Give each column the key that says most of what it says, each key once."""
    bare = _Made(found, objects, (None,) * len(columns), (None,) * len(columns))
    fields = bare.fields
    said = ((key, values_of(key, fields)) for key in _keys(fields))  # one at a time: lists may be long
    told = (_Values(key, values) for key, values in said if values is not None)
    tried = [match for values in told for column in columns for match in _matches(column, values)]
    keys: list[str | None] = list(bare.keys)
    links: list[str | None] = list(bare.links)
    taken: set[tuple[bool, str]] = set()
    agreeing = differing = 0
    for match in sorted(tried, key=lambda one: one.order):
        own = links if match.is_link else keys
        if own[match.column] is None and (match.is_link, match.key) not in taken:
            own[match.column] = match.key
            taken.add((match.is_link, match.key))
            agreeing += match.agreeing
            differing += match.differing
    return replace(bare, keys=tuple(keys), links=tuple(links), agreeing=agreeing, differing=differing)


def _keys(fields: Sequence[Fields | None]) -> list[str]:
    """Keys of some objects, in order."""
    found = dict.fromkeys(key for one in fields for key in one or ())
    return [key for key in found if not key.rpartition(".")[2].startswith(("@", "__"))][:MOST_KEYS]


class _Cells:
    """A column's cells, one per record, as they are compared."""

    def __init__(self, number: int, column: Column) -> None:
        values = column.values or (None,) * len(column.cells)
        self.number = number
        self.kind = column.kind
        self.all = [ShownCell(cell, read) if cell else None for cell, read in zip(column.cells, values, strict=True)]

    @cached_property
    def addresses(self) -> set[str]:
        """What of the data may be one of the cells' links."""
        return {address for one in self.all if one and one.cell.url for address in (one.path, one.step)}


class _Values:
    """What the records' objects say under a key, one per record."""

    def __init__(self, key: str, values: list[DataValue | None]) -> None:
        self.key = key
        self.all = values

    @cached_property
    def addresses(self) -> set[str]:
        """What may be links, or steps of them."""
        return {one.address[0] for one in self.all if one and one.address}

    @cached_property
    def has_pictures(self) -> bool:
        """Whether enough may be pictures."""
        return sum(one is not None and one.picture is not None for one in self.all) >= FEWEST


def _matches(cells: _Cells, values: _Values) -> Iterator[_Match]:
    """Whether a key says the same as a column's texts, and whether it says the same as its links."""
    if cells.kind != "image":
        yield from _match(cells, values, OF_VALUES)
    elif values.has_pictures:
        yield from _match(cells, values, OF_IMAGES)
    if cells.kind == "link" and not cells.addresses.isdisjoint(values.addresses):
        yield from _match(cells, values, OF_LINKS)


def _match(cells: _Cells, values: _Values, what: int) -> Iterator[_Match]:
    if found := agreement(cells.all, values.all, what):
        yield _Match(cells.number, values.key, what == OF_LINKS, *found)


def _about(one: _Made, columns: Sequence[Column]) -> bool:
    """Whether objects are about the records, not about one of their fields (authors, shops).

    They say where the records' main links lead, or what the texts with these links are; where records have none, they
    say a text that hardly any two records share.
    """
    main = _main_links(columns)
    for column, key, link in zip(columns, one.keys, one.links, strict=True):
        if (key is None and link is None) or column.kind == "image":
            continue
        filled = [(cell, url) for cell, url in zip(column.cells, main, strict=True) if cell is not None]
        if not any(main):
            if len({cell.text for cell, _ in filled}) >= 0.8 * len(filled) and any(
                c.isalpha() for cell, _ in filled[:3] for c in cell.text
            ):
                return True
        elif 2 * sum(cell.url == url for cell, url in filled if url) > sum(url is not None for url in main):
            return True
    return False


def _main_links(columns: Sequence[Column]) -> list[str | None]:
    """The address that each record has most often and no other record has, the first of equals."""
    rows = [
        [cell.url if cell.kind == "link" else cell.link for cell in row if cell is not None]
        for row in zip(*(column.cells for column in columns), strict=True)
    ]
    counts: dict[str, int] = {}
    for row in rows:
        for url in {url for url in row if url}:
            counts[url] = counts.get(url, 0) + 1
    own = [[url for url in row if url and counts[url] == 1] for row in rows]
    return [max(dict.fromkeys(urls), key=urls.count) if urls else None for urls in own]


def _is_bare(column: Column) -> bool:
    """Whether a column's name says nothing but the type, or is a weak guess."""
    return column.confidence < GUESSED or column.name.rstrip("0123456789").rstrip("_") in _BARE


def _is_cut(column: Column) -> bool:
    """Whether cells show the beginning of a text alone."""
    return any(cell is not None and cell.text.rstrip().endswith(("…", "...")) for cell in column.cells)
