"""Many tasks in processes of their own, in order, none lost: a page cannot hurt the batch.

The standard library's process pool gives up everything that is still queued when one worker is killed (out of memory,
a crash in native code), and waits for ever for one that hangs. Here a worker has one task at a time, so the parent
knows what died with it: that task is tried once more in a fresh process, and fails with a reason if it kills that one
too. A task that takes longer than it may is ended with its process (and with what that started, a browser say). All
others go on.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from pagerows.errors import PagerowsError
from pagerows.processes import LINUX, Process, Template, context, settle, start

__all__ = ["Limits", "Outcome", "run_here", "run_tasks"]

T = TypeVar("T")
R = TypeVar("R")

#: Tasks after which a worker is replaced: memory that a task leaked is given back.
RECYCLE: Final = 5_000
#: A worker that has had this share of its memory is replaced, too: the next task finds all of it free.
FULL: Final = 0.5
#: Results that may wait for an earlier, slower task, per worker.
AHEAD: Final = 16
#: Seconds beyond its time that a task is given: its own deadlines (of a request, of a browser) say more than ours.
GRACE: Final = 0.5
#: What a worker says when it has started: its first task has its whole time from then on.
HERE: Final = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one task may take; None for no limit."""

    #: Seconds from the moment that a worker, once started, gets it.
    seconds: float | None = None
    #: Bytes of memory of its process (and of each that it starts), where the system can hold it to that.
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T, R]):
    """What became of a task: a result or the reason why there is none."""

    task: T
    result: R | None = None
    error: str | None = None
    seconds: float = 0.0


def _nothing() -> None:
    """There is nothing to load."""


def run_tasks(
    work: Callable[[T], R],
    tasks: Iterable[T],
    *,
    jobs: int = 1,
    limits: Limits | None = None,
    quick_start: bool = False,
    warm_up: Callable[[], object] = _nothing,
) -> Iterator[Outcome[T, R]]:
    """Yield the outcome of each task, in the tasks' order; `work` and the tasks must be picklable.

    `warm_up` is called before the first task, whose time it does not count to: what all workers need is loaded once.
    `quick_start` makes them copies of this process as it is now, which takes milliseconds, instead of starting from a
    clean one. It is for programs of our own; where this process has threads, it is not done.
    """
    return _Pool(work, jobs, limits or Limits(), quick_start, warm_up).run(tasks)


def run_here(work: Callable[[T], R], task: T) -> Outcome[T, R]:
    """Do a task in this process; whatever it raises is the reason why there is no result."""
    begun = time.monotonic()
    result: R | None = None
    error: str | None = None
    try:
        result = work(task)
    except Exception as problem:  # one bad page must not end the batch
        error = why(problem)
    return Outcome(task, result, error, time.monotonic() - begun)


def why(problem: Exception) -> str:
    """Say what went wrong; the place of what should not go wrong helps whoever reports it."""
    if isinstance(problem, PagerowsError):
        return str(problem)
    if isinstance(problem, RecursionError):
        return "nested too deeply"
    if isinstance(problem, MemoryError):
        return "not enough memory"
    where = traceback.extract_tb(problem.__traceback__)[-1]
    name = os.path.basename(where.filename)  # noqa: PTH119
    return f"{type(problem).__name__}: {problem} ({name}:{where.lineno})"


def _serve(
    connection: Connection, work: Callable[[Any], Any], memory: int | None, warm_up: Callable[[], object]
) -> None:
    """A worker's life: take a task, send its outcome, until the parent closes the line."""
    settle(memory)
    with suppress(Exception):  # what is wrong there is wrong in the first task, which tells it
        warm_up()
    try:
        connection.send(HERE)
        while True:
            outcome = run_here(work, connection.recv())
            connection.send((outcome.result, outcome.error, outcome.seconds, _is_full(memory)))
    except (EOFError, OSError):
        return


def _is_full(most: int | None) -> bool:
    """Whether this process has had so much memory that another should take its place."""
    if most is None:
        return False
    try:
        import resource
    except ImportError:
        return False
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return peak > FULL * most


@dataclass(slots=True)
class Worker:
    process: Process
    connection: Connection
    #: Number of the task at hand; -1 where there is none.
    task: int = -1
    #: When the task has to be done.
    deadline: float = float("inf")
    here: bool = False
    served: int = 0

    def close(self) -> None:
        """Let an idle worker go; end a busy one."""
        self.connection.close()
        self.process.end(0.5 if self.task < 0 else 0.0)


@dataclass(slots=True)
class _Queue(Generic[T, R]):
    """Tasks on their way: to be done, to be tried again, done and waiting for an earlier one."""

    coming: Iterator[tuple[int, T]]
    known: dict[int, T] = field(default_factory=dict)
    again: deque[int] = field(default_factory=deque)
    tried: set[int] = field(default_factory=set)
    done: dict[int, Outcome[T, R]] = field(default_factory=dict)
    #: The outcome to give next.
    first: int = 0

    def next(self) -> int | None:
        """Return the number of a task to do now; None where there is none."""
        if self.again:
            return self.again.popleft()
        following = next(self.coming, None)
        if following is None:
            return None
        number, self.known[number] = following[0], following[1]
        return number

    def put(self, number: int, outcome: Outcome[T, R], died: bool) -> None:
        """Keep an outcome; what died goes back once."""
        if died and number not in self.tried:
            self.tried.add(number)
            self.again.append(number)
            return
        del self.known[number]
        self.done[number] = outcome

    def ready(self) -> Iterator[Outcome[T, R]]:
        """Give the outcomes that are next in order."""
        while self.first in self.done:
            outcome = self.done.pop(self.first)
            self.first += 1
            yield outcome


