"""The only way out of the browser: a proxy on this machine that asks the page's policy before it connects anywhere.

What a browser reports to whoever drives it is no security boundary: prefetches and other requests of the browser's own
never show up there. A proxy sees every connection, resolves each name once, checks the addresses and connects to one
that was checked; it counts bytes and ends with the page.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from typing import Final
from urllib.parse import urlsplit

from pagerows.errors import FetchError
from pagerows.page._http import _is_public, _resolve
from pagerows.page.rendered.policy import Policy

__all__ = ["DEAD", "Proxy"]

#: A proxy that nobody is at: the port of the discard service, which no browser is served by.
DEAD: Final = "http://127.0.0.1:9"
#: Bytes that a page may load, all in all.
MOST_BYTES: Final = 512 * 1024 * 1024
_LONGEST_HEAD: Final = 64 * 1024
_CHUNK: Final = 1 << 16
#: Headers that are meant for one connection only (RFC 9110, 7.6.1).
_HOP: Final = frozenset({"connection", "proxy-connection", "proxy-authorization", "keep-alive", "te", "upgrade"})


class _Refused(Exception):
    """The request goes nowhere."""


class Proxy:
    """Serves one page until its deadline; `address` is what the browser is told."""

    def __init__(self, policy: Policy, deadline: float) -> None:
        self._policy, self._deadline = policy, deadline
        self._left = MOST_BYTES
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True, name="pagerows-proxy").start()

    def close(self) -> None:
        """End all connections."""
        with self._lock:
            self._closed = True
            sockets = [self._listener, *self._open]
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                client = self._listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True, name="pagerows-proxy").start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError, _Refused), self._tracked(client):
            head, rest = _read_head(client, self._deadline)
            try:
                method, target, first, fields = _request(head)
                server = self._connected(f"https://{target}/" if method == "CONNECT" else target)
            except (_Refused, FetchError, OSError, ValueError):
                client.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            with self._tracked(server):
                if method == "CONNECT":
                    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                    server.sendall(rest)
                else:
                    server.sendall(_forwarded(first, fields) + rest)
                self._relay(client, server)

    @contextlib.contextmanager
    def _tracked(self, own: socket.socket):  # type: ignore[no-untyped-def]
        """Keep a socket where `close` finds it; close it at the end."""
        with self._lock:
            if self._closed:
                own.close()
                raise _Refused
            self._open.add(own)
        try:
            yield
        finally:
            with self._lock:
                self._open.discard(own)
            own.close()

    def _connected(self, url: str) -> socket.socket:
        """Connect to the host of an address that the policy allows, at an address that was checked."""
        if self._policy.verdict(url) != "allow":
            raise _Refused
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        addresses = _resolve(host, port, self._deadline)
        if not self._policy.may_be_private(url) and not all(map(_is_public, addresses)):
            raise _Refused
        problem: OSError = TimeoutError()
        for address in addresses:
            left = self._deadline - time.monotonic()
            if left <= 0:
                break
            try:
                return socket.create_connection((address, port), min(left, 10.0))
            except OSError as error:
                problem = error
        raise problem

    def _relay(self, client: socket.socket, server: socket.socket) -> None:
        """Hand bytes on in both directions until one side ends, the time is over or the page has had enough."""
        with selectors.DefaultSelector() as selector:
            selector.register(client, selectors.EVENT_READ, server)
            selector.register(server, selectors.EVENT_READ, client)
            while (left := self._deadline - time.monotonic()) > 0:
                for key, _ in selector.select(min(left, 1.0)):
                    data = key.fileobj.recv(_CHUNK)  # type: ignore[union-attr]
                    if not data:
                        return
                    key.data.settimeout(max(0.01, left))
                    key.data.sendall(data)
                    if not self._count(len(data)):
                        return
                if self._closed:
                    return

    def _count(self, size: int) -> bool:
        with self._lock:
            self._left -= size
            return self._left > 0


def _read_head(client: socket.socket, deadline: float) -> tuple[bytes, bytes]:
    """Read up to the end of a request's head; return it, and what came with it."""
    data = b""
    while b"\r\n\r\n" not in data:
        client.settimeout(max(0.01, deadline - time.monotonic()))
        more = client.recv(_CHUNK)
        if not more or len(data) > _LONGEST_HEAD:
            raise _Refused
        data += more
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def _request(head: bytes) -> tuple[str, str, str, list[str]]:
    """Return method, target, and the head as an origin server wants it: first line and fields."""
    line, *fields = head.decode("latin-1").split("\r\n")
    method, target, version = line.split(" ", 2)
    if method == "CONNECT":
        return method, target, "", []
    parts = urlsplit(target)
    if parts.scheme != "http":
        raise _Refused
    path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    return method, target, f"{method} {path} {version}", fields


def _forwarded(first: str, fields: list[str]) -> bytes:
    kept = [field for field in fields if field.partition(":")[0].strip().lower() not in _HOP]
    return "\r\n".join([first, *kept, "Connection: close", "", ""]).encode("latin-1")
