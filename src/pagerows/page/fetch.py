"""URL -> bytes: the only code of pagerows that uses the network, with `_http` (one request) below it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urljoin, urlsplit

from pagerows.errors import FetchError, ParameterError
from pagerows.plain import dataclass, field

if TYPE_CHECKING:
    from pagerows.page._http import Answer

__all__ = ["MAX_BYTES", "URL", "USER_AGENT", "Ask", "Fetched", "fetch", "fetch_async", "origin", "retrieve"]

#: Bytes that a body may have, packed or unpacked.
MAX_BYTES: Final = 64 * 1024 * 1024
_TYPES: Final = frozenset(
    {"text/html", "application/xhtml+xml", "multipart/related", "message/rfc822", "application/x-mimearchive"}
)
#: What pagerows says of itself: who it is and where to read about it.
USER_AGENT: Final = "Mozilla/5.0 (compatible; pagerows/0.1)"
_HEADERS: Final = {
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
    "Accept-Language": "en,*;q=0.5",
}
#: Redirects after which a form is sent again; after the others its answer is fetched.
_REPEATED: Final = frozenset({307, 308})


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as the server sent it; `pagerows.parse` and `pagerows.extract` take it as it is."""

    #: Where the page came from, after redirects.
    url: str
    body: bytes = field(repr=False)
    #: The Content-Type header, empty where there was none.
    content_type: str = ""
    #: What the server names this version of the page by, for asking again.
    etag: str = ""
    last_modified: str = ""
    #: Whether the server says that nothing has changed; there is no body then.
    unchanged: bool = False
    #: When it was fetched.
    at: datetime | None = None


@dataclass(slots=True, kw_only=True)
class Ask:
    """How pages are asked for; cookies that servers set are kept here by host."""

    timeout: float = 30.0
    max_bytes: int = MAX_BYTES
    max_redirects: int = 10
    public_only: bool = False
    any_type: bool = False
    user_agent: str = USER_AGENT
    cookies: dict[str, dict[str, str]] | None = None
    #: Called with the address of each redirect; raises where it must not be followed.
    check: Callable[[str], None] | None = None


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
    """Get a page by HTTP(S): one plain request, and one per redirect.

    `timeout` is for the whole fetch, redirects included; `max_bytes` bounds the body before and after unpacking.
    `public_only` refuses private, loopback and other special addresses, after DNS and on each redirect.
    `any_type` takes bodies that are not declared as HTML. `headers` go to the URL's own origin only. Every failure is a
    FetchError that names URL and reason: FetchTimeout, BlockedAddress, or FetchError itself.
    `pagerows.Fetcher` gets many pages with care: robots.txt, one request at a time per host, retries, a cache.
    """
    return retrieve(
        url,
        Ask(
            timeout=timeout,
            max_bytes=max_bytes,
            max_redirects=max_redirects,
            public_only=public_only,
            any_type=any_type,
        ),
        headers=headers or {},
    )


@dataclass(frozen=True, slots=True, init=False)
class URL:
    """An address as a source, which `extract`, `parse`, `render` and `learn` fetch; keywords are those of `fetch`.

    A string is never fetched, whatever it looks like: it is HTML.

    >>> URL("https://shop.example/list", timeout=10, public_only=True)
    URL('https://shop.example/list', timeout=10, public_only=True)
    """

    address: str
    options: Mapping[str, Any]

    def __init__(self, address: str, **options: Any) -> None:
        known = list(fetch.__kwdefaults__ or ())
        if unknown := sorted(set(options) - set(known)):
            raise ParameterError(f"URL: no option {', '.join(unknown)}; there are {', '.join(known)}")
        if not isinstance(address, str):
            raise ParameterError(f"URL({address!r}): give the address as a str")
        object.__setattr__(self, "address", address)
        object.__setattr__(self, "options", options)

    def fetched(self) -> Fetched:
        """Get the page, by `fetch`."""
        return fetch(self.address, **self.options)

    @property
    def public_only(self) -> bool:
        """Whether no other address than a public one may be asked."""
        return bool(self.options.get("public_only"))

    def __repr__(self) -> str:
        told = [repr(self.address), *(f"{name}={value!r}" for name, value in self.options.items())]
        return f"URL({', '.join(told)})"


