"""Many pages: progress while they are read, one line for each that failed."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from pagerows.cli._network import fetched
from pagerows.cli._options import Recipe
from pagerows.cli._say import printable, say
from pagerows.cli._sources import PageSource, load
from pagerows.export._files import replacing
from pagerows.export.sheets import PageResult, page_result
from pagerows.page.polite import Fetcher
from pagerows.workers import Limits, Outcome, run_tasks

__all__ = ["Failures", "progress", "results"]

#: Seconds between two pictures of the bar.
WATCHED: Final = 0.1
#: A page on which workers load models and modules, so that no page pays for them with its time.
SMALL: Final = "<ul>" + "".join(f"<li><a href=/{n}>Thing {n}</a> <b>{n}.50 €</b></li>" for n in range(6)) + "</ul>"


def results(
    pages: list[PageSource], recipe: Recipe, fetcher: Fetcher, *, every: bool, jobs: int, limits: Limits
) -> Iterator[Outcome[PageSource, PageResult]]:
    """Yield what each page gave, in order. Pages are fetched here, so that all processes keep the same manners."""
    work = partial(_result, recipe, every)
    coming = fetched(pages, fetcher)
    at_hand = not any(page.is_url for page in pages)
    warm_up = _load if len(pages) > 1 and not recipe.needs_render else _nothing
    return run_tasks(
        work, coming, jobs=min(jobs, len(pages)), limits=limits, ahead=at_hand, quick_start=True, warm_up=warm_up
    )


def _load() -> None:
    """Load what pages need, once for all workers."""
    from pagerows.pipeline import extract

    extract(SMALL).table.all_columns  # noqa: B018


def _nothing() -> None:
    """A single page loads what it needs itself."""


def _result(recipe: Recipe, every: bool, source: PageSource) -> PageResult:
    return page_result(source.name, recipe.extract(load(source, recipe)), every=every)


@contextmanager
def progress(total: int, path: Path | None) -> Iterator[tuple[Callable[[bool], None], Callable[[str], None]]]:
    """Yield ``step(failed)`` and ``say(line)``: a bar with rate and failures where a person watches.

    Rows that are shown on a terminal tell by themselves how far it is, and a bar would stand between them.
    """
    shown = path is None and sys.stdout.isatty()
    if total < 2 or shown or not sys.stderr.isatty():
        yield lambda failed: None, say  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.text import Text

    columns: list[Any] = [
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:.1f} pages/s"),
        TextColumn("[red]{task.fields[failed]} failed"),
        TimeRemainingColumn(),
    ]
    console = Console(stderr=True, highlight=False)
    begun, failures, done, drawn = time.monotonic(), 0, 0, 0.0
    # Drawn with the pages, not by a thread: a process with threads cannot be copied for its workers.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task("pages", total=total, rate=0.0, failed=0)

        def step(failed: bool) -> None:
            nonlocal failures, done, drawn
            failures, done, now = failures + failed, done + 1, time.monotonic()
            draw = now - drawn >= WATCHED
            drawn = now if draw else drawn
            bar.update(task, advance=1, failed=failures, rate=done / max(1e-3, now - begun), refresh=draw)

        yield step, lambda line: console.print(Text(printable(line)), soft_wrap=True)


class Failures:
    """The pages that failed, and those without records; written as JSON lines where a file is named."""

    def __init__(self) -> None:
        self.all: list[Outcome[PageSource, PageResult]] = []
        #: Pages without records: name and reason.
        self.empty: list[tuple[str, str]] = []

    def __len__(self) -> int:
        return len(self.all)

    @contextmanager
    def written(self, path: str | None) -> Iterator[None]:
        """Write one object per page that failed or has no records when the block ends; an empty file: all went well.

        The file is opened first: that it cannot be written is said before the work, not after it.
        """
        if path is None:
            yield
            return
        with replacing(Path(path)) as file:
            yield
            file.writelines(self._lines())

    def _lines(self) -> Iterable[bytes]:
        for outcome in self.all:
            yield _line({"source": outcome.task.name, "error": outcome.error})
        for name, why in self.empty:
            yield _line({"source": name, "empty": why})


def _line(told: dict[str, str | None]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
