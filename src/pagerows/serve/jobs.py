"""Jobs at work: page after page, each kept before the next is read, so that a stop loses nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pagerows.errors import PagerowsError
from pagerows.export.sheets import Sheet, SheetColumn, joined
from pagerows.follow.columns import LEAD
from pagerows.serve.errors import Problem, problem_of
from pagerows.serve.pool import Crashed, TookTooLong
from pagerows.serve.store.jobs import ENDED, Job, JobPage
from pagerows.serve.store.sheets import Kept, pack, packed_text, unpack, unpacked_text
from pagerows.serve.tasks import Given, Learn, Read, ReadPage, Recipe, Step, Stepped, Wanted
from pagerows.serve.work import listed

if TYPE_CHECKING:
    from pagerows.serve.state import State

__all__ = ["JobRunner", "empty_head", "packed_source"]

#: Jobs that run side by side; the others wait.
AT_ONCE: Final = 2
#: Pages that a job without a wrapper learns one from.
SAMPLES: Final = 3
#: Pages that a step of a walk may ask for.
_ASKED: Final = 5
#: Seconds between two looks at the table while it grows, at least.
_REFRESH: Final = 2.0
_SILENCE: Final = 15.0
_FAILURES: Final = (PagerowsError, Problem, TookTooLong, Crashed)


def packed_source(source: Mapping[str, Any]) -> bytes:
    """A page that is to be read, or its address, as a database keeps it."""
    return packed_text(json.dumps(source))


def empty_head(url: str | None, title: str, method: str) -> dict[str, Any]:
    """What is said of a job's table before it has rows."""
    sheet = Sheet(region=1, score=1.0, content=True, features={}, columns=(), xpaths=())
    return {
        "list": 1,
        "lists": [listed(sheet)],
        "verdict": {"accepted": True, "chance": None, "threshold": None, "reasons": []},
        "next": None,
        "drift": [],
        "missing": [],
        "rendered": False,
        "title": title,
        "lang": None,
        "url": url,
        "now": None,
        "method": method,
        "regions_found": 1,
        "numbers": [1],
    }


