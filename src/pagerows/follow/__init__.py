"""A list over all of its pages: fetch, read, go on, until it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from pagerows.errors import FetchError, ParameterError
from pagerows.export.sheets import Sheet, flat_columns
from pagerows.follow.columns import LEAD, Columns
from pagerows.follow.identity import address, fingerprint
from pagerows.follow.reader import AlignedReader, Reader, Reading, kept
from pagerows.page import Fetched, Fetcher, Page, parse
from pagerows.page.pagination import PageLink, find_pagination
from pagerows.pipeline import extract

__all__ = [
    "LEAD",
    "AlignedReader",
    "ListPage",
    "Progress",
    "Reader",
    "Reading",
    "Stop",
    "Walk",
    "follow",
    "follow_async",
]

#: Pages that are read where nobody sets another limit: traps have no end.
PAGES: Final = 100

#: Why a walk ended.
Stop = Literal["end", "limit", "repeat", "loop", "no list", "login", "gone", "elsewhere"]
_TOLD: Final[dict[Stop, str]] = {
    "end": "the last page was read",
    "limit": "the limit of pages was reached",
    "repeat": "the page has only records of earlier pages",
    "loop": "the next page is one that was read before",
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
    #: Addresses and records that were read.
    visited: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    columns: Columns = field(default_factory=Columns)


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

    def dicts(self) -> Iterator[dict[str, Any]]:
        """Yield the rows: `page_url`, `page_number`, `row`, then the record's fields."""
        columns = dict(flat_columns(self.sheet.columns))
        for place, row in enumerate(self.rows):
            lead = dict(zip(LEAD, (self.url, self.number, row), strict=True))
            yield {**lead, **{name: cells[place] for name, cells in columns.items()}}


class Walk:
    """The pages of a list, one after the other; iterate over it for the rows.

    >>> walk = Walk("https://shop.example/chairs", pages=3)
    >>> walk.stopped is None
    True
    """

    def __init__(
        self,
        url: str,
        *,
        pages: int = PAGES,
        fetcher: Fetcher | None = None,
        reader: Reader | None = None,
        load: Callable[[Fetched], Page] = parse,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(pages, int) or pages < 1:
            raise ParameterError(f"pages={pages!r}: give a number of pages, at least 1")
        self.url, self._limit = url, pages
        self._fetcher = fetcher or Fetcher()
        self._load = load
        self.progress = progress or Progress(url)
        self._reader = reader or AlignedReader(lambda page: extract(page, **options), self.progress.columns)
        #: Why the walk ended; None while it goes on.
        self.stopped: Stop | None = None

    @property
    def told(self) -> str:
        """Why the walk ended, in words."""
        return _TOLD[self.stopped] if self.stopped else "it has not ended"

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for page in self.pages():
            yield from page.dicts()

    def pages(self) -> Iterator[ListPage]:
        """Yield the pages. What goes wrong with a page is raised when those before have been given."""
        while (page := self.step()) is not None:
            yield page

    def step(self) -> ListPage | None:
        """Read the next page; None where the list has ended, and `stopped` says why."""
        at = self.progress
        if self.stopped is not None or at.url is None:
            self.stopped = self.stopped or "end"
            return None
        if at.pages >= self._limit:
            return self._stop("limit")
        if address(at.url, at.form) in at.visited:
            return self._stop("loop")
        if at.pages and _host(at.url) != _host(self.url):
            return self._stop("elsewhere")
        got = self._get(at.url, at.form)
        if got is None:
            return self._stop("gone")
        page = self._load(got)
        found = self._reader.read(page)
        if found is None or not found.region.records:
            return self._stop("login" if asks_to_log_in(page) else "no list")
        return self._taken(page, found)

    def _stop(self, reason: Stop) -> ListPage | None:
        self.stopped = reason
        return None

    def _get(self, url: str, form: tuple[tuple[str, str], ...] | None) -> Fetched | None:
        """Fetch a page; None where it is gone although a page led there: lists end like that."""
        at = self.progress
        try:
            return self._fetcher.get(url, form, named=at.pages == 0)
        except FetchError as error:
            if at.pages and error.status in (404, 410):
                return None
            raise

    def _taken(self, page: Page, found: Reading) -> ListPage | None:
        at = self.progress
        prints = [fingerprint(record) for record in found.region.records]
        rows = [row for row, mark in enumerate(prints) if mark not in at.seen]
        at.visited.add(address(at.url or "", at.form))
        at.duplicates += len(prints) - len(rows)
        if not rows:
            at.url = None
            return self._stop("repeat")
        at.seen.update(prints)
        at.pages, at.rows = at.pages + 1, at.rows + len(rows)
        taken = ListPage(
            url=page.url or self.url,
            number=at.pages,
            sheet=kept(found.sheet, rows),
            rows=tuple(row + 1 for row in rows),
            duplicates=len(prints) - len(rows),
        )
        link = onward(page, found)
        at.url, at.form = (link.url, link.form) if link else (None, None)
        return taken


def follow(url: str, *, pages: int = PAGES, **options: Any) -> Walk:
    """Read a list over all of its pages, at most `pages` of them.

    Iterate over the result for the rows: dictionaries with `page_url`, `page_number`, `row` (the place on the page)
    and the record's fields, in the columns of the first page. Records that an earlier page had are left out and
    counted (`.progress.duplicates`); `.stopped` and `.told` say why the walk ended. Pages come one at a time from
    `fetcher` (a `pagerows.Fetcher`, which keeps to robots.txt and waits between requests); further options are those
    of `extract`.
    """
    return Walk(url, pages=pages, **options)


async def follow_async(url: str, *, pages: int = PAGES, **options: Any) -> AsyncIterator[dict[str, Any]]:
    """Read a list like `follow` without blocking the event loop: an asynchronous iterator of rows."""
    import asyncio  # costs 20 ms that only its users should pay

    walk = Walk(url, pages=pages, **options)
    while (page := await asyncio.to_thread(walk.step)) is not None:
        for row in page.dicts():
            yield row


def onward(page: Page, found: Reading) -> PageLink | None:
    """The link that leads on: of the list's own pager, or else of the page's."""
    return find_pagination(page, found.region.span).onward or page.pagination.onward


def asks_to_log_in(page: Page) -> bool:
    """Tell whether a page has a field for a password."""
    nodes = page.nodes
    fields = nodes.rows_with_tag("input").tolist()
    return any((nodes.attribute(row, "type") or "").casefold() == "password" for row in fields)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.casefold().removeprefix("www.")
    except ValueError:
        return url
