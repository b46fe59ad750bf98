"""What the routes share: the engine, the store, open tables and jobs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

from pagerows.serve.engine import Engine
from pagerows.serve.errors import Problem
from pagerows.serve.jobs import JobRunner
from pagerows.serve.metrics import Metrics
from pagerows.serve.settings import Settings
from pagerows.serve.store import Jobs, Runs, Wrappers, open_database
from pagerows.serve.tables import Tables

__all__ = ["State", "unless_gone"]

T = TypeVar("T")
#: Threads that talk to the database.
THREADS: Final = 4
#: Seconds after which it is looked whether a caller is still there.
_LOOK: Final = 0.5


class State:
    """One server's parts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = open_database(settings.database)
        self.runs, self.wrappers, self.jobs = Runs(self.database), Wrappers(self.database), Jobs(self.database)
        self.tables = Tables(self.runs)
        self.engine = Engine(settings)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="store")
        self.runner = JobRunner(self)
        self.metrics = Metrics()
        self._watch()

    def start(self) -> None:
        """Start the workers; jobs of a server that is gone are marked."""
        self.jobs.interrupted()
        self.engine.start()

    async def close(self) -> None:
        """End everything that was started."""
        await self.runner.close()
        self.engine.close()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self.database.close()

    async def ask(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T:
        """Do something with the store, or something that takes a while, beside the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: function(*arguments, **options))

    def is_well(self) -> bool:
        """Whether the database answers."""
        try:
            self.database.rows("SELECT version FROM pagerows_version")
        except OSError:
            return False
        return True

    def _watch(self) -> None:
        engine, pool = self.engine, self.engine.pool
        watched: list[tuple[str, str, Callable[[], float]]] = [
            ("pagerows_requests_under_way", "Requests that are fetched, wait or are read", lambda: engine.under_way),
            ("pagerows_requests_turned_away", "Requests that found no place", lambda: engine.turned_away),
            ("pagerows_tasks_waiting", "Tasks in line for a worker", lambda: pool.waiting),
            ("pagerows_tasks_busy", "Tasks that workers do", lambda: pool.busy),
            ("pagerows_tasks_done", "Tasks that workers have done", lambda: pool.done),
            ("pagerows_tasks_late", "Tasks that were ended for taking too long", lambda: pool.late),
            ("pagerows_tasks_died", "Tasks that killed their worker or filled its memory", lambda: pool.died),
            ("pagerows_jobs_running", "Jobs that are running", lambda: self.runner.running),
        ]
        for name, text, value in watched:
            self.metrics.watch(name, text, value)


async def unless_gone(request: Any, work: Coroutine[Any, Any, T]) -> T:
    """Do something for a caller, and stop when the caller has gone."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait({task}, timeout=_LOOK)
            if not task.done() and await request.is_disconnected():
                raise Problem(499, "gone", "the caller has gone")
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
