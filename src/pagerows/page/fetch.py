"""URL -> bytes: the only code of pagerows that uses the network, with `_http` (one request) below it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit

from pagerows.errors import FetchError

if TYPE_CHECKING:
    from pagerows.page._http import Answer

__all__ = ["MAX_BYTES", "Fetched", "fetch"]

#: Bytes that a body may have, packed or unpacked.
MAX_BYTES: Final = 64 * 1024 * 1024
_TYPES: Final = frozenset(
    {"text/html", "application/xhtml+xml", "multipart/related", "message/rfc822", "application/x-mimearchive"}
)
_SECRETS: Final = frozenset({"authorization", "cookie", "proxy-authorization"})
_HEADERS: Final = {
    "User-Agent": "Mozilla/5.0 (compatible; pagerows/0.1)",
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
    "Accept-Language": "en,*;q=0.5",
}


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as the server sent it; `pagerows.parse` and `pagerows.extract` take it as it is."""

    #: Where the page came from, after redirects.
    url: str
    body: bytes = field(repr=False)
    #: The Content-Type header, empty where there was none.
    content_type: str = ""


def fetch(
    url: str,
    *,
    timeout: float = 30.0,
    max_bytes: int = MAX_BYTES,
    max_redirects: int = 10,
    public_only: bool = False,
    any_type: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Fetched:
    """Get a page by HTTP(S).

    `timeout` is for the whole fetch, redirects included; `max_bytes` bounds the body before and after unpacking.
    `public_only` refuses private, loopback and other special addresses, after DNS and on each redirect.
    `any_type` takes bodies that are not declared as HTML. Every failure is a FetchError that names URL and reason:
    FetchTimeout, BlockedAddress, or FetchError itself.
    """
    # Imported here since http.client and ssl cost more than all else of pagerows, and most programs read files.
    from pagerows.page._http import request
    from pagerows.page._unpack import accepted

    deadline = time.monotonic() + timeout
    sent = {**_HEADERS, "Accept-Encoding": accepted(), **(headers or {})}
    seen = [url]
    for _ in range(max_redirects + 1):
        try:
            answer = request(url, sent, deadline=deadline, max_bytes=max_bytes, public_only=public_only)
        except FetchError as error:
            raise type(error)(f"{url}: {error}") from error
        if answer.location is None:
            return _accept(url, answer, max_bytes, any_type)
        before, url = url, _joined(url, answer.location)
        if urlsplit(before)[:2] != urlsplit(url)[:2]:  # another site must not see what was meant for the first
            sent = {name: value for name, value in sent.items() if name.lower() not in _SECRETS}
        if url in seen:
            raise FetchError(f"{seen[0]}: redirects in a circle, back to {url}")
        seen.append(url)
    raise FetchError(f"{seen[0]}: more than {max_redirects} redirects, the last to {url}")


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise FetchError(f"{url}: redirects to {location!r}, which is not a valid URL") from error


def _accept(url: str, answer: Answer, max_bytes: int, any_type: bool) -> Fetched:
    from pagerows.page._unpack import unpack

    kind = answer.content_type.partition(";")[0].strip().lower()
    if kind and kind not in _TYPES and not any_type:
        raise FetchError(f"{url}: the server sent {kind}, not a web page")
    try:
        body = unpack(answer.body, answer.content_encoding, max_bytes)
    except FetchError as error:
        raise type(error)(f"{url}: {error}") from error
    if len(body) > max_bytes:
        raise FetchError(f"{url}: the page has more than {max_bytes:,} bytes; max_bytes sets another limit")
    return Fetched(url, body, answer.content_type)
