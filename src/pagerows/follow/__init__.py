"""A list over all of its pages: fetch, read, go on, until it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from pagerows.errors import FetchError, PagerowsError, ParameterError
from pagerows.export.sheets import Sheet, flat_columns
from pagerows.follow.columns import LEAD, Columns
from pagerows.follow.identity import address, fingerprints
from pagerows.follow.reader import ListReader, Reader, Reading, kept
from pagerows.page import Fetched, Page, parse
from pagerows.page.fetch import origin
from pagerows.page.pagination import PageLink, find_pagination
from pagerows.page.polite import Fetcher
from pagerows.pipeline import extract
from pagerows.values import Region
from pagerows.wrapper import Wrapper

__all__ = [
    "LEAD",
    "ListPage",
    "ListReader",
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

Form = tuple[tuple[str, str], ...]
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
        load: Callable[[Fetched], Iterator[Page]] | None = None,
        scripts: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(pages, int) or pages < 1:
            raise ParameterError(f"pages={pages!r}: give a number of pages, at least 1")
        self.url, self._limit = url, pages
        self._fetcher = fetcher or Fetcher()
        self._driven = scripts
        self._load = load or (partial(_driven, pages - 1) if scripts else _parsed)
        self.progress = progress or Progress(url)
        find = partial(extract, **options)
        learns = "want" not in options  # columns that are asked for are the same on all pages as it is
        self._reader = reader or ListReader(find, self.progress.columns, self.progress.wrapper, learns)
        self._ahead: tuple[str, Iterator[Page] | PagerowsError] | None = None
        #: Why the walk ended; None while it goes on.
        self.stopped: Stop | None = None
        self._steps = self._walk()

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
        return next(self._steps, None)

    def _walk(self) -> Iterator[ListPage]:
        at = self.progress
        while (reason := self._barred()) is None and at.url is not None:
            pages = self._shown(at.url, at.form)
            if pages is None:
                reason = "gone"
                break
            if not at.pages and isinstance(self._reader, ListReader):
                pages = self._learn(self._reader, pages)
            views = _Views(self._reader, at)
            yield from views.given(pages, at.pages + 1, at.url)
            if views.problem is not None:
                reason = views.problem
                break
        self.stopped = reason or "end"

    def _shown(self, url: str, form: Form | None) -> Iterator[Page] | None:
        """A page as it is shown, once or more; None where it is gone although a page led there: lists end like that."""
        if self._ahead is not None and self._ahead[0] == address(url, form):
            ahead, self._ahead = self._ahead[1], None
            if isinstance(ahead, PagerowsError):
                raise ahead
            return ahead
        at = self.progress
        try:
            got = self._fetcher.get(url, form, named=origin(url) == origin(self.url))
        except FetchError as error:
            if at.pages and error.status in (404, 410):
                return None
            raise
        return self._load(got)

    def _learn(self, reader: ListReader, pages: Iterator[Page]) -> Iterator[Page]:
        """Let the reader learn from the first page and, where it is not driven by scripts, from the second one, too."""
        first = next(pages, None)
        if first is None:
            return iter(())
        known, at = [first], self.progress
        region = reader.find(first).best
        link = onward(first, region) if region is not None and not self._driven else None
        if link is not None and self._limit > 1 and not self._elsewhere(link.url):
            second = self._second(link)
            known += [second] if second is not None else []
        reader.learn(known)
        at.wrapper = reader.wrapper
        return chain([first], pages)

    def _second(self, link: PageLink) -> Page | None:
        """Fetch the second page ahead of its turn; what goes wrong with it is said when that has come."""
        where = address(link.url, link.form)
        if where == address(self.url):
            return None
        self.progress.pages = 1  # so that it may be gone
        try:
            pages = self._shown(link.url, link.form)
            page = None if pages is None else next(pages, None)
        except PagerowsError as error:
            self._ahead = (where, error)
            return None
        finally:
            self.progress.pages = 0
        if page is None or pages is None:
            return None
        self._ahead = (where, chain([page], pages))
        return page

    def _elsewhere(self, url: str) -> bool:
        return _host(url) != _host(self.url)

    def _barred(self) -> Stop | None:
        """Why the next page is not to be read."""
        at = self.progress
        if at.url is None:
            return None
        if at.pages >= self._limit:
            return "limit"
        if address(at.url, at.form) in at.visited:
            return "loop"
        return "elsewhere" if at.pages and self._elsewhere(at.url) else None


class _Views:
    """One page, read once or, where it is scrolled through, as often as it shows something else."""

    def __init__(self, reader: Reader, progress: Progress) -> None:
        self._reader, self._at = reader, progress
        #: Why the walk ends with this page; None where it goes on.
        self.problem: Stop | None = "no list"
        self._here: set[str] = set()
        self._again: set[str] = set()
        self._rows = 0
        self._link: PageLink | None = None

    def given(self, views: Iterator[Page], number: int, url: str) -> Iterator[ListPage]:
        """Yield what is new of each view. The progress says that the page is read when its last view is given."""
        at, held = self._at, None
        at.pages = number
        for page in views:
            new = self._read(page, number, url)
            if new is not None:
                if held is not None:
                    yield self._emit(*held)
                held = new
        if self.problem is not None:
            at.pages = number - 1
            return
        at.visited.add(address(at.url or "", at.form))
        at.url, at.form = (self._link.url, self._link.form) if self._link else (None, None)
        if held is None:
            at.pages, at.url, self.problem = number - 1, None, "repeat"
            at.duplicates += len(self._again)
            return
        at.duplicates += len(self._again)
        yield self._emit(*held)

    def _emit(self, page: ListPage, prints: list[str]) -> ListPage:
        self._at.seen.update(prints)
        self._at.rows += len(page.rows)
        return page

    def _read(self, page: Page, number: int, url: str) -> tuple[ListPage, list[str]] | None:
        found = self._reader.read(page)
        if found is None or not found.region.records:
            if self.problem is not None and asks_to_log_in(page):
                self.problem = "login"
            return None
        self.problem, self._link = None, onward(page, found.region)
        if number == 1 and self._at.total is None:
            self._at.total = page.pagination.total
        prints = fingerprints(found.region.records)
        again = {mark for mark in prints if mark in self._at.seen and mark not in self._here}
        rows = [row for row, mark in enumerate(prints) if mark not in self._here and mark not in again]
        self._again |= again
        self._here.update(prints)
        if not rows:
            return None
        # On a page that is seen once, a row's number is its place; on one that is scrolled through, counting goes on.
        places = [self._rows + row - rows[0] + 1 for row in rows] if self._rows else [row + 1 for row in rows]
        self._rows = places[-1]
        taken = ListPage(page.url or url, number, kept(found.sheet, rows), tuple(places), len(again))
        return taken, [prints[row] for row in rows]


def follow(url: str, *, pages: int = PAGES, **options: Any) -> Walk:
    """Read a list over all of its pages, at most `pages` of them.

    Iterate over the result for the rows: dictionaries with `page_url`, `page_number`, `row` (the place on the page)
    and the record's fields, in the columns of the first page. Records that an earlier page had are left out and
    counted (`.progress.duplicates`); `.stopped` and `.told` say why the walk ended. Pages come one at a time from
    `fetcher` (a `pagerows.Fetcher`, which keeps to robots.txt and waits between requests). With `scripts` they are
    opened in Chromium, and lists that grow ("load more", endless scroll) are driven to their end, each load counting as
    a page. Further options are those of `extract`.
    """
    return Walk(url, pages=pages, **options)


async def follow_async(url: str, *, pages: int = PAGES, **options: Any) -> AsyncIterator[dict[str, Any]]:
    """Read a list like `follow` without blocking the event loop: an asynchronous iterator of rows."""
    import asyncio  # costs 20 ms that only its users should pay

    walk = Walk(url, pages=pages, **options)
    while (page := await asyncio.to_thread(walk.step)) is not None:
        for row in page.dicts():
            yield row


def _parsed(got: Fetched) -> Iterator[Page]:
    yield parse(got)


def _driven(loads: int, got: Fetched) -> Iterator[Page]:
    from pagerows.page.rendered import Drive, render_driven

    yield from render_driven(got, Drive(loads=loads), allow=("*",))


def onward(page: Page, region: Region) -> PageLink | None:
    """The link that leads on: of the list's own pager, or else of the page's."""
    return find_pagination(page, region.span).onward or page.pagination.onward


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
