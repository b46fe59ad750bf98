"""A browser process and the Chrome DevTools Protocol over a pipe: nothing but JSON between two file descriptors.

A reader thread takes the messages in, so callers may be threads, or coroutines that wait in a thread; no event loop
is needed and a running one is not disturbed.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import itertools
import logging
import os
import re
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import Any, Final

from pagerows.errors import MissingExtra, RenderError
from pagerows.page.html import NoCollection
from pagerows.page.rendered.proxy import DEAD

__all__ = ["BrowserGone", "Connection", "check_rendering", "find_browser", "say_unsandboxed"]

#: Tried in this order; the headless shell starts faster and needs less memory.
BINARIES: Final = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
VARIABLE: Final = "PAGEROWS_CHROMIUM"
#: Tells processes that this one starts that running without a sandbox was said.
SAID: Final = "PAGEROWS_UNSANDBOXED_SAID"

#: A longer answer is not read: a script can make a page of any size, and its snapshot takes ten times as much memory.
MAX_MESSAGE = 1 << 28

#: Seconds that the browser may take to take a message in.
PATIENCE: Final = 20.0

#: Bytes of memory that each process of the browser may write to.
MOST_MEMORY: Final = 4 << 30

#: Answers with so many lists that the garbage collector would walk over them while they are made.
LARGE: Final = 1 << 16

#: How the folders of browsers are called, and the file in them that says whether they are in use.
PREFIX: Final = "pagerows-"
LOCK: Final = "pagerows.lock"

FLAGS: Final = (
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--hide-scrollbars",
    # Fonts and frames of a saved page lie beside it; what may be read is decided request by request (see policy).
    "--allow-file-access-from-files",
    # A frame of another site stays in the page's own process, or its nodes would miss in the snapshot.
    "--disable-site-isolation-trials",
    # Hosts that the caller allows may be on the local network.
    "--disable-features=IsolateOrigins,site-per-process,Translate,MediaRouter,OptimizationHints,HttpsUpgrades,"
    "LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
    # A window that a script opens would be outside of what is watched.
    "--block-new-web-contents",
    # No packet leaves by WebRTC, which requests for permission never see.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # Nothing leaves but through the proxy of the page's own context, which asks its policy; this one goes nowhere.
    f"--proxy-server={DEAD}",
    "--proxy-bypass-list=<-loopback>",
    # Images below the fold have their size only when they are loaded.
    "--blink-settings=lazyLoadEnabled=false",
)


class BrowserGone(RenderError):
    """The browser process ended while it was asked something."""


def find_browser() -> str:
    """Return the path of the browser: $PAGEROWS_CHROMIUM, or the first known one on PATH."""
    named = os.environ.get(VARIABLE)
    candidates = (named,) if named else BINARIES
    for candidate in candidates:
        found = shutil.which(candidate)
        if found:
            return found
    if named:
        raise RenderError(f"${VARIABLE} is {named!r}, which is not a program that can be run")
    raise RenderError(
        "no Chromium found on PATH; install one (Debian: apt-get install chromium-headless-shell) "
        f"or name it in ${VARIABLE}"
    )


def check_rendering() -> None:
    """Raise what would keep every page from being rendered: no browser, or no library to talk to it."""
    _json()
    find_browser()


def _json() -> Any:
    try:
        import orjson
    except ImportError as error:
        raise MissingExtra("rendering", "render") from error
    return orjson


class Connection:
    """One browser process; `call` asks it something, events go to the handler of their session."""

    def __init__(self, binary: str | None = None, *, sandbox: bool | None = None) -> None:
        self._json = _json()
        self._ids = itertools.count(1)
        self._waiting: dict[int, tuple[str, Future[dict[str, Any]]]] = {}
        self._handlers: dict[str, Callable[[str, dict[str, Any]], None]] = {}
        self._lock, self._write_lock = threading.Lock(), threading.Lock()
        self.alive = True
        self._closed = False
        self._folder, self._lock_file = _own_folder()
        self.process, self._write, read = _start(binary or find_browser(), self._folder, sandbox)
        self._reader = threading.Thread(target=self._read, args=(read,), daemon=True, name="pagerows-cdp")
        self._reader.start()

    # -- asking --------------------------------------------------------------------------------------------

    def send(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        session: str | None = None,
        *,
        patience: float = PATIENCE,
    ) -> Future[dict[str, Any]]:
        """Send a command; the future holds its result, or a RenderError.

        A browser that does not take it in within `patience` seconds (it hangs, or was stopped) is ended.
        """
        future: Future[dict[str, Any]] = Future()
        number = next(self._ids)
        message: dict[str, Any] = {"id": number, "method": method, "params": params or {}}
        if session is not None:
            message["sessionId"] = session
        data = self._json.dumps(message) + b"\0"
        with self._lock:
            if not self.alive:
                future.set_exception(BrowserGone("the browser has ended"))
                return future
            self._waiting[number] = (method, future)
        try:
            # A lock of its own: `close` must get through while somebody waits here.
            with self._write_lock:
                _write_all(self._write, data, time.monotonic() + min(max(patience, 0.0), PATIENCE))
        except OSError as error:
            self._give_up(number, late=isinstance(error, TimeoutError))
        return future

    def _give_up(self, number: int, *, late: bool) -> None:
        """Fail a question that could not be sent; half of it may be in the pipe, so this browser is of no use."""
        with self._lock:
            self.alive = False  # the reader may not have seen the end yet; nobody may get this browser again
            _, future = self._waiting.pop(number, ("", None))
        if late:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process, signal.SIGKILL)
        if future is not None and future.set_running_or_notify_cancel():
            future.set_exception(BrowserGone("the browser hung" if late else "the browser has ended"))

    def call(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        session: str | None = None,
        *,
        timeout: float = 30.0,
    ) -> dict[str, Any]:
        """Send a command and wait for its result."""
        try:
            return self.send(method, params, session).result(max(0.0, timeout))
        except FutureTimeout as error:
            raise RenderError(f"the browser did not answer {method} within {timeout:.1f} s") from error

    def listen(self, session: str, handler: Callable[[str, dict[str, Any]], None]) -> None:
        """Send the events of a session to `handler(method, params)`, called in the reader's thread."""
        self._handlers[session] = handler

    def forget(self, session: str) -> None:
        """Stop listening to a session."""
        self._handlers.pop(session, None)

    # -- hearing -------------------------------------------------------------------------------------------

    def _read(self, fd: int) -> None:
        try:
            self._read_messages(fd)
        finally:  # whatever ended the reading: nobody may wait for an answer that nobody reads
            os.close(fd)
            self._gone()

    def _read_messages(self, fd: int) -> None:
        chunks: list[bytes] = []
        size = 0
        with contextlib.suppress(OSError):
            while chunk := os.read(fd, 1 << 20):
                *whole, rest = chunk.split(b"\0")
                for part in whole:
                    if size + len(part) <= MAX_MESSAGE:
                        self._dispatch(b"".join([*chunks, part]))
                    elif size <= MAX_MESSAGE:
                        self._refuse([*chunks, part][0])
                    chunks, size = [], 0
                if size <= MAX_MESSAGE < size + len(rest):
                    self._refuse([*chunks, rest][0])
                    chunks = []
                size += len(rest)
                if rest and size <= MAX_MESSAGE:
                    chunks.append(rest)

    def _refuse(self, opening: bytes) -> None:
        """Fail the question whose answer is too long to be read; the rest of it is thrown away as it comes."""
        if number := re.match(rb'\{"id":(\d+)', opening):
            with self._lock:
                _, future = self._waiting.pop(int(number[1]), ("", None))
            if future is not None and future.set_running_or_notify_cancel():
                future.set_exception(RenderError(f"the page is larger than the {MAX_MESSAGE:,} bytes that are read"))

    def _dispatch(self, data: bytes) -> None:
        with NoCollection() if len(data) > LARGE else contextlib.nullcontext():
            message = self._json.loads(data)
        number = message.get("id")
        if number is None:
            handler = self._handlers.get(message.get("sessionId", ""))
            if handler is not None:
                handler(message["method"], message.get("params", {}))
            return
        with self._lock:
            method, future = self._waiting.pop(number, ("", None))
        if future is None or not future.set_running_or_notify_cancel():
            return
        if "error" in message:
            future.set_exception(RenderError(f"{method}: {message['error'].get('message', 'failed')}"))
        else:
            future.set_result(message.get("result", {}))

    def _gone(self) -> None:
        with self._lock:
            self.alive = False
            waiting, self._waiting = list(self._waiting.values()), {}
        for method, future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(BrowserGone(f"the browser ended during {method}"))
        for handler in list(self._handlers.values()):
            handler("pagerows.browserGone", {})

    # -- ending --------------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the browser and all that it started, and remove its folder; once, whoever asks for it how often.

        Descriptors and process numbers are given to others as soon as they are free: closing them again would end the
        next browser.
        """
        with self._lock:
            self.alive = False
            if self._closed:
                return
            self._closed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)
        if threading.current_thread() is not self._reader:
            self._reader.join(5)
        with contextlib.suppress(OSError):
            os.close(self._write)
        with contextlib.suppress(OSError):
            os.close(self._lock_file)
        for _ in range(10):  # processes of the group may still be writing for a moment
            _remove(Path(self._folder))
            if not Path(self._folder).exists():
                break
            time.sleep(0.05)


def _remove(folder: Path) -> None:
    """Remove a browser's folder, and the one elsewhere in which full Chromium keeps its socket."""
    with contextlib.suppress(OSError):
        socket = (folder / "SingletonSocket").readlink()
        if socket.parent.name.startswith(("org.chromium.", ".org.chromium.", "com.google.", ".com.google.")):
            shutil.rmtree(socket.parent, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def _own_folder() -> tuple[str, int]:
    """Make a folder for the browser's files, with a lock that is held as long as this process lives.

    Folders that nobody holds are left from programs that were killed, and are removed.
    """
    for old in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            lock = os.open(old / LOCK, os.O_RDWR)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if old.lstat().st_uid == os.geteuid():
                    _remove(old)
            finally:
                os.close(lock)
    folder = tempfile.mkdtemp(prefix=PREFIX)
    new = Path(folder, f"{LOCK}.new")
    lock = os.open(new, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    new.rename(Path(folder, LOCK))  # seen by others only once it is held
    return folder, lock


def _start(binary: str, folder: str, sandbox: bool | None) -> tuple[int, int, int]:
    """Start the browser with its pipe on descriptors 3 and 4; return its process id and our two ends."""
    if sandbox is None:
        sandbox = os.geteuid() != 0  # Chromium refuses to run its sandbox as root
        if not sandbox:
            say_unsandboxed()
    flags = [*FLAGS, f"--user-data-dir={folder}", *([] if sandbox else ["--no-sandbox"])]
    theirs_in, ours_out = _pipe()
    ours_in, theirs_out = _pipe()
    null = os.open(os.devnull, os.O_RDWR)
    moves = [(null, 0), (null, 1), (null, 2), (theirs_in, 3), (theirs_out, 4)]
    home = {"HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder}
    try:
        started = _bounded([binary, *flags])
        process = os.posix_spawn(
            started[0],
            started,
            os.environ | home,
            file_actions=[(os.POSIX_SPAWN_DUP2, source, target) for source, target in moves],
            setpgroup=0,
        )
    except OSError as error:
        os.close(ours_in)
        os.close(ours_out)
        raise RenderError(f"cannot start {binary}: {error}") from error
    finally:
        for fd in (theirs_in, theirs_out, null):
            os.close(fd)
    os.set_blocking(ours_out, False)
    return process, ours_out, ours_in


def _bounded(command: list[str]) -> list[str]:
    """A command whose processes have bounded memory, set before any of them runs; as it is where only Linux could.

    A limit that is set from here once the browser runs comes too late for what it has started by then.
    """
    if sys.platform != "linux":
        return command
    if not (Path(command[0]).is_file() and os.access(command[0], os.X_OK)):
        raise FileNotFoundError(errno.ENOENT, "no program that can be run")
    limit = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"'  # a lower one that is there already stays
    return ["/bin/sh", "-c", limit, "sh", str(MOST_MEMORY >> 10), *command]


def say_unsandboxed() -> None:
    """Say what running as root means: once, for this process and those that it starts."""
    if os.geteuid() != 0 or SAID in os.environ:
        return
    os.environ[SAID] = "1"
    logging.getLogger("pagerows").warning("pagerows: as root the browser runs without its sandbox (--no-sandbox)")


def _pipe() -> tuple[int, int]:
    """A pipe whose ends have high numbers, so that none of them is overwritten on its way to 3 and 4."""
    ends = os.pipe()
    with contextlib.suppress(OSError, AttributeError):
        # A snapshot has megabytes: with the usual 64 KB the two sides would take turns fifty times.
        fcntl.fcntl(ends[0], fcntl.F_SETPIPE_SZ, 1 << 20)
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 16) for end in ends)
    for end in ends:
        os.close(end)
    return high[0], high[1]


def _write_all(fd: int, data: bytes, deadline: float) -> None:
    """Write to a pipe that may be full, until a deadline: whoever reads may have been stopped."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(fd, view) :]
        except BlockingIOError:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError from None
            select.select([], [fd], [], min(left, 1.0))
