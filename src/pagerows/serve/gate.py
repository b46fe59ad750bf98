"""What every request passes before anything is done for it: the right host and origin, a token, a rate, a size.

A page in somebody's browser can send requests to this machine and can make a name of its own lead here. Such requests
are known by their Host, Origin and Sec-Fetch-Site headers, which scripts cannot set.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import logging
import time
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from pagerows.serve.errors import Problem, problem_of
from pagerows.serve.metrics import Metrics
from pagerows.serve.settings import LOOPBACK, Settings

__all__ = ["COOKIE", "Gate", "session_value"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

COOKIE: Final = "pagerows_session"
#: Whom everybody may ask.
_OPEN: Final = frozenset({"/healthz", "/v1/meta", "/v1/session"})
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
#: Bytes of all requests that are being received: many large ones at once would fill the memory.
MOST_BYTES: Final = 256 * 2**20
#: Clients whose rate is known.
MOST_CLIENTS: Final = 10_000

_APP_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; "
    "manifest-src 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"content-security-policy": _APP_POLICY.encode(),
}
_LOG: Final = logging.getLogger("pagerows.serve")


def session_value(token: str) -> str:
    """What the cookie holds: made from the token, and not the token."""
    return hashlib.sha256(b"pagerows session " + token.encode()).hexdigest()


class Gate:
    """An ASGI application around another one."""

    def __init__(self, app: Any, settings: Settings, metrics: Metrics) -> None:
        self._app, self._settings, self._metrics = app, settings, metrics
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._receiving = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, started = time.monotonic(), 500, False

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                there = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((n, v) for n, v in _HEADERS.items() if n not in there)]
            await send(message)

        body = _Body(self, receive)
        try:
            self._check(scope)
            body.expect(_headers(scope).get("content-length"))
            await self._app(scope, body.receive, answer)
        except Exception as error:
            if started:
                raise  # half an answer is out: only ending the connection says that it is not whole
            await _say(answer, _problem(error))
        finally:
            self._receiving -= body.counted
            self._metrics.seen(scope, status, time.monotonic() - begun)

    # -- checks --------------------------------------------------------------------------------------------------

    def _check(self, scope: Scope) -> None:
        headers = _headers(scope)
        self._check_host(headers.get("host", ""))
        path, method = scope["path"], scope["method"]
        guarded = path.startswith(("/v1/", "/metrics", "/docs", "/openapi", "/mcp"))
        if guarded or method not in _SAFE:
            _check_origin(headers, method)
        if guarded and path not in _OPEN:
            self._check_token(headers)
        if method not in _SAFE and path.startswith("/v1/"):
            self._check_rate((scope.get("client") or ("",))[0])

    def _check_host(self, host: str) -> None:
        name = _hostname(host)
        if name in LOOPBACK or name in self._settings.names or name == self._settings.host:
            return
        if self._settings.token is not None and _is_address(name):
            return
        told = f"this server is not called {name or 'nothing'}: `pagerows serve --name NAME` says what it is called"
        raise Problem(403, "forbidden", told)

    def _check_token(self, headers: MutableMapping[str, str]) -> None:
        token = self._settings.token
        if token is None:
            return
        given = headers.get("authorization", "")
        if given[:7].lower() == "bearer " and hmac.compare_digest(given[7:].strip().encode(), token.encode()):
            return
        for part in headers.get("cookie", "").split(";"):
            name, _, value = part.strip().partition("=")
            if name == COOKIE and hmac.compare_digest(value.encode(), session_value(token).encode()):
                return
        raise Problem(401, "token", "give the server's token: Authorization: Bearer TOKEN, or log in")

    def _check_rate(self, client: str) -> None:
        """Take one of a client's tokens; they come back at a steady rate."""
        rate, burst = self._settings.rate, float(self._settings.burst)
        if not rate:
            return
        now = time.monotonic()
        left, last = self._buckets.pop(client, (burst, now))
        left = min(burst, left + (now - last) * rate)
        self._buckets[client] = (left - 1, now) if left >= 1 else (left, now)
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if left < 1:
            told = f"more than {rate:g} requests a second; slow down"
            raise Problem(429, "rate", told, retry_after=(1 - left) / rate)

    def receiving(self, more: int) -> None:
        """Count bytes that are on their way."""
        if self._receiving + more > MOST_BYTES:
            raise Problem(503, "busy", "too many large requests are under way; try again in a moment", retry_after=5)
        self._receiving += more

    @property
    def most(self) -> int:
        """Bytes that a request may have."""
        return self._settings.body_bytes


class _Body:
    """Counts what a request sends, and stops at the limit."""

    def __init__(self, gate: Gate, receive: Receive) -> None:
        self._gate, self._receive = gate, receive
        self._got = 0
        #: Bytes that were counted for this request.
        self.counted = 0

    def expect(self, length: str | None) -> None:
        if length is None or not length.isdecimal():
            return
        self._count(int(length))

    def _count(self, total: int) -> None:
        if total > self._gate.most:
            told = f"the request has more than the {self._gate.most:,} bytes that the server takes"
            raise Problem(413, "too_large", told)
        if total > self.counted:
            self._gate.receiving(total - self.counted)
            self.counted = total

    async def receive(self) -> MutableMapping[str, Any]:
        message = await self._receive()
        if message["type"] == "http.request":
            self._got += len(message.get("body", b""))
            try:
                self._count(self._got)
            except Problem as problem:
                raise _http_error(problem) from problem
        return message


def _http_error(problem: Problem) -> Exception:
    """The same problem in the framework's words, which it lets pass while it reads a body."""
    from starlette.exceptions import HTTPException

    error = HTTPException(problem.status, problem.message, headers=problem.headers or None)
    error.__cause__ = problem
    return error


def _problem(error: Exception) -> Problem:
    known = problem_of(error)
    if known is not None:
        return known
    where = traceback.extract_tb(error.__traceback__)[-1]
    # Not the message: it may quote the page.
    _LOG.error("%s in %s:%s", type(error).__name__, Path(where.filename).name, where.lineno)
    return Problem(500, "failed", "something went wrong in the server; its log says where")


async def _say(send: Send, problem: Problem) -> None:
    body = json.dumps(problem.body, ensure_ascii=False).encode("utf-8", "replace")
    headers = {"content-type": "application/json", "content-length": str(len(body)), **problem.headers}
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _hostname(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower().rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _check_origin(headers: MutableMapping[str, str], method: str) -> None:
    """Refuse what a page of another site sends."""
    site = headers.get("sec-fetch-site", "none")
    if site not in ("none", "same-origin") and not (method in _SAFE and headers.get("sec-fetch-mode") == "navigate"):
        raise Problem(403, "forbidden", "requests of other sites are not answered")
    origin = headers.get("origin")
    if origin is None or method in _SAFE:
        return
    if urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise Problem(403, "forbidden", "requests of other sites are not answered")
