"""One page of a walk: what is new on it, and where it leads."""

from __future__ import annotations

from collections.abc import Iterator

from pagerows.follow.identity import address, fingerprints
from pagerows.follow.progress import ListPage, Progress, Stop
from pagerows.follow.reader import Reader, kept
from pagerows.page import Page
from pagerows.page.pagination import PageLink, find_pagination
from pagerows.values import Region

__all__ = ["Views", "onward"]


class Views:
    """One page, read once or, where it is scrolled through, as often as it shows something else."""

    def __init__(self, reader: Reader, progress: Progress, left: int | None, *, driven: bool) -> None:
        self._reader, self._at, self._driven = reader, progress, driven
        #: Rows that may still be given, and whether the page has, or may have, more than that.
        self._left = left
        self._more = False
        #: Why the walk ends with this page; None where it goes on.
        self.problem: Stop | None = "no list"
        self._here: set[str] = set()
        self._again: set[str] = set()
        #: Place of the last row on the page, and how many rows were new.
        self._rows = self._count = 0
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
            if self._left == 0:
                self._more |= self._driven
                break
        if self.problem is not None:
            at.pages = number - 1
            return
        if self._more:  # who goes on reads the rest of this page first
            self.problem = "enough"
            at.given += self._count
        else:
            at.visited.add(address(at.url or "", at.form))
            at.url, at.form = (self._link.url, self._link.form) if self._link else (None, None)
            at.duplicates += len(self._again) - at.given
            at.given = 0
        if held is None:
            at.pages, at.url, self.problem = number - 1, None, "repeat"
            return
        yield self._emit(*held)

    def _emit(self, page: ListPage, prints: list[str]) -> ListPage:
        self._at.seen.update(prints)
        self._at.rows += len(page.rows)
        return page

    def _read(self, page: Page, number: int, url: str) -> tuple[ListPage, list[str]] | None:
        found = self._reader.read(page)
        if found is None or not found.region.records:
            if self.problem is not None and _asks_to_log_in(page):
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
        if self._left is not None:
            self._more |= len(rows) > self._left
            rows = rows[: self._left]
            self._left -= len(rows)
        self._count += len(rows)
        if not rows:
            return None
        # On a page that is seen once, a row's number is its place; on one that is scrolled through, counting goes on.
        places = [self._rows + row - rows[0] + 1 for row in rows] if self._rows else [row + 1 for row in rows]
        self._rows = places[-1]
        taken = ListPage(
            page.url or url, number, kept(found.sheet, rows), tuple(places), max(0, len(again) - self._at.given)
        )
        return taken, [prints[row] for row in rows]


def onward(page: Page, region: Region) -> PageLink | None:
    """The link that leads on: of the list's own pager, or else of the page's."""
    return find_pagination(page, region.span).onward or page.pagination.onward


def _asks_to_log_in(page: Page) -> bool:
    """Tell whether a page has a field for a password."""
    nodes = page.nodes
    fields = nodes.rows_with_tag("input").tolist()
    return any((nodes.attribute(row, "type") or "").casefold() == "password" for row in fields)
