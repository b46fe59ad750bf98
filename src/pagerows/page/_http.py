"""One HTTP request: a name is resolved once, its addresses are checked, and the connection goes to a checked address.

So a name server cannot show a public address to the check and a private one to the connection. That is why this stands
on http.client, which lets us connect where we choose.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final
from urllib.parse import SplitResult, quote, urlsplit

from pagerows.errors import BlockedAddress, FetchError, FetchTimeout

__all__ = ["Answer", "request"]

#: Seconds that one address may take to accept a connection.
_CONNECT: Final = 10.0
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
#: What servers answer that have too much to do, or fall over now and then.
_TEMPORARY: Final = frozenset({429, 500, 502, 503, 504})
_MOST_COOKIES: Final = 50


@dataclass(frozen=True, slots=True)
class Answer:
    """One response: either a place to go to, or a body."""

    location: str | None = None
    status: int = 200
    body: bytes = b""
    content_type: str = ""
    content_encoding: str = ""
    #: What conditional requests are made of.
    etag: str = ""
    last_modified: str = ""
    #: Cookies to be sent back: names and values.
    cookies: tuple[tuple[str, str], ...] = ()


def _checked(url: str) -> SplitResult:
    """Split a URL; refuse what is not plain http(s)."""
    try:
        parts = urlsplit(url.strip())
        port, host = parts.port, parts.hostname
    except ValueError as error:
        raise FetchError(f"not a valid URL: {error}") from error
    if parts.scheme.lower() not in ("http", "https"):
        raise FetchError(f"cannot fetch {parts.scheme + ':' if parts.scheme else 'this'}; give an http or https URL")
    if host and any(c.isspace() or not c.isprintable() for c in host):
        raise FetchError(f"not a valid URL: the host {host!r} has characters that no name has")
    if not host or port == 0:
        raise FetchError("not a valid URL: it has no host" if not host else "not a valid URL: port 0")
    if parts.username is not None:
        raise FetchError("URLs with a user name are not fetched; give headers={'Authorization': ...}")
    return parts


def request(
    url: str,
    headers: Mapping[str, str],
    *,
    deadline: float,
    max_bytes: int,
    public_only: bool,
    form: bytes | None = None,
) -> Answer:
    """Send one GET request (POST where there is a form), follow nothing; `deadline` is of the monotonic clock."""
    parts = _checked(url)
    connection = _Connection(parts, deadline, public_only)
    # Sockets time out per read; a server that sends a byte now and then is stopped by closing the connection on it.
    watch = threading.Timer(max(0.0, deadline - time.monotonic()), connection.abort)
    watch.daemon = True
    watch.start()
    try:
        connection.request("GET" if form is None else "POST", _target(parts), body=form, headers=headers)
        with connection.getresponse() as response:  # it holds the socket, whatever becomes of the connection
            return _read(response, deadline, max_bytes)
    except FetchError:
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise _explained(error, deadline) from error
    finally:
        watch.cancel()
        connection.close()
        watch.join()  # whoever forks after this has no thread left


def _target(parts: SplitResult) -> str:
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?[]|")
    return f"{path}?{query}" if query else path


def _read(response: http.client.HTTPResponse, deadline: float, max_bytes: int) -> Answer:
    if response.status in _REDIRECTS:
        location = response.getheader("Location")
        if not location:
            raise FetchError(f"status {response.status} without a Location to go to")
        # http.client reads headers as latin-1, servers write UTF-8.
        return Answer(
            location=location.encode("latin-1").decode("utf-8", "replace"),
            status=response.status,
            cookies=_cookies(response),
        )
    if response.status == 304:
        return Answer(status=304, cookies=_cookies(response))
    if not 200 <= response.status < 300:
        raise _refusal(response)
    if (response.length or 0) > max_bytes:
        raise FetchError(f"the page has {response.length:,} bytes, more than the {max_bytes:,} of max_bytes")
    return Answer(
        body=_body(response, deadline, max_bytes),
        content_type=response.getheader("Content-Type", ""),
        content_encoding=response.getheader("Content-Encoding", ""),
        etag=response.getheader("ETag", ""),
        last_modified=response.getheader("Last-Modified", ""),
        cookies=_cookies(response),
    )


def _cookies(response: http.client.HTTPResponse) -> tuple[tuple[str, str], ...]:
    """The cookies that a server sets, at most as many as browsers keep; those that it takes back are empty."""
    found = []
    for header in (response.headers.get_all("Set-Cookie") or [])[:_MOST_COOKIES]:
        pair, _, rest = header.partition(";")
        name, equals, value = pair.strip().partition("=")
        if equals and name and len(pair) < 4096 and all(c.isprintable() and c not in ",;" for c in pair):
            gone = re.search(r"max-age\s*=\s*(?:0|-\d+)\b", rest, re.IGNORECASE) is not None
            found.append((name, "" if gone else value))
    return tuple(found)


def _refusal(response: http.client.HTTPResponse) -> FetchError:
    """A status that is no page, with what it says of trying again."""
    reason = "".join(c for c in response.reason if c.isprintable())
    error = FetchError(f"the server answered {response.status} {reason}".rstrip())
    error.status = response.status
    error.temporary = response.status in _TEMPORARY
    error.retry_after = _seconds(response.getheader("Retry-After", ""))
    return error


def _seconds(text: str) -> float | None:
    """Read a Retry-After header: seconds, or a date.

    >>> _seconds("120"), _seconds("Wed, 21 Oct 2015 07:28:00 GMT"), _seconds("soon")
    (120.0, 0.0, None)
    """
    text = text.strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    with contextlib.suppress(ValueError, TypeError, OverflowError):
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    return None


def _body(response: http.client.HTTPResponse, deadline: float, max_bytes: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while chunk := response.read1(1 << 16):
        chunks.append(chunk)
        size += len(chunk)
        if size > max_bytes:
            raise FetchError(f"the body has more than the {max_bytes:,} bytes of max_bytes")
        if time.monotonic() > deadline:
            raise FetchTimeout("the server did not finish in time")
    if time.monotonic() > deadline:
        raise FetchTimeout("the server did not finish in time")
    if response.length:
        raise FetchError(f"the connection broke with {response.length:,} bytes missing")
    return b"".join(chunks)


def _explained(error: Exception, deadline: float) -> FetchError:
    if isinstance(error, TimeoutError) or time.monotonic() >= deadline:
        return FetchTimeout("the server did not answer in time")
    if isinstance(error, ssl.SSLCertVerificationError):
        return FetchError(f"the server's certificate is not valid: {error.verify_message}")
    if isinstance(error, ssl.SSLError):
        return FetchError(f"no secure connection: {error.reason or error}")
    if isinstance(error, http.client.IncompleteRead):
        return _again(FetchError("the connection broke before the page was whole"))
    if isinstance(error, http.client.HTTPException):
        odd = FetchError(f"the server does not speak HTTP: {type(error).__name__} {error}".rstrip())
        return _again(odd) if isinstance(error, http.client.RemoteDisconnected) else odd
    none = FetchError(f"no connection: {getattr(error, 'strerror', None) or error}")
    return _again(none) if isinstance(error, ConnectionResetError) else none


def _again(error: FetchError) -> FetchError:
    """Mark an error as one that asking again may mend."""
    error.temporary = True
    return error


class _Connection(http.client.HTTPConnection):
    """A connection that goes to an address that was checked, whatever the name resolves to later."""

    def __init__(self, parts: SplitResult, deadline: float, public_only: bool) -> None:
        self.secure = parts.scheme.lower() == "https"
        self.default_port = 443 if self.secure else 80
        self.deadline = deadline
        self.public_only = public_only
        super().__init__(_ascii_host(parts), parts.port or self.default_port)

    def connect(self) -> None:
        addresses = _resolve(self.host, self.port, self.deadline)
        if self.public_only:
            addresses = _public(self.host, addresses)
        self.sock = self._first_answering(addresses)
        if self.secure:
            context = ssl.create_default_context()
            wrapped = context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = wrapped  # before the handshake, so that `abort` can end it
            wrapped.do_handshake()

    def _first_answering(self, addresses: list[str]) -> socket.socket:
        problem: OSError = FetchTimeout("the server did not answer in time")
        for address in addresses:
            left = self.deadline - time.monotonic()
            if left <= 0:
                break
            try:
                sock = socket.create_connection((address, self.port), min(left, _CONNECT))
            except OSError as error:
                problem = error
            else:
                sock.settimeout(max(0.001, self.deadline - time.monotonic()))
                return sock
        raise problem

    def abort(self) -> None:
        """Stop a read that another thread waits in."""
        if (sock := self.sock) is not None:
            with contextlib.suppress(OSError):  # closed already
                sock.shutdown(socket.SHUT_RDWR)


# -- names and addresses -----------------------------------------------------------------------------------------


def _ascii_host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    try:
        return host if ":" in host else host.encode("idna").decode("ascii")
    except UnicodeError as error:
        raise FetchError(f"not a valid host name: {host!r}") from error


def _resolve(host: str, port: int, deadline: float) -> list[str]:
    """Return the addresses of a host; in a thread, since name servers may keep silent for longer than we wait."""
    answers: queue.SimpleQueue[list[str] | OSError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put(list(dict.fromkeys(str(address[0]) for *_, address in found)))
        except (OSError, UnicodeError) as error:
            answers.put(error if isinstance(error, OSError) else OSError(str(error)))

    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=max(0.0, deadline - time.monotonic()))
    except queue.Empty as error:
        raise FetchTimeout(f"the name {host} was not resolved in time") from error
    if isinstance(answer, OSError):
        raise FetchError(f"the name {host} cannot be resolved: {answer.strerror or answer}") from answer
    return answer


def _public(host: str, addresses: list[str]) -> list[str]:
    """Return the addresses if all are public: a name that mixes both kinds is up to something."""
    for address in addresses:
        if not _is_public(address):
            raise BlockedAddress(f"{host} is at {address}, which is not a public address (public_only is set)")
    return addresses


def _is_public(address: str) -> bool:
    """Tell whether an address is on the open internet, and so is any IPv4 address that it wraps.

    >>> [_is_public(a) for a in ("8.8.8.8", "10.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2606:4700::1")]
    [True, False, False, False, True]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        wrapped = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in _NAT64 or ip in _COMPATIBLE:
            wrapped = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if wrapped is not None:
            return _is_public(str(wrapped))
    if any(ip in network for network in _SPECIAL if network.version == ip.version):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_COMPATIBLE: Final = ipaddress.IPv6Network("::/96")
#: Site-local and documentation addresses, which Python's own lists lack.
_SPECIAL: Final = (ipaddress.IPv6Network("fec0::/10"), ipaddress.IPv6Network("3fff::/20"))
