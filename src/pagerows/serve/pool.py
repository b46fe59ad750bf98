"""Workers for a server: tasks wait in line, and each is done in a process that can be ended.

`pagerows.workers` keeps a batch in order; here tasks come one by one from many callers, so every worker has a thread
that feeds it. A line that is too long is said at once, not waited for.
"""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from pagerows.serve.tasks import Task, Warm
from pagerows.workers import Limits, Outcome, run_tasks

__all__ = ["Crashed", "Pool", "TookTooLong"]

#: Seconds that the threads are waited for when the server ends.
_ENDING: Final = 5.0


class TookTooLong(Exception):
    """A task was ended because it took longer than it may."""


class Crashed(Exception):
    """A worker died on a task, or ran out of memory."""


@dataclass(order=True, slots=True)
class _Item:
    """A task in line; people go before jobs."""

    rank: int
    number: int
    task: Task | None = field(compare=False)
    future: Future[Any] = field(compare=False, default_factory=Future)


class Pool:
    """Processes that do tasks, each with a deadline and a bound on its memory."""

    def __init__(self, do: Callable[[Task], Any], size: int, limits: Limits) -> None:
        self._do, self._limits, self.size = do, limits, size
        self._line: queue.PriorityQueue[_Item] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._closed = False
        #: Tasks that are being done, and how many were done and ended.
        self.busy, self.done, self.late, self.died = 0, 0, 0, 0
        #: Seconds that tasks took, smoothed.
        self.mean = 0.2
        self._threads = [threading.Thread(target=self._feed, name=f"worker-{n}", daemon=True) for n in range(size)]

    def start(self) -> None:
        """Start the workers; they load what pages need before the first one comes."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End the workers and what they are doing."""
        self._closed = True
        for _ in self._threads:
            self._line.put(_Item(-1, next(self._numbers), None))
        for thread in self._threads:
            thread.join(_ENDING)

    @property
    def waiting(self) -> int:
        """Tasks in line."""
        return self._line.qsize()

    async def run(self, task: Task, *, patient: bool = False) -> Any:
        """Do a task and return its answer; a `patient` one lets others go before it."""
        item = _Item(int(patient), next(self._numbers), task)
        self._line.put(item)
        try:
            outcome: Outcome[Any, Any] = await asyncio.wrap_future(item.future)
        finally:
            item.future.cancel()  # whoever asked has gone: a task that still waits is not done
        if outcome.error is None:
            return outcome.result
        if "longer than" in outcome.error and outcome.seconds == self._limits.seconds:
            self.late += 1
            raise TookTooLong(outcome.error)
        self.died += 1
        raise Crashed(outcome.error)

    def _feed(self) -> None:
        """Keep one worker busy for as long as the server runs."""
        current: list[_Item] = []
        for outcome in run_tasks(self._do, self._tasks(current), limits=self._limits):
            if not isinstance(outcome.task, Warm):
                self.busy -= 1
                self.done += 1
                self.mean = 0.9 * self.mean + 0.1 * outcome.seconds
            item = current.pop()
            with suppress(Exception):  # whoever asked has gone
                item.future.set_result(outcome)

    def _tasks(self, current: list[_Item]) -> Iterator[Task]:
        warm = _Item(0, -1, Warm())
        current.append(warm)
        yield Warm()
        while not self._closed:
            item = self._line.get()
            if item.task is None:
                return
            if not item.future.set_running_or_notify_cancel():
                continue
            current.append(item)
            self.busy += 1
            yield item.task
