"""A walk in a process of its own: no page can take more time or memory than it may, and the pages before it are given.

Pages are fetched outside of it, so that all walks of a program keep the same manners, and no page's own time counts
what a site asks us to wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from pagerows.conversing import converse
from pagerows.follow import Walk
from pagerows.follow.progress import TOLD, ListPage, Progress, Stop
from pagerows.page import Fetched
from pagerows.page.polite import Fetcher, Form, Gets
from pagerows.workers import Limits

__all__ = ["Make", "WalkApart"]

_Ask = Callable[[tuple[str, Form | None, bool]], Fetched]
_Step = tuple[ListPage | None, Progress, Stop | None]


class Make(Protocol):
    """Makes the walk in its process; can be pickled."""

    def __call__(self, progress: Progress, fetcher: Gets) -> Walk:
        """Return a walk that stands where the progress says."""


class WalkApart:
    """Gives the pages of a walk like `Walk`; a page that takes too much ends it with a PagerowsError."""

    def __init__(
        self,
        url: str,
        make: Make,
        fetcher: Fetcher,
        *,
        limits: Limits,
        progress: Progress | None = None,
        quick_start: bool = False,
    ) -> None:
        """`limits` are those of one page; `quick_start` is right where this process has no threads."""
        self.url, self._make, self._fetcher = url, make, fetcher
        self._limits, self._quick = limits, quick_start
        #: How far it has come: behind the last page that was given.
        self.progress = progress or Progress(url)
        #: Why the walk ended; None while it goes on.
        self.stopped: Stop | None = None

    @property
    def told(self) -> str:
        """Why the walk ended, in words."""
        return TOLD[self.stopped] if self.stopped else "it has not ended"

    def pages(self) -> Iterator[ListPage]:
        """Yield the pages. What goes wrong with a page is raised when those before have been given."""
        task = (self._make, self.progress)
        steps = converse(_steps, task, self._get, limits=self._limits, quick_start=self._quick)
        for page, progress, stopped in steps:
            self.progress, self.stopped = progress, stopped
            if page is not None:
                yield page

    def _get(self, question: tuple[str, Form | None, bool]) -> Fetched:
        url, form, named = question
        return self._fetcher.get(url, form, named=named)


class _Asking:
    """Fetches pages by asking the process that has the fetcher."""

    def __init__(self, ask: _Ask) -> None:
        self._ask = ask

    def get(self, url: str, form: Form | None = None, *, named: bool = True) -> Fetched:
        return self._ask((url, form, named))


def _steps(task: tuple[Make, Progress], ask: _Ask) -> Iterator[_Step]:
    make, progress = task
    walk = make(progress, _Asking(ask))
    for page in walk.pages():
        yield page, walk.progress, None
    yield None, walk.progress, walk.stopped
