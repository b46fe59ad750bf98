"""One answer per source, in the sources' order, some at a time: in threads, or in processes of their own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pagerows.errors import PageError, PagerowsError
from pagerows.page import URL, Fetched, Page, Source, parse
from pagerows.workers import run_tasks

if TYPE_CHECKING:
    from pagerows.pipeline import Extraction

__all__ = ["in_processes", "in_threads"]

T = TypeVar("T")
R = TypeVar("R")

#: Answers that may wait for an earlier, slower one, per worker.
AHEAD: Final = 4


def in_threads(work: Callable[[T], R], tasks: Iterable[T], threads: int) -> Iterator[R]:
    """Give the results in order; no more tasks are taken than are needed to keep the threads busy."""
    with ThreadPoolExecutor(threads) as pool:
        coming: deque[Future[R]] = deque()
        try:
            for task in tasks:
                coming.append(pool.submit(work, task))
                if len(coming) >= AHEAD * threads:
                    yield coming.popleft().result()
            while coming:
                yield coming.popleft().result()
        finally:
            for future in coming:
                future.cancel()


def in_processes(
    sources: Iterable[Source | Page], options: Mapping[str, Any], processes: int
) -> Iterator[Extraction | PagerowsError]:
    """Give what was found on each page, or what went wrong; a page that kills its process costs nothing but itself."""
    for outcome in run_tasks(_Extract(dict(options)), map(_sendable, sources), jobs=processes):
        if outcome.error is not None:
            yield PageError(outcome.error)
        elif isinstance(outcome.result, _Failed):
            yield outcome.result.error()
        elif outcome.result is not None:
            yield outcome.result


def _sendable(source: Any) -> Any:
    """What can be sent to another process; of open files, responses and trees the page that is in them."""
    try:
        return source if isinstance(source, bytes | str | Path | Page | URL | Fetched) else parse(source)
    except PagerowsError as error:
        return _Failed(type(error), str(error))


@dataclass(frozen=True, slots=True)
class _Failed:
    """An error on its way between processes."""

    kind: type[PagerowsError]
    message: str

    def error(self) -> PagerowsError:
        """The error itself; its own way of being made may want more than a message."""
        made = self.kind.__new__(self.kind, self.message)
        Exception.__init__(made, self.message)
        return made


@dataclass(frozen=True, slots=True)
class _Extract:
    """`extract` in another process, with the tables that people ask for first."""

    options: dict[str, Any]

    def __call__(self, source: Any) -> Extraction | _Failed:
        from pagerows.pipeline import extract

        if isinstance(source, _Failed):
            return source
        try:
            found = extract(source, **self.options)
            for region in found.regions:
                if region.content is not False:
                    _ = region.table.all_columns
        except PagerowsError as error:
            return _Failed(type(error), str(error))
        return found