async def fetch_async(url: str, **options: Any) -> Fetched:
    """Do as `fetch` does, in a thread, so that an event loop is not blocked."""
    import asyncio  # costs 20 ms that only its users should pay

    return await asyncio.to_thread(fetch, url, **options)


def retrieve(
    url: str, ask: Ask, *, headers: Mapping[str, str], form: Sequence[tuple[str, str]] | None = None
) -> Fetched:
    """Get a page, or send a form and get what it answers; follow redirects."""
    # Imported here since http.client and ssl cost more than all else of pagerows, and most programs read files.
    from pagerows.page._http import request
    from pagerows.page._unpack import accepted

    deadline = time.monotonic() + ask.timeout
    sent = {"User-Agent": ask.user_agent, **_HEADERS, "Accept-Encoding": accepted()}
    own, body = dict(headers), None if form is None else urlencode(form).encode()
    seen = [url]
    for _ in range(ask.max_redirects + 1):
        every = _merged(sent, own, _jar(ask, url))
        if body is not None:
            every["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            answer = request(
                url, every, deadline=deadline, max_bytes=ask.max_bytes, public_only=ask.public_only, form=body
            )
        except FetchError as error:
            raise error.named(url) from error
        _keep(ask, url, answer)
        if answer.location is None:
            return _accept(url, answer, ask.max_bytes, ask.any_type)
        before, url = url, _joined(url, answer.location)
        if origin(before) != origin(url):  # another site must not see what was meant for the first
            own = {}
        if answer.status not in _REPEATED or origin(before) != origin(url):
            body = None
        if url in seen and (ask.cookies is None or seen.count(url) > 1):  # once more may show it a cookie
            raise FetchError(f"{seen[0]}: redirects in a circle, back to {url}")
        if ask.check is not None:
            ask.check(url)
        seen.append(url)
    raise FetchError(f"{seen[0]}: more than {ask.max_redirects} redirects, the last to {url}")


def origin(url: str) -> tuple[str, str]:
    """Return what two addresses of one site have in common: scheme, and host with port."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ("", url)
    return parts.scheme.lower(), parts.netloc.lower()


def _merged(sent: Mapping[str, str], own: Mapping[str, str], cookies: str) -> dict[str, str]:
    """Headers of which the user's win over ours, whatever their letters; cookies of both are sent."""
    names = {name.lower() for name in own}
    merged = {name: value for name, value in sent.items() if name.lower() not in names} | dict(own)
    if cookies:
        given = next((name for name in merged if name.lower() == "cookie"), "Cookie")
        merged[given] = "; ".join(filter(None, (merged.get(given), cookies)))
    return merged


def _jar(ask: Ask, url: str) -> str:
    kept = (ask.cookies or {}).get(origin(url)[1], {})
    return "; ".join(f"{name}={value}" for name, value in kept.items() if value)


def _keep(ask: Ask, url: str, answer: Answer) -> None:
    """Keep cookies for the very host that set them, and as long as this program runs."""
    if ask.cookies is not None and answer.cookies:
        ask.cookies.setdefault(origin(url)[1], {}).update(answer.cookies)


def _joined(url: str, location: str) -> str:
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise FetchError(f"{url}: redirects to {location!r}, which is not a valid URL") from error


def _accept(url: str, answer: Answer, max_bytes: int, any_type: bool) -> Fetched:
    from pagerows.page._unpack import unpack

    if answer.status == 304:
        return Fetched(url, b"", unchanged=True)
    kind = answer.content_type.partition(";")[0].strip().lower()
    if kind and kind not in _TYPES and not any_type:
        raise FetchError(f"{url}: the server sent {kind}, not a web page")
    try:
        body = unpack(answer.body, answer.content_encoding, max_bytes)
    except FetchError as error:
        raise error.named(url) from error
    if len(body) > max_bytes:
        raise FetchError(f"{url}: the page has more than {max_bytes:,} bytes; max_bytes sets another limit")
    at = datetime.now(UTC)
    return Fetched(url, body, answer.content_type, answer.etag, answer.last_modified, at=at)
