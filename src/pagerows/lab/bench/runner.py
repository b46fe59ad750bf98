"""Tasks over worker processes that can be killed: a page that hangs or crashes costs itself, never the run."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from pagerows.errors import PagerowsError
from pagerows.lab.bench.corpora import Dataset
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.worker import MethodSpec, Task, failed, serve

__all__ = ["execute", "tasks"]

#: Tasks after which a worker is replaced, so that no method's leak adds up.
TASKS_PER_WORKER: Final = 400
#: Seconds that a worker may take to start, and to measure an answer that it has.
START_SECONDS: Final = 120.0
MEASURE_SECONDS: Final = 120.0


def tasks(
    datasets: Sequence[Dataset],
    methods: Sequence[MethodSpec],
    *,
    best_region: bool = False,
    outputs: Path | None = None,
    snapshots: Path | None = None,
) -> list[Task]:
    """Return every page with every method; methods of one page follow each other, so noise hits them alike."""
    return [
        Task(
            method=method,
            dataset=dataset.name,
            gold=gold,
            path=dataset.path(gold),
            encoding=dataset.encoding(gold),
            best_region=best_region,
            output=outputs / method.label / dataset.name / f"{gold.page}.json" if outputs else None,
            snapshots=snapshots,
        )
        for dataset in datasets
        for gold in dataset.pages
        for method in methods
    ]


def execute(todo: Iterable[Task], *, jobs: int = 1, timeout: float = 60.0) -> Iterator[PageResult]:
    """Run tasks in `jobs` processes and yield results as they come.

    A task that takes longer than `timeout` seconds, or whose process dies, yields a result with that error.
    """
    waiting = deque(todo)
    workers = [_Worker() for _ in range(min(jobs, len(waiting)))]
    try:
        while waiting or any(worker.task for worker in workers):
            for worker in workers:
                if worker.idle and waiting:
                    worker.give(waiting.popleft(), timeout)
            for worker in _stirring(workers):
                if (result := worker.hear()) is not None:
                    yield result
    finally:
        for worker in workers:
            worker.stop()


def _stirring(workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait until a worker says something or is out of time."""
    due = min((worker.deadline for worker in workers), default=0.0)
    said = wait([worker.connection for worker in workers], timeout=max(0.0, min(1.0, due - time.monotonic())))
    return [worker for worker in workers if worker.connection in said or worker.late]


class _Worker:
    """A process that runs one task at a time, and is replaced when it hangs, dies or has done enough."""

    connection: Connection
    process: BaseProcess

    def __init__(self) -> None:
        self.task: Task | None = None
        self.start()

    def start(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.ready = False
        self.done = 0
        self.deadline = time.monotonic() + START_SECONDS

    @property
    def idle(self) -> bool:
        return self.ready and self.task is None

    @property
    def late(self) -> bool:
        return time.monotonic() > self.deadline and not self.idle

    def give(self, task: Task, timeout: float) -> None:
        if self.done >= TASKS_PER_WORKER:
            self.stop()
            self.start()
            self.hear()  # its "ready"
        self.task, self.timeout = task, timeout
        self.began = time.monotonic()
        self.deadline = self.began + timeout
        with contextlib.suppress(OSError):  # a dead worker is noticed when it is heard
            self.connection.send(task)

    def hear(self) -> PageResult | None:
        """Take in what the worker said, or why it no longer says anything; return a result if that ends a task."""
        if self.late and not self.connection.poll():
            return self.lose(f"timeout: over {self.timeout:g} s" if self.task else "the worker does not start")
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(5)
            return self.lose(f"the process died (exit code {self.process.exitcode})")
        if isinstance(said, PageResult):
            self.task = None
            self.done += 1
            self.deadline = float("inf")
            return said
        self.ready = True
        self.deadline = time.monotonic() + MEASURE_SECONDS if said == "extracted" else float("inf")
        return None

    def lose(self, why: str) -> PageResult | None:
        """Replace the process; the task that it had counts as failed."""
        task, self.task = self.task, None
        never_ready = not self.ready
        self.stop()
        if never_ready and task is None:
            raise PagerowsError(f"a bench worker did not start: {why}")
        self.start()
        return failed(task, why, time.monotonic() - self.began) if task else None

    def stop(self) -> None:
        if self.idle:  # it may have a browser to close and files to remove
            with contextlib.suppress(OSError):
                self.connection.send(None)
            self.process.join(3)
        self.connection.close()
        if self.process.pid is not None and self.process.is_alive():
            try:
                # The worker leads its own group, so what it started (a browser) goes with it.
                os.killpg(self.process.pid, signal.SIGKILL)
            except OSError:
                self.process.kill()
        self.process.join(10)