class JobRunner:
    """Runs jobs, a few at a time, and tells whoever listens."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stops: set[str] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._changes: dict[str, asyncio.Event] = {}
        self._drawn: dict[str, float] = {}

    @property
    def running(self) -> int:
        """Jobs that have not ended."""
        return len(self._tasks)

    def start(self, job: str) -> None:
        """Begin a job, or go on with it."""
        if job not in self._tasks:
            self._stops.discard(job)
            self._tasks[job] = asyncio.create_task(self._run(job))

    async def stop(self, job: str) -> None:
        """End a job after the page at hand."""
        if job in self._tasks:
            self._stops.add(job)
            await self._state.ask(self._state.jobs.set, job, "stopping")
            self._tell(job)

    async def close(self) -> None:
        """End all jobs; they can be gone on with."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def wait(self, job: str) -> None:
        """Return when a job's task has ended."""
        if task := self._tasks.get(job):
            await asyncio.wait({task})

    async def changes(self, job: str) -> AsyncIterator[Job | None]:
        """Give the job now and whenever it has changed, until it has ended; None where nothing happens for long."""
        while True:
            event = self._changes.setdefault(job, asyncio.Event())
            found = await self._state.ask(self._state.jobs.get, job)
            if found is None:
                return
            yield found
            if found.state in ENDED and job not in self._tasks:
                return
            while True:
                try:
                    await asyncio.wait_for(event.wait(), _SILENCE)
                    break
                except TimeoutError:
                    yield None

    def _tell(self, job: str) -> None:
        if event := self._changes.pop(job, None):
            event.set()

    # -- one job -------------------------------------------------------------------------------------------------

    async def _run(self, job: str) -> None:
        state, message = "stopped", None
        try:
            async with self._turns:
                if job in self._stops:
                    return
                await self._set(job, "running")
                found = await self._state.ask(self._state.jobs.get, job)
                if found is None:
                    return
                message = await (self._walk(found) if found.kind == "next" else self._pages(found))
                state = "stopped" if job in self._stops else "done"
                await self._draw(found, at_once=True)
        except asyncio.CancelledError:
            state, message = "stopped", "the server ended while it ran"
        except Exception as error:
            problem = problem_of(error)
            state, message = "failed", problem.message if problem else f"{type(error).__name__} in the server"
        finally:
            self._tasks.pop(job, None)
            self._stops.discard(job)
            try:
                await self._set(job, state, message)
            except OSError:  # the database is gone: a new start marks the job as stopped
                self._tell(job)

    async def _set(self, job: str, state: str, message: str | None = None) -> None:
        await self._state.ask(self._state.jobs.set, job, state, message)
        self._tell(job)

    async def _wrapper(self, job: Job) -> Mapping[str, Any] | None:
        """The wrapper that a job reads with: the one that was named, or what was learned of the run that is meant."""
        if job.wrapper is not None:
            kept = await self._state.ask(self._state.wrappers.get, job.wrapper)
            if kept is None:
                raise Problem(404, "not_found", "the job's wrapper was deleted")
            return kept.data
        return job.asked.get("learned")

    async def _keep(
        self, job: Job, page: JobPage, data: bytes | None, progress: Mapping[str, Any] | None = None
    ) -> None:
        await self._state.ask(self._state.jobs.put_page, job.id, page, data, progress)
        await self._draw(job)
        self._tell(job.id)

    async def _draw(self, job: Job, *, at_once: bool = False) -> None:
        """Put the rows so far into the job's run; not after every page, since all of them are put together."""
        now = time.monotonic()
        if not at_once and now < self._drawn.get(job.id, 0.0):
            return
        await self._state.ask(self._put_together, job)
        self._drawn[job.id] = time.monotonic() + max(_REFRESH, 10 * (time.monotonic() - now))
        if at_once:
            self._drawn.pop(job.id, None)

    def _put_together(self, job: Job) -> None:
        sheets = [unpack(data).sheet for data in self._state.jobs.tables(job.id)]
        run = self._state.runs.get(job.run)
        if not sheets or run is None:
            return
        sheet = replace(_facts_first(joined(sheets), sheets[0]), region=1, content=True)
        head = {**run.head, "lists": [listed(sheet)]}
        self._state.runs.put_table(job.run, 1, pack(Kept(sheet)), head)

    # -- the next pages of a list --------------------------------------------------------------------------------

    async def _walk(self, job: Job) -> str:
        wrapper = await self._wrapper(job)
        known: dict[tuple[str, Any], Any] = {}
        number = max((page.number for page in job.pages), default=0)
        while job.id not in self._stops:
            progress = await self._state.ask(self._state.jobs.progress, job.id)
            step = await self._step(job, progress, wrapper, known)
            if step.table is None:
                return f"the list ended: {step.told}" if step.stopped == "end" else step.told
            number += 1
            page = JobPage(number=number, source=step.url, rows=step.rows, problem=None)
            await self._keep(job, page, step.table, step.progress)
        return f"stopped after {number} pages"

    async def _step(
        self, job: Job, progress: dict[str, Any] | None, wrapper: Mapping[str, Any] | None, known: dict[Any, Any]
    ) -> Stepped:
        """Go one page further; pages that the walk wants are fetched here and given to the worker."""
        engine = self._state.engine
        url, limit = job.asked["url"], job.asked["pages"]
        for _ in range(_ASKED):
            pages = tuple((address, form, got) for (address, form), got in known.items())
            answer: Stepped | Wanted = await engine.run(
                Step(url=url, limit=limit, progress=progress, pages=pages, wrapper=wrapper), patient=True
            )
            if isinstance(answer, Stepped):
                while len(known) > 2:
                    known.pop(next(iter(known)))
                return answer
            try:
                got: Any = await engine.fetched(answer.url, answer.form, named=answer.named)
            except PagerowsError as error:
                got = error
            known[answer.url, answer.form] = got
        raise Problem(500, "failed", "the walk asks for more and more pages")

    # -- pages one by one ----------------------------------------------------------------------------------------

    async def _pages(self, job: Job) -> str:
        wrapper = await self._wrapper(job)
        total = job.total or 0
        if wrapper is None and total > 1:
            wrapper = await self._learned(job, total)
        recipe = Recipe(
            method=job.asked.get("method", "auto"),
            wrapper=wrapper,
            public_only=not self._state.settings.private,
            seconds=self._state.settings.seconds,
        )
        done = {page.number for page in job.pages}
        for number in range(1, total + 1):
            if job.id in self._stops:
                break
            if number not in done:
                await self._page(job, number, recipe)
        found = await self._state.ask(self._state.jobs.get, job.id)
        failed = len(found.problems) if found else 0
        told = "" if not failed else f"; {failed} could not be read: resume tries them again"
        return f"{(found.done if found else 0):,} of {total:,} pages read{told}"

    async def _source(self, job: Job, number: int) -> dict[str, Any]:
        data = await self._state.ask(self._state.jobs.source, job.id, number - 1)
        if data is None:
            raise Problem(404, "not_found", "the page is not there any more")
        source: dict[str, Any] = json.loads(unpacked_text(data))
        return source

    async def _learned(self, job: Job, total: int) -> Mapping[str, Any] | None:
        """Learn one set of columns from the first pages; None where they share no list."""
        if "learned" in job.asked:
            known: Mapping[str, Any] | None = job.asked["learned"]
            return known
        pages: list[Given] = []
        for number in range(1, min(total, SAMPLES) + 1):
            try:
                pages.append(await self._state.engine.given(**await self._source(job, number)))
            except _FAILURES:
                continue  # it fails again when it is read, and is told then
        try:
            learned = await self._state.engine.run(Learn(pages=tuple(pages)), patient=True) if pages else None
        except _FAILURES:
            return None
        return None if learned is None else learned.wrapper

    async def _page(self, job: Job, number: int, recipe: Recipe) -> None:
        name, data, rows, problem = f"page {number}", None, 0, None
        try:
            source = await self._source(job, number)
            name = source["url"] or source["name"] or name
            given = await self._state.engine.given(**source)
            answer: ReadPage = await self._state.engine.run(Read(given=given, recipe=recipe, records=0), patient=True)
            chosen = answer.head["list"]
            if chosen is None:
                problem = "no records: " + "; ".join(answer.head["verdict"]["reasons"] or ["the page has no list"])
            else:
                data, rows = await self._state.ask(_with_lead, answer.tables[chosen - 1], given.url or name, number)
        except _FAILURES as error:
            if isinstance(error, OSError) and type(error).__name__ == "StoreError":
                raise
            found = problem_of(error)
            problem = found.message if found else str(error)
        await self._keep(job, JobPage(number=number, source=name, rows=rows, problem=problem), data)


