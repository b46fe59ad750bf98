"""Many tasks in several processes, in order, none lost when a process dies.

The standard library's process pool gives up everything that is still queued when one worker is killed (out of memory,
a crash in native code). Here a worker has one task at a time, so the parent knows what died with it: that task is tried
once more in a fresh process, and fails with a reason if it kills that one too. All others go on.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from pagerows.errors import PagerowsError

__all__ = ["Outcome", "run_tasks"]

T = TypeVar("T")
R = TypeVar("R")

#: Tasks after which a worker is replaced: memory that a task leaked is given back.
RECYCLE: Final = 500
#: Results that may wait for an earlier, slower task, per worker.
AHEAD: Final = 16


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T, R]):
    """What became of a task: a result or the reason why there is none."""

    task: T
    result: R | None = None
    error: str | None = None


def run_tasks(work: Callable[[T], R], tasks: Iterable[T], *, jobs: int = 1) -> Iterator[Outcome[T, R]]:
    """Yield the outcome of each task, in the tasks' order. `work` and the tasks must be picklable if jobs > 1."""
    if jobs <= 1:
        return (_outcome(work, task) for task in tasks)
    return _Pool(work, jobs).run(tasks)


def _outcome(work: Callable[[T], R], task: T) -> Outcome[T, R]:
    try:
        return Outcome(task, work(task))
    except PagerowsError as error:
        return Outcome(task, error=str(error))
    except RecursionError:
        return Outcome(task, error="nested too deeply")
    except MemoryError:
        return Outcome(task, error="not enough memory")
    except Exception as error:  # one bad page must not end the batch; the place helps whoever reports it
        where = traceback.extract_tb(error.__traceback__)[-1]
        name = os.path.basename(where.filename)  # noqa: PTH119
        return Outcome(task, error=f"{type(error).__name__}: {error} ({name}:{where.lineno})")


def _serve(work: Callable[[Any], Any], connection: Connection) -> None:
    """A worker's life: take a task, send its outcome, until the parent closes the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    try:
        while True:
            outcome = _outcome(work, connection.recv())
            connection.send((outcome.result, outcome.error))
    except (EOFError, OSError):
        return


@dataclass(slots=True)
class _Worker:
    process: Any
    connection: Connection
    #: Number of the task at hand; -1 where there is none.
    task: int = -1
    served: int = 0

    def close(self) -> None:
        self.connection.close()
        self.process.join(0.5)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()


class _Pool(Generic[T, R]):
    def __init__(self, work: Callable[[T], R], jobs: int) -> None:
        methods = multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["pagerows.cli.extract"])  # a new worker then costs a fork
        self._work, self._jobs = work, jobs
        self._workers: list[_Worker] = []

    def run(self, tasks: Iterable[T]) -> Iterator[Outcome[T, R]]:
        """Keep every worker busy; give outcomes in order."""
        coming = enumerate(tasks)
        known: dict[int, T] = {}
        again: deque[int] = deque()
        tried: set[int] = set()
        done: dict[int, Outcome[T, R]] = {}
        first = 0  # the outcome to give next
        try:
            while True:
                while first in done:
                    yield done.pop(first)
                    first += 1
                while len(done) < AHEAD * self._jobs and self._feed(coming, known, again):
                    pass
                busy = [worker for worker in self._workers if worker.task >= 0]
                if not busy:
                    if first in done:
                        continue
                    return
                for worker in self._ready(busy):
                    number = worker.task
                    outcome, died = self._receive(worker, known[number])
                    if died and number not in tried:
                        tried.add(number)
                        again.append(number)
                        continue
                    del known[number]
                    done[number] = outcome
        finally:
            for worker in self._workers:
                worker.close()

    def _feed(self, coming: Iterator[tuple[int, T]], known: dict[int, T], again: deque[int]) -> bool:
        """Give one idle worker a task; False where there is no worker or no task."""
        idle = next((worker for worker in self._workers if worker.task < 0), None)
        if idle is None and len(self._workers) >= self._jobs:
            return False
        if again:
            number = again.popleft()
        else:
            following = next(coming, None)
            if following is None:
                return False
            number, known[number] = following[0], following[1]
        worker = idle or self._start()
        worker.task = number
        with suppress(OSError):  # it died while idle: reading from it will tell
            worker.connection.send(known[number])
        return True

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(self._work, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    @staticmethod
    def _ready(busy: list[_Worker]) -> list[_Worker]:
        by_line: dict[Any, _Worker] = {worker.connection: worker for worker in busy}
        return [by_line[line] for line in wait(list(by_line))]

    def _receive(self, worker: _Worker, task: T) -> tuple[Outcome[T, R], bool]:
        """Read a worker's outcome, and whether its process died instead of giving one."""
        try:
            result, error = worker.connection.recv()
        except (EOFError, OSError):
            self._workers.remove(worker)
            worker.close()
            return Outcome(task, error=f"the process died on this page ({_how(worker.process.exitcode)})"), True
        worker.task, worker.served = -1, worker.served + 1
        if worker.served >= RECYCLE:
            self._workers.remove(worker)
            worker.close()
        return Outcome(task, result, error), False


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
    return f"exit code {code}"
