"""Records that a page carries as data: arrays of objects that look alike, whatever the page shows of them."""

from __future__ import annotations

from dataclasses import dataclass

from pagerows.objects import EmbeddedRecord
from pagerows.page import Page
from pagerows.page.data.lists import DataList, find_lists
from pagerows.registry import Method
from pagerows.values import Region

__all__ = ["METHOD", "EmbeddedParams", "find_regions"]


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


def find_regions(page: Page, params: EmbeddedParams) -> list[Region]:
    """Find the lists of objects that look like records; the score grows with how much they say."""
    lists = find_lists(page.data.sets, params.min_records, params.alike, params.min_fields)[: params.most]
    return [
        Region(_records(page, found, params.most_columns), score=found.said / lists[0].said, content=True)
        for found in lists
    ]


def _records(page: Page, found: DataList, most_columns: int) -> tuple[EmbeddedRecord, ...]:
    keys = tuple(dict.fromkeys(key for one in found.objects for key in one))[:most_columns]
    return tuple(EmbeddedRecord(page, one, f"{found.where}[{n}]", keys) for n, one in enumerate(found.objects))


METHOD = Method(
    name="embedded",
    summary="arrays of objects in the data that the page carries for machines",
    paper="",
    params=EmbeddedParams,
    find_regions=find_regions,
    content="none",
)