def _facts_first(sheet: Sheet, first: Sheet) -> Sheet:
    """Where rows are from stands behind the first page's columns: people came for the facts.

    Columns that later pages add come last, so that none changes its place while the table grows.
    """
    lead = tuple(_as_it_is(column) for column in sheet.columns if column.name in LEAD)
    facts = [column for column in sheet.columns if column.name not in LEAD]
    known = sum(column.name not in LEAD for column in first.columns)
    return replace(sheet, columns=(*facts[:known], *lead, *facts[known:]))


def _as_it_is(column: SheetColumn) -> SheetColumn:
    """Numbers are numbers, the address of a page leads there."""
    if column.name == LEAD[0]:
        return replace(column, kind="link", urls=column.texts)
    return replace(column, type="integer", values=tuple(None if text is None else int(text) for text in column.texts))


def _with_lead(data: bytes, source: str, number: int) -> tuple[bytes, int]:
    """A page's table with where its rows are from in front."""
    sheet = unpack(data).sheet
    count = len(sheet)
    said: Sequence[Sequence[str]] = (
        [source] * count,
        [str(number)] * count,
        [str(row) for row in range(1, count + 1)],
    )
    lead = [
        SheetColumn(name=name, kind="text", type="text", texts=tuple(cells))
        for name, cells in zip(LEAD, said, strict=True)
    ]
    return pack(Kept(replace(sheet, columns=(*lead, *sheet.columns)))), count
