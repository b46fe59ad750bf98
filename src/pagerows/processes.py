"""Worker processes: started from a clean Python, or on Linux as copies of one that has loaded everything.

this process -- asks --> the template -- forks --> workers

A worker costs milliseconds that way, and so does the one that takes the place of a killed one. The template has one
thread, so that forking it is safe, and does nothing but start and end workers. The system ends it when this process is
gone, and the workers when it is gone: none outlives its parent.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import socket
import stat
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle, send_handle
from pathlib import Path
from typing import Any, Final, Protocol

from pagerows.single import stay_single

__all__ = [
    "LINUX",
    "Process",
    "Started",
    "Template",
    "context",
    "die_with_parent",
    "room_of",
    "settle",
    "start",
]

#: Seconds between two looks at a worker that is about to end.
LOOK: Final = 0.002
LINUX: Final = sys.platform.startswith("linux")
#: Bytes that a line to a worker is asked to hold; the system may grant fewer.
ROOM: Final = 2**20


class Process(Protocol):
    """A worker's process, however it was started."""

    def end(self, seconds: float) -> int | None:
        """Wait so long for it to end by itself, then end it and what it started; return its exit code."""


class Started:
    """A process that this one started."""

    def __init__(self, process: Any) -> None:
        self._process = process

    def end(self, seconds: float) -> int | None:
        """Wait so long for it to end by itself, then end it and what it started; return its exit code."""
        self._process.join(seconds)
        _end_group(self._process.pid)
        if self._process.exitcode is None:
            self._process.kill()
        self._process.join()
        code: int | None = self._process.exitcode
        return code


def start(context: Any, life: Callable[..., None], *arguments: Any) -> tuple[Started, Connection]:
    """Start a process that lives ``life(line to here, *arguments)``; return it and our end of the line."""
    ours, theirs = context.Pipe()
    process = context.Process(target=life, args=(theirs, *arguments), daemon=True)
    process.start()
    theirs.close()
    return Started(process), ours


def context(quick_start: bool) -> Any:
    """How processes are started: as copies of this one where that is asked for and safe, else from a clean Python."""
    return multiprocessing.get_context("fork" if quick_start and _is_single() else "spawn")


def _is_single() -> bool:
    """Whether this process has one thread, also by the count of the system, which knows those of libraries."""
    return LINUX and sum(1 for _ in Path("/proc/self/task").iterdir()) == 1


def room_of(line: Connection) -> int:
    """Make room in a line; return how many bytes it takes without anybody reading them (0: nobody knows)."""
    if not LINUX:
        return 0
    with socket.socket(fileno=os.dup(line.fileno())) as own:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
        return own.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) // 2  # the other half is the system's own


class Template:
    """A process whose copies are workers: each lives ``life(line to here, *arguments)``.

    `warm_up` is called in it before the first copy is made: what it loads, all of them have.
    """

    def __init__(
        self, life: Callable[..., None], arguments: tuple[Any, ...], *, warm_up: Callable[[], object], quick_start: bool
    ) -> None:
        # Packed, so that a clean process sets itself up before this brings libraries.
        packed = pickle.dumps((life, arguments, warm_up))
        self._process, self._line = start(context(quick_start), _make_copies, packed)
        self._count = 0
        self._code: int | None = None

    def copy(self) -> tuple[Copy, Connection]:
        """Make one worker; return it and our end of its line. One that cannot be made is one that died at once."""
        ours, theirs = multiprocessing.Pipe()
        self._count += 1
        with theirs, suppress(OSError):
            self._line.send((self._count, None))
            send_handle(self._line, theirs.fileno(), 0)
        return Copy(self, self._count), ours

    def end_copy(self, number: int, seconds: float) -> int | None:
        """End a worker; return its exit code, or that of this template, with which all of them have gone."""
        try:
            self._line.send((number, seconds))
            code: int | None = self._line.recv()
        except (EOFError, OSError):
            return self.close()
        return code

    @property
    def is_gone(self) -> bool:
        """Whether it has ended, by itself or by a signal."""
        return self._line.closed or self._line.poll()

    def close(self) -> int | None:
        """End it and all workers; return its exit code."""
        if not self._line.closed:
            self._line.close()
            self._code = self._process.end(1.0)
        return self._code


