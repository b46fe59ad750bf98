"""One long task in a process of its own, which gives results on its way and asks this process for things."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from pagerows.errors import PagerowsError
from pagerows.processes import context, settle, start
from pagerows.workers import GRACE, HERE, Limits, Worker, death, late, why

__all__ = ["converse"]

T = TypeVar("T")
R = TypeVar("R")
Q = TypeVar("Q")
A = TypeVar("A")


def converse(
    work: Callable[[T, Callable[[Q], A]], Iterator[R]],
    task: T,
    answer: Callable[[Q], A],
    *,
    limits: Limits | None = None,
    quick_start: bool = False,
) -> Iterator[R]:
    """Yield what ``work(task, ask)`` yields in a process of its own, where ``ask(q)`` is ``answer(q)`` of this one.

    The seconds of the limits count from each result or answer to what comes next, without the time that passes here.
    What the work raises is raised here, and so is that it takes too long or dies, as a PagerowsError.
    """
    limits = limits or Limits()
    worker = Worker(*start(context(quick_start), _talk, work, task, limits.memory))
    worker.tasks.append(0)
    seconds = None
    try:
        while True:
            kind, told = _heard(worker, seconds)
            if kind == "item":
                yield told
            elif kind == "ask":
                with suppress(OSError):  # it died meanwhile: reading from it will tell
                    worker.connection.send(_answered(answer, told))
            elif kind == "error":
                raise told
            elif kind == "end":
                worker.tasks.clear()
                return
            seconds = None if limits.seconds is None else limits.seconds + GRACE
    except _TooLateError:
        raise PagerowsError(late(limits)) from None
    finally:
        worker.close()


class _TooLateError(Exception):
    pass


def _heard(worker: Worker, seconds: float | None) -> tuple[str, Any]:
    """Wait for what a worker says next."""
    if not worker.connection.poll(seconds):
        raise _TooLateError
    try:
        kind, told = worker.connection.recv()
    except (EOFError, OSError):
        raise PagerowsError(death(worker)) from None
    return kind, told


def _answered(answer: Callable[[Q], A], question: Q) -> tuple[str, Any]:
    try:
        return "answer", answer(question)
    except PagerowsError as problem:
        return "error", _portable(problem)


def _portable(problem: Exception) -> Exception:
    """The same error where it can go from process to process; else one that says the same."""
    if not isinstance(problem, PagerowsError):
        return PagerowsError(why(problem))
    try:
        pickle.loads(pickle.dumps(problem))
    except Exception:  # one that is made otherwise than it is kept
        return PagerowsError(str(problem))
    return problem


def _talk(
    connection: Connection, work: Callable[[T, Callable[[Q], A]], Iterator[R]], task: T, memory: int | None
) -> None:
    """The life of a worker with one long task."""
    settle(memory)

    def ask(question: Q) -> A:
        connection.send(("ask", question))
        kind, told = connection.recv()
        if kind == "error":
            raise told
        return told  # type: ignore[no-any-return]

    connection.send((HERE, None))
    try:
        for item in work(task, ask):
            connection.send(("item", item))
        connection.send(("end", None))
    except Exception as problem:
        with suppress(OSError):
            connection.send(("error", _portable(problem)))
