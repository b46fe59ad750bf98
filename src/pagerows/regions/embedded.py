"""Records that a page carries as data: arrays of objects that look alike, whatever the page shows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pagerows.columns.embedded.further import data_cells, data_columns, data_kind
from pagerows.page import Page
from pagerows.page.data.lists import DataList, find_lists, value_text
from pagerows.registry import Method
from pagerows.values import Record, Region, Span, Table

__all__ = ["METHOD", "EmbeddedParams", "EmbeddedRecord", "find_regions"]


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
        return " ".join(" ".join(map(value_text, self.fields.values())).split())

    @property
    def fields(self) -> Mapping[str, Any]:
        """The object's members, those of objects inside of it under joined names."""
        fields: Mapping[str, Any] = self.__dict__["fields"]
        return fields


def find_regions(page: Page, params: EmbeddedParams) -> list[Region]:
    """Find the lists of objects that look like records; the score grows with how much they say."""
    lists = find_lists(page.data.sets, params.min_records, params.alike, params.min_fields)[: params.most]
    make = partial(_table, page, params)
    return [
        Region(_records(page, found), score=found.said / lists[0].said, content=True, aligner=make) for found in lists
    ]


def _records(page: Page, found: DataList) -> tuple[EmbeddedRecord, ...]:
    return tuple(EmbeddedRecord(page, one, f"{found.where}[{n}]") for n, one in enumerate(found.objects))


def _table(page: Page, params: EmbeddedParams, records: Sequence[Record]) -> Table:
    """One column per key, in the order of first appearance."""
    objects = [record.fields for record in records if isinstance(record, EmbeddedRecord)]
    keys = list(dict.fromkeys(key for one in objects for key in one))[: params.most_columns]
    cells = tuple(data_cells(page, objects, key) for key in keys)
    kinds = tuple(map(data_kind, cells))
    return Table(cells, kinds, describe=lambda _: tuple(data_columns(page, keys, cells, kinds)))


METHOD = Method(
    name="embedded",
    summary="arrays of objects in the data that the page carries for machines",
    paper="",
    params=EmbeddedParams,
    find_regions=find_regions,
    content="none",
)
