"""One browser, many pages: each in a context of its own, with its own limits; restarted when it dies."""

from __future__ import annotations

import atexit
import base64
import contextlib
import dataclasses
import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pagerows.errors import RenderError
from pagerows.page.data import Answer
from pagerows.page.rendered.answers import BUFFERS, Answers
from pagerows.page.rendered.cdp import BrowserGone, Connection
from pagerows.page.rendered.policy import Policy
from pagerows.page.rendered.proxy import DEAD, Proxy
from pagerows.page.rendered.snapshot import ARGUMENTS
from pagerows.page.rendered.waiting import Traffic, wait_for, wait_until_quiet

__all__ = ["Browser", "Job", "Outline", "Visit", "shared_browser"]

#: Pages after which the browser is replaced: what it leaks, it leaks slowly.
RECYCLE: Final = 500
#: Pages after which memory that is free in our own process is given back. Snapshots come and go in several threads,
#: and the C library keeps what each of them has freed: 27 MiB became 110 over 1,000 small pages, without any leak.
TRIM: Final = 50

NO_SOCKETS: Final = (
    "for (const n of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection']) delete self[n];"
    # A paused worker would run for a moment while its page is closed: scripts get one that does nothing.
    "self.Worker = class extends EventTarget { postMessage() {} terminate() {} };"
    "self.SharedWorker = class extends EventTarget { port = new MessageChannel().port1 }"
)
EVERYTHING: Final = {"patterns": [{"urlPattern": "*"}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a visit needs to know."""

    html: str
    policy: Policy
    width: int = 1280
    height: int = 1024
    javascript: bool = False
    #: Seconds that a page may take, all in all.
    timeout: float = 30.0
    #: Seconds to wait after loading, for scripts that fill the page.
    settle: float = 0.0
    #: Seconds that scripts may take, at most, until the page is quiet.
    wait: float = 0.0
    #: A selector or a text that the page is waited for until it has it.
    wait_for: str | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """A rectangle to draw over a screenshot, in page coordinates."""

    x: float
    y: float
    width: float
    height: float
    colour: str = "red"
    thickness: int = 2
    label: str = ""


DRAW: Final = """outlines => {
  for (const o of outlines) {
    const box = document.createElement("div");
    Object.assign(box.style, {all: "initial", position: "absolute", boxSizing: "border-box", zIndex: 2147483647,
      left: o.x + "px", top: o.y + "px", width: o.width + "px", height: o.height + "px",
      border: o.thickness + "px solid " + o.colour});
    if (o.label) {
      const label = document.createElement("span");
      label.textContent = o.label;
      Object.assign(label.style, {all: "initial", position: "absolute", left: 0, top: 0, padding: "0 3px",
        font: "11px sans-serif", color: "white", background: o.colour});
      box.append(label);
    }
    document.documentElement.append(box);
  }
}"""


class Visit:
    """One page in one context, from its opening to its end."""

    def __init__(self, connection: Connection, job: Job) -> None:
        self.connection, self.job = connection, job
        self.deadline = time.monotonic() + job.timeout
        self.loaded: Future[None] = Future()
        self._document_given = self._refused = False
        self.sessions: list[str] = []
        self.traffic = Traffic()
        self._answers = Answers(self._body) if job.javascript else None
        self._world: int | None = None
        self._frame = ""
        self._proxy = Proxy(job.policy, self.deadline) if job.policy.needs_network else None
        through = self._proxy.address if self._proxy else DEAD
        context = {"disposeOnDetach": True, "proxyServer": through, "proxyBypassList": "<-loopback>"}
        try:
            self.context = self.call("Target.createBrowserContext", context)["browserContextId"]
        except BaseException:
            self._end_proxy()
            self.connection.close()  # not the page but the browser did not answer: nobody may get it again
            raise
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        new = {"url": "about:blank", "browserContextId": self.context}
        new |= {"width": self.job.width, "height": self.job.height}
        target = self.call("Target.createTarget", new)["targetId"]
        attached = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self.session: str = attached["sessionId"]
        self._frame = target
        self.sessions.append(self.session)
        self.connection.listen(self.session, partial(self._hear, self.session))
        size = {"width": self.job.width, "height": self.job.height, "deviceScaleFactor": 1, "mobile": False}
        still = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
        attach = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        refuse = {"behavior": "deny", "browserContextId": self.context}
        steps: list[tuple[str, dict[str, Any], str | None]] = [
            ("Page.enable", {}, self.session),
            ("Inspector.enable", {}, self.session),
            ("Network.enable", BUFFERS if self._answers else dict.fromkeys(BUFFERS, 0), self.session),
            # Fetch does not see sockets: no document gets the means to open one.
            ("Page.addScriptToEvaluateOnNewDocument", {"source": NO_SOCKETS}, self.session),
            ("Network.setBypassServiceWorker", {"bypass": True}, self.session),
            ("Emulation.setDeviceMetricsOverride", size, self.session),
            ("Emulation.setScriptExecutionDisabled", {"value": not self.job.javascript}, self.session),
            ("Emulation.setEmulatedMedia", still, self.session),
            ("Fetch.enable", EVERYTHING, self.session),
            # Workers load by ways of their own: they start paused, and stay so (see _attached).
            ("Target.setAutoAttach", attach, self.session),
            ("Browser.setDownloadBehavior", refuse, None),
        ]
        for future in [self.connection.send(*step) for step in steps]:
            self.wait(future, "open the page")

    def call(self, method: str, params: dict[str, Any] | None = None, session: str | None = None) -> dict[str, Any]:
        """Ask the browser within what is left of the page's time."""
        answer = self.connection.send(method, params, session, patience=self.deadline - time.monotonic())
        result: dict[str, Any] = self.wait(answer, method)
        return result

    def wait(self, future: Future[Any], what: str) -> Any:
        """Wait for an answer; a crash of the page or the end of its time ends the wait."""
        while True:
            left = self.deadline - time.monotonic()
            try:
                return future.result(max(0.0, min(left, 0.5)))
            except FutureTimeout:
                if self.loaded.done() and self.loaded.exception() is not None:
                    raise self.loaded.exception() from None  # type: ignore[misc]
                if left <= 0:
                    raise RenderError(f"the page took longer than {self.job.timeout:g} s ({what})") from None

    # -- events (reader's thread: never wait here) ---------------------------------------------------------------

    def _hear(self, session: str, method: str, params: dict[str, Any]) -> None:
        self.traffic.hear(method, params)
        if self._answers is not None and session == self.session:
            self._answers.hear(method, params)
        if method == "Fetch.requestPaused":
            self._request(session, params)
        elif method == "Page.loadEventFired" or (method == "Page.frameStoppedLoading" and self._stopped(params)):
            self._finish(None)
        elif method == "Page.javascriptDialogOpening":
            self.connection.send("Page.handleJavaScriptDialog", {"accept": False}, session)
        elif method == "Target.attachedToTarget":
            self._attached(params)
        elif method == "Inspector.targetCrashed":
            self._finish(RenderError("the page crashed its renderer"))
        elif method == "pagerows.browserGone":
            self._finish(BrowserGone("the browser ended while it loaded the page"))

    def _finish(self, error: RenderError | None) -> None:
        if error is not None and self.loaded.done():
            self.loaded = Future()  # crashed after loading: whoever waits now must hear of it
        if not self.loaded.done():
            if error is None:
                self.loaded.set_result(None)
            else:
                self.loaded.set_exception(error)

    def _stopped(self, params: dict[str, Any]) -> bool:
        """Whether the page itself stopped: no load event comes after a navigation that was refused."""
        return self._refused and params["frameId"] == self._frame

    def _attached(self, params: dict[str, Any]) -> None:
        """A frame in a process of its own is watched like the page; a worker is never started."""
        if params["targetInfo"]["type"] != "iframe":
            return
        session = params["sessionId"]
        self.sessions.append(session)
        self.connection.listen(session, partial(self._hear, session))
        self.connection.send("Emulation.setScriptExecutionDisabled", {"value": not self.job.javascript}, session)
        self.connection.send("Fetch.enable", EVERYTHING, session)
        self.connection.send("Runtime.runIfWaitingForDebugger", {}, session)

    def _request(self, session: str, params: dict[str, Any]) -> None:
        request, url = params["requestId"], params["request"]["url"]
        policy = self.job.policy
        if params["resourceType"] == "Document" and params["frameId"] == self._frame:
            if self._document_given:
                # A refresh or a script wants to go elsewhere: the page that was asked for stays.
                self._refused = True
                self._abort(session, request)
                return
            self._document_given = True
            self._answer(session, request, self.job.html.encode("utf-8", "replace"), "text/html; charset=utf-8")
        elif (part := policy.parts.get(url.partition("#")[0])) is not None:
            self._answer(session, request, part.body, part.content_type)
        elif policy.verdict(url) == "allow":
            self.connection.send("Fetch.continueRequest", {"requestId": request}, session)
        else:
            self._abort(session, request)

    def _abort(self, session: str, request: str) -> None:
        # "Aborted" leaves the frame as it is; any other reason puts an error page in its place.
        answer = {"requestId": request, "errorReason": "Aborted"}
        self.connection.send("Fetch.failRequest", answer, session)

    def _answer(self, session: str, request: str, body: bytes, content_type: str) -> None:
        headers = {"Content-Type": content_type, "Access-Control-Allow-Origin": "*"}
        answer = {
            "requestId": request,
            "responseCode": 200,
            "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
            "body": base64.b64encode(body).decode("ascii"),
        }
        self.connection.send("Fetch.fulfillRequest", answer, session)

    # -- what a visit is for -------------------------------------------------------------------------------------

    def load(self) -> None:
        """Load the page and wait until it and its assets are there."""
        answer = self.call("Page.navigate", {"url": self.job.policy.url}, self.session)
        if answer.get("errorText"):
            raise RenderError(f"the page could not be loaded: {answer['errorText']}")
        self.wait(self.loaded, "loading")
        if self.job.settle and self.job.javascript:
            time.sleep(min(self.job.settle, max(0.0, self.deadline - time.monotonic())))
        if self.job.wait_for is not None:
            wait_for(self, self.job.wait_for, max(self.job.wait, self.job.timeout))
        if self.job.wait and self.job.javascript:
            wait_until_quiet(self, self.job.wait)

    def snapshot(self) -> dict[str, Any]:
        """Return the page's nodes, boxes and styles."""
        return self.call("DOMSnapshot.captureSnapshot", dict(ARGUMENTS), self.session)

    def _body(self, request: str) -> Future[dict[str, Any]]:
        return self.connection.send("Network.getResponseBody", {"requestId": request}, self.session)

    def answers(self) -> tuple[Answer, ...]:
        """Return the JSON that the page's scripts have fetched so far."""
        return () if self._answers is None else self._answers.take(self.wait)

    def draw(self, outlines: Sequence[Outline]) -> None:
        """Draw rectangles over the page."""
        script = f"({DRAW})({json.dumps([dataclasses.asdict(outline) for outline in outlines])})"
        self.evaluate(script)

    def evaluate(self, script: str) -> None:
        """Run a script of our own in the page, whether or not its own may run."""
        self.call("Runtime.evaluate", {"expression": script}, self.session)

    def ask(self, script: str) -> Any:
        """Run a script of our own where the page's scripts cannot see it, and return what it gives, as plain values."""
        if self._world is None:
            world = {"frameId": self._frame, "worldName": "pagerows"}
            self._world = self.call("Page.createIsolatedWorld", world, self.session)["executionContextId"]
        asked = {"expression": script, "contextId": self._world, "returnByValue": True, "awaitPromise": True}
        return self.call("Runtime.evaluate", asked, self.session).get("result", {}).get("value")

    def screenshot(self, width: float, height: float) -> bytes:
        """Return a PNG of the page from its top left corner on."""
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = {"format": "png", "clip": clip, "captureBeyondViewport": True}
        return base64.b64decode(self.call("Page.captureScreenshot", shot, self.session)["data"])

    def close(self) -> None:
        """End the context; a browser that cannot do that in time is ended itself."""
        self._end_proxy()
        for session in self.sessions:
            self.connection.forget(session)
        if not self.connection.alive:
            return
        try:
            self.connection.call("Target.disposeBrowserContext", {"browserContextId": self.context}, timeout=5.0)
        except RenderError:
            self.connection.close()

    def _end_proxy(self) -> None:
        if self._proxy is not None:
            self._proxy.close()


class Browser:
    """A browser that pages can be visited in, from several threads at once."""

    def __init__(self, binary: str | None = None, *, recycle: int = RECYCLE) -> None:
        self.binary, self.recycle = binary, recycle
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._old: list[tuple[Connection, int]] = []
        self._users: dict[int, int] = {}
        self._visits = 0

    @contextlib.contextmanager
    def visit(self, job: Job) -> Iterator[Visit]:
        """Open a page in a fresh context; it is closed afterwards whatever happens."""
        connection = self._acquire()
        try:
            page = Visit(connection, job)
            try:
                yield page
            finally:
                page.close()
        finally:
            self._release(connection)

    def _acquire(self) -> Connection:
        with self._lock:
            current = self._connection
            if current is not None and (not current.alive or self._visits >= self.recycle):
                self._retire(current)
                current = None
            if current is None:
                current = self._connection = Connection(self.binary)
                self._visits = 0
            self._visits += 1
            self._users[id(current)] = self._users.get(id(current), 0) + 1
            return current

    def _release(self, connection: Connection) -> None:
        if self._visits % TRIM == 0:
            _give_memory_back()
        with self._lock:
            self._users[id(connection)] -= 1
            if connection is not self._connection and not self._users[id(connection)]:
                del self._users[id(connection)]
                connection.close()

    def _retire(self, connection: Connection) -> None:
        """Let a browser go: at once where nobody uses it, else with its last visit."""
        self._connection = None
        if not self._users.get(id(connection)):
            self._users.pop(id(connection), None)
            connection.close()

    def close(self) -> None:
        """End the browser."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _give_memory_back() -> None:
    """Let the C library return what it holds; where it is not glibc there is nothing to call."""
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


_shared: dict[int, Browser] = {}
_shared_lock = threading.Lock()


def shared_browser() -> Browser:
    """The browser that `render` uses by default: one per process, started when it is first needed."""
    with _shared_lock:
        browser = _shared.get(os.getpid())  # a forked process must not speak through its parent's pipe
        if browser is None:
            browser = _shared[os.getpid()] = Browser()
            atexit.register(browser.close)
        return browser