class Copy:
    """A worker that a template made."""

    def __init__(self, template: Template, number: int) -> None:
        self._template, self._number = template, number
        self._ended: tuple[int | None] | None = None

    def end(self, seconds: float) -> int | None:
        """Wait so long for it to end by itself, then end it and what it started; return its exit code."""
        if self._ended is None:
            self._ended = (self._template.end_copy(self._number, seconds),)
        return self._ended[0]


def _make_copies(line: Connection, packed: bytes) -> None:
    """The template's life: start and end workers until this line is closed."""
    settle(None)
    _let_go(line.fileno())
    stay_single()
    life, arguments, warm_up = pickle.loads(packed)
    copies: dict[int, int] = {}
    try:
        while True:
            number, seconds = line.recv()
            if seconds is not None:
                line.send(_ended(copies.pop(number), seconds))
                continue
            if number == 1:
                _load(warm_up)
            with Connection(recv_handle(line)) as theirs:
                copies[number] = _copied(line, life, theirs, arguments)
    except (EOFError, OSError):
        for process in copies.values():
            _ended(process, 0.0)


def _let_go(line: int) -> None:
    """Hold no file or socket of the process that this is a copy of: a lock would outlive it by a moment.

    They become nothing instead of being closed, because what owns them here may still close them. Pipes stay: by one
    of them that process sees when this one has ended.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for entry in Path("/proc/self/fd").iterdir() if LINUX else ():
        held = int(entry.name)
        with suppress(OSError):  # the one that lists them is gone
            kind = os.fstat(held).st_mode
            if held > 2 and held != line and (stat.S_ISREG(kind) or stat.S_ISSOCK(kind)):
                os.dup2(nothing, held, inheritable=False)
    os.close(nothing)


def _load(warm_up: Callable[[], object]) -> None:
    with suppress(Exception):  # what is wrong there is wrong in the first task, which tells it
        warm_up()
    gc.collect()
    gc.freeze()  # the collector would write to all of it, and what is written to is not shared


def _copied(line: Connection, life: Callable[..., None], theirs: Connection, arguments: tuple[Any, ...]) -> int:
    """Fork; return the number of the process that the copy is."""
    template = os.getpid()
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        die_with_parent()
        if os.getppid() == template:
            line.close()
            life(theirs, *arguments)
            code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _ended(process: int, seconds: float) -> int:
    """Wait for a copy, or end it; return its exit code. Its number is its own until it is waited for."""
    until = time.monotonic() + seconds
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process, flags) is None and time.monotonic() < until:
        time.sleep(LOOK)
    _end_group(process)
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)  # before it led a group
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _end_group(leader: int) -> None:
    with suppress(OSError, AttributeError):
        os.killpg(leader, signal.SIGKILL)


def settle(memory: int | None) -> None:
    """Make this process a worker, which its parent can end with all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _lead_a_group()
    die_with_parent()
    _hold_memory(memory)


def _lead_a_group() -> None:
    """Make this process the head of a group, so that what it starts can be ended together with it."""
    with suppress(OSError, AttributeError):  # Windows has no groups
        os.setpgid(0, 0)


def die_with_parent() -> None:
    """Have the system end this process when its parent is gone, however busy it is then (Linux)."""
    if not LINUX:
        return
    import ctypes

    set_death_signal = 1
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def _hold_memory(most: int | None) -> None:
    """Bound the memory that this process can write to: beyond it Python raises MemoryError.

    Data, not address space: browsers and parsers reserve far more addresses than they ever use.
    """
    if most is None:
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
