"""How far a walk over a list has come, what it gives on the way, and why it ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pagerows.export.sheets import Sheet, flat_columns
from pagerows.follow.columns import LEAD, Columns
from pagerows.wrapper import Wrapper

__all__ = ["TOLD", "Form", "ListPage", "Progress", "Stop"]

Form = tuple[tuple[str, str], ...]
#: Why a walk ended.
Stop = Literal["end", "limit", "enough", "repeat", "loop", "calendar", "no list", "login", "gone", "elsewhere"]
TOLD: Final[dict[Stop, str]] = {
    "end": "the last page was read",
    "limit": "the limit of pages was reached",
    "enough": "as many rows as were asked for are read",
    "repeat": "the page has only records of earlier pages",
    "loop": "the next page is one that was read before",
    "calendar": "the next page is of a month more than a year away: calendars have no end",
    "no list": "the page does not have the list",
    "login": "the page asks to log in",
    "gone": "the next page is not there",
    "elsewhere": "the next page is on another site",
}


@dataclass(slots=True)
class Progress:
    """How far a walk has come: all that it needs to go on."""

    #: Where to go on, and what to send there; None where there is nothing left.
    url: str | None
    form: tuple[tuple[str, str], ...] | None = None
    #: Pages and rows so far, and records of earlier pages that were met again and left out.
    pages: int = 0
    rows: int = 0
    duplicates: int = 0
    #: Rows of the page at `url` that are already given: it was left when there were enough.
    given: int = 0
    #: How many records there are in all, as the first page says.
    total: int | None = None
    #: Addresses and records that were read.
    visited: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    columns: Columns = field(default_factory=Columns)
    #: What was learned from the first pages.
    wrapper: Wrapper | None = None


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list, without the records that earlier pages had."""

    url: str
    #: Its place in the list, from 1.
    number: int
    sheet: Sheet
    #: The places of the records on the page, from 1.
    rows: tuple[int, ...]
    duplicates: int = 0

    def __len__(self) -> int:
        return len(self.rows)

    def dicts(self) -> Iterator[dict[str, Any]]:
        """Yield the rows: `page_url`, `page_number`, `row`, then the record's fields."""
        columns = dict(flat_columns(self.sheet.columns))
        for place, row in enumerate(self.rows):
            lead = dict(zip(LEAD, (self.url, self.number, row), strict=True))
            yield {**lead, **{name: cells[place] for name, cells in columns.items()}}
