"""Many tasks in processes of their own, in order, none lost: a page cannot hurt the batch.

The standard library's process pool gives up everything that is still queued when one worker is killed (out of memory,
a crash in native code), and waits for ever for one that hangs. Here a worker does its tasks in turn and tells of each,
so the parent knows which one died with it: that task is tried once more in a fresh process, and fails with a reason if
it kills that one too. A task that takes longer than it may is ended with its process (and with what that started, a
browser say). All others go on, also those that waited behind it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final, Generic, TypeVar

from pagerows.errors import PagerowsError
from pagerows.processes import LINUX, Process, Template, context, room_of, settle, start

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
    ahead: bool = False,
    quick_start: bool = False,
    warm_up: Callable[[], object] = _nothing,
) -> Iterator[Outcome[T, R]]:
    """Yield the outcome of each task, in the tasks' order; `work` and the tasks must be picklable.

    `ahead` hands a worker its next task while it does one, so that it need not wait. It is for tasks that are at hand,
    since each is taken before the outcome of the one in front of it is given.
    `warm_up` is called before the first task, whose time it does not count to: what all workers need is loaded once.
    `quick_start` makes them copies of this process as it is now, which takes milliseconds, instead of starting from a
    clean one. It is for programs of our own; where this process has threads, it is not done.
    """
    return _Pool(work, jobs, limits or Limits(), ahead, quick_start, warm_up).run(tasks)


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
        for served in count(1):
            outcome = run_here(work, pickle.loads(connection.recv_bytes()))
            is_last = served >= RECYCLE or _is_full(memory)
            connection.send((outcome.result, outcome.error, outcome.seconds, is_last))
            while is_last:  # what waits here is for another: until the parent closes the line
                connection.recv_bytes()
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


@dataclass(slots=True, eq=False)
class Worker:
    process: Process
    connection: Connection
    #: Numbers of its tasks: the one at hand, then those that wait for it.
    tasks: deque[int] = field(default_factory=deque)
    #: When the task at hand has to be done.
    deadline: float = float("inf")
    here: bool = False
    #: Bytes that it takes without reading them.
    room: int = 0

    def can_hold(self, packed: memoryview) -> bool:
        """Whether it can be sent its next task while it is busy: nobody is to wait for one that may hang."""
        return self.here and len(packed) <= self.room

    def close(self) -> None:
        """Let an idle worker go; end a busy one."""
        self.connection.close()
        self.process.end(0.0 if self.tasks else 0.5)


@dataclass(slots=True)
class _Queue(Generic[T, R]):
    """Tasks on their way: to be done, to be tried again, done and waiting for an earlier one."""

    coming: Iterator[tuple[int, T]]
    known: dict[int, T] = field(default_factory=dict)
    #: Tasks that were taken and are to be done now, packed where they have been: of some the worker died or had to go.
    waiting: dict[int, memoryview | None] = field(default_factory=dict)
    tried: set[int] = field(default_factory=set)
    done: dict[int, Outcome[T, R]] = field(default_factory=dict)
    #: The outcome to give next.
    first: int = 0

    def next(self) -> tuple[int, memoryview] | None:
        """Return the number of a task to do now, and the task as it is sent; None where there is none."""
        if self.waiting:
            number = min(self.waiting)
            return number, self.waiting.pop(number) or self._packed(number)
        following = next(self.coming, None)
        if following is None:
            return None
        number, self.known[number] = following[0], following[1]
        return number, self._packed(number)

    def _packed(self, number: int) -> memoryview:
        return ForkingPickler.dumps(self.known[number])

    def put(self, number: int, outcome: Outcome[T, R], died: bool) -> None:
        """Keep an outcome; what died goes back once."""
        if died and number not in self.tried:
            self.tried.add(number)
            self.waiting[number] = None
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
        self,
        work: Callable[[T], R],
        jobs: int,
        limits: Limits,
        ahead: bool,
        quick_start: bool,
        warm_up: Callable[[], object],
    ) -> None:
        self._work, self._jobs, self._limits, self._warm_up = work, max(1, jobs), limits, warm_up
        self._ahead, self._quick_start = ahead, quick_start
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
                busy = [worker for worker in self._workers if worker.tasks]
                if not busy:
                    return
                for worker in self._ready(busy):
                    self._receive(worker, queue)
                for worker in [w for w in self._workers if w.deadline < time.monotonic()]:
                    self._end_late(worker, queue)
        finally:
            for worker in self._workers:
                worker.close()
            if self._template is not None:
                self._template.close()

    def _feed(self, queue: _Queue[T, R]) -> bool:
        """Give the worker with least to do a task; False where each has enough, or there is no task."""
        worker = min(self._workers, key=lambda worker: len(worker.tasks), default=None)
        if worker is None or (worker.tasks and len(self._workers) < self._jobs):
            worker = None
        elif len(worker.tasks) > self._ahead:
            return False
        following = queue.next()
        if following is None:
            return False
        number, packed = following
        again = number in queue.tried
        if worker is not None and worker.tasks and (again or not worker.can_hold(packed)):
            queue.waiting[number] = packed
            return False
        if worker is not None and again:  # once more, in a fresh process: this one may be dead as well
            self._remove(worker, queue)
            worker = None
        worker = worker or self._start()
        worker.tasks.append(number)
        if len(worker.tasks) == 1:
            self._set_deadline(worker)
        with suppress(OSError):  # it died while idle: reading from it will tell
            worker.connection.send_bytes(packed)
        return True

    def _set_deadline(self, worker: Worker) -> None:
        """Say when the task at hand has to be done, from now on."""
        timed = self._limits.seconds is not None and worker.here and worker.tasks
        worker.deadline = time.monotonic() + (self._limits.seconds or 0.0) + GRACE if timed else float("inf")

    def _start(self) -> Worker:
        process, connection = self._copied() if LINUX else self._started()
        worker = Worker(process, connection, room=room_of(connection) if self._ahead else 0)
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

    def _receive(self, worker: Worker, queue: _Queue[T, R]) -> None:
        """Read what a worker says: that it has started, or an outcome; or see that its process died instead."""
        try:
            told = worker.connection.recv()
        except (EOFError, OSError):
            number = worker.tasks.popleft()
            error = death(worker)
            self._remove(worker, queue)
            queue.put(number, Outcome(queue.known[number], error=error), died=True)
            return
        is_last = False
        if told == HERE:
            worker.here = True
        else:
            result, error, seconds, is_last = told
            number = worker.tasks.popleft()
            queue.put(number, Outcome(queue.known[number], result, error, seconds), died=False)
        self._set_deadline(worker)
        if is_last:
            self._remove(worker, queue)

    def _end_late(self, worker: Worker, queue: _Queue[T, R]) -> None:
        """End a worker whose task takes too long."""
        number = worker.tasks[0]
        self._remove(worker, queue)
        del queue.waiting[number]
        task, seconds = queue.known[number], self._limits.seconds or 0.0
        queue.put(number, Outcome(task, error=late(self._limits), seconds=seconds), died=False)

    def _remove(self, worker: Worker, queue: _Queue[T, R]) -> None:
        """End a worker; others do what it has not done."""
        self._workers.remove(worker)
        worker.close()
        queue.waiting |= dict.fromkeys(worker.tasks)


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