class _Pool(Generic[T, R]):
    def __init__(
        self, work: Callable[[T], R], jobs: int, limits: Limits, quick_start: bool, warm_up: Callable[[], object]
    ) -> None:
        self._work, self._jobs, self._limits, self._warm_up = work, max(1, jobs), limits, warm_up
        self._quick_start = quick_start
        self._template: Template | None = None
        self._workers: list[Worker] = []

    def run(self, tasks: Iterable[T]) -> Iterator[Outcome[T, R]]:
        """Keep every worker busy; give outcomes in order."""
        queue: _Queue[T, R] = _Queue(enumerate(tasks))
        try:
            if self._quick_start:
                self._template = self._new_template()  # now: reading the tasks may start threads
            while True:
                yield from queue.ready()
                while len(queue.done) < AHEAD * self._jobs and self._feed(queue):
                    pass
                busy = [worker for worker in self._workers if worker.task >= 0]
                if not busy:
                    return
                for worker in self._ready(busy):
                    number = worker.task
                    if told := self._receive(worker, queue.known[number]):
                        queue.put(number, *told)
                for worker in [w for w in self._workers if w.deadline < time.monotonic()]:
                    number = worker.task
                    queue.put(number, self._end_late(worker, queue.known[number]), died=False)
        finally:
            for worker in self._workers:
                worker.close()
            if self._template is not None:
                self._template.close()

    def _feed(self, queue: _Queue[T, R]) -> bool:
        """Give one idle worker a task; False where there is no worker or no task."""
        idle = next((worker for worker in self._workers if worker.task < 0), None)
        if idle is None and len(self._workers) >= self._jobs:
            return False
        number = queue.next()
        if number is None:
            return False
        if idle is not None and number in queue.tried:  # once more, in a fresh process: this one may be dead as well
            self._remove(idle)
            idle = None
        worker = idle or self._start()
        worker.task = number
        if worker.here:
            self._set_deadline(worker)
        with suppress(OSError):  # it died while idle: reading from it will tell
            worker.connection.send(queue.known[number])
        return True

    def _set_deadline(self, worker: Worker) -> None:
        if self._limits.seconds is not None:
            worker.deadline = time.monotonic() + self._limits.seconds + GRACE

    def _start(self) -> Worker:
        worker = Worker(*(self._copied() if LINUX else self._started()))
        self._workers.append(worker)
        return worker

    def _copied(self) -> tuple[Process, Connection]:
        if self._template is None or self._template.is_gone:
            self._template = self._new_template()
        return self._template.copy()

    def _new_template(self) -> Template:
        arguments = (self._work, self._limits.memory, _nothing)
        return Template(_serve, arguments, warm_up=self._warm_up, quick_start=self._quick_start)

    def _started(self) -> tuple[Process, Connection]:
        return start(context(False), _serve, self._work, self._limits.memory, self._warm_up)

    @staticmethod
    def _ready(busy: list[Worker]) -> list[Worker]:
        """Wait until a worker has something to say, or has had its time."""
        by_line: dict[Any, Worker] = {worker.connection: worker for worker in busy}
        soonest = min(worker.deadline for worker in busy)
        timeout = None if soonest == float("inf") else max(0.0, soonest - time.monotonic())
        return [by_line[line] for line in wait(list(by_line), timeout)]

    def _receive(self, worker: Worker, task: T) -> tuple[Outcome[T, R], bool] | None:
        """Read a worker's outcome, and whether its process died instead of giving one; None where it only started."""
        try:
            told = worker.connection.recv()
        except (EOFError, OSError):
            error = death(worker)
            self._remove(worker)
            return Outcome(task, error=error), True
        if told == HERE:
            worker.here = True
            self._set_deadline(worker)
            return None
        result, error, seconds, is_full = told
        worker.task, worker.deadline, worker.served = -1, float("inf"), worker.served + 1
        if is_full or worker.served >= RECYCLE:
            self._remove(worker)
        return Outcome(task, result, error, seconds), False

    def _end_late(self, worker: Worker, task: T) -> Outcome[T, R]:
        """End a worker whose task takes too long."""
        self._remove(worker)
        return Outcome(task, error=late(self._limits), seconds=self._limits.seconds or 0.0)

    def _remove(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.close()


def late(limits: Limits) -> str:
    return f"the page took longer than the {limits.seconds or 0.0:g} s allowed"


def death(worker: Worker) -> str:
    code = worker.process.end(1.0)  # it is about to be gone: its own exit code says more than ours
    return f"the process died on this page ({_how(code)})"


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"
