"""A list over all of its pages: fetch, read, go on, until it ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import Any, Final
from urllib.parse import urlsplit

from pagerows.errors import FetchError, PagerowsError, ParameterError
from pagerows.follow.columns import LEAD
from pagerows.follow.identity import address
from pagerows.follow.progress import TOLD, Form, ListPage, Progress, Stop
from pagerows.follow.reader import ListReader, Reader, Reading
from pagerows.follow.views import Views, onward
from pagerows.page import Fetched, Page, parse
from pagerows.page.fetch import origin
from pagerows.page.pagination import PageLink
from pagerows.page.pagination.urls import months_of
from pagerows.page.polite import Fetcher, Gets
from pagerows.pipeline import extract

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

#: Months ahead and back that a list may go on to: calendars let one turn their pages for ever.
_AHEAD: Final = 12
_PAST: Final = 100 * 12


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
        rows: int | None = None,
        fetcher: Gets | None = None,
        reader: Reader | None = None,
        load: Callable[[Fetched], Iterator[Page]] | None = None,
        scripts: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(pages, int) or pages < 1:
            raise ParameterError(f"pages={pages!r}: give a number of pages, at least 1")
        if rows is not None and (not isinstance(rows, int) or rows < 1):
            raise ParameterError(f"rows={rows!r}: give a number of rows, at least 1")
        self.url, self._limit, self._rows = url, pages, rows
        self._fetcher: Gets = fetcher or Fetcher()
        self._driven = scripts
        self._load = load or (partial(_driven, pages - 1, rows is not None) if scripts else _parsed)
        self.progress = progress or Progress(url)
        find = partial(extract, **options)
        # Columns that are asked for are the same on all pages as it is; those of data are not where records are.
        learns = "want" not in options and not options.get("embedded")
        self._reader = reader or ListReader(find, self.progress.columns, self.progress.wrapper, learns)
        self._ahead: tuple[str, Iterator[Page] | PagerowsError] | None = None
        #: Why the walk ended; None while it goes on.
        self.stopped: Stop | None = None
        self._steps = self._walk()

    @property
    def told(self) -> str:
        """Why the walk ended, in words."""
        return TOLD[self.stopped] if self.stopped else "it has not ended"

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
            left = None if self._rows is None else self._rows - at.rows
            views = Views(self._reader, at, left, driven=self._driven)
            yield from views.given(pages, at.pages + (not at.given), at.url)
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
        alone = region is None or self._driven or (self._rows is not None and len(region.records) >= self._rows)
        link = None if region is None or alone else onward(first, region)
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
        if self._rows is not None and at.rows >= self._rows:
            return "enough"
        if at.pages >= self._limit and not at.given:
            return "limit"
        if address(at.url, at.form) in at.visited:
            return "loop"
        if at.pages and self._elsewhere(at.url):
            return "elsewhere"
        return "calendar" if at.pages and _is_far_off(at.url, self.url) else None


def follow(url: str, *, pages: int = PAGES, rows: int | None = None, **options: Any) -> Walk:
    """Read a list over all of its pages, at most `pages` of them, and at most `rows` rows.

    Iterate over the result for the rows: dictionaries with `page_url`, `page_number`, `row` (the place on the page)
    and the record's fields, in the columns of the first page. Records that an earlier page had are left out and
    counted (`.progress.duplicates`); `.stopped` and `.told` say why the walk ended. Pages come one at a time from
    `fetcher` (a `pagerows.Fetcher`, which keeps to robots.txt and waits between requests). With `scripts` they are
    opened in Chromium, and lists that grow ("load more", endless scroll) are driven to their end, each load counting as
    a page. Further options are those of `extract`.
    """
    return Walk(url, pages=pages, rows=rows, **options)


async def follow_async(
    url: str, *, pages: int = PAGES, rows: int | None = None, **options: Any
) -> AsyncIterator[dict[str, Any]]:
    """Read a list like `follow` without blocking the event loop: an asynchronous iterator of rows."""
    import asyncio  # costs 20 ms that only its users should pay

    walk = Walk(url, pages=pages, rows=rows, **options)
    while (page := await asyncio.to_thread(walk.step)) is not None:
        for row in page.dicts():
            yield row


def _parsed(got: Fetched) -> Iterator[Page]:
    yield parse(got)


def _driven(loads: int, each: bool, got: Fetched) -> Iterator[Page]:
    from pagerows.page.rendered import Drive, render_driven

    yield from render_driven(got, Drive(loads=loads, each=each), allow=("*",))


def _is_far_off(url: str, start: str) -> bool:
    """Whether an address names a month that the walk did not start from and that no record is likely to be of."""
    today = datetime.now(UTC)
    now = 12 * today.year + today.month
    return any(
        not now - _PAST <= 12 * year + month <= now + _AHEAD for year, month in months_of(url) - months_of(start)
    )


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.casefold().removeprefix("www.")
    except ValueError:
        return url
