"""Many pages from the network with care: what sites ask for is kept, and nothing is asked for twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from pagerows.errors import FetchError, ParameterError, RobotsForbidden
from pagerows.page.cache import Cache
from pagerows.page.fetch import MAX_BYTES, USER_AGENT, Ask, Fetched, origin, retrieve

__all__ = ["DELAY", "Fetcher", "Form", "Gets", "proxies_ignored"]

#: Seconds between two requests to one host, where its robots.txt asks for no more.
DELAY: Final = 1.0
#: Seconds that a site may ask us to wait before a request: more is told, not waited for.
LONGEST_WAIT: Final = 120.0
#: Bytes of a robots.txt that are read [RFC 9309 s. 2.5].
ROBOTS_BYTES: Final = 512 * 1024
_ANYWAY: Final = "robots=False (--no-robots) reads it anyway"
#: What is sent by POST.
Form = Sequence[tuple[str, str]]


class Gets(Protocol):
    """What gets pages."""

    def get(self, url: str, form: Form | None = None, *, named: bool = True) -> Fetched:
        """Get a page; `form` is sent by POST. `named=False`: the address was found in a page."""


@dataclass(slots=True)
class _Host:
    """What is known of one host: its turn, when it was last asked, and what it allows."""

    turn: threading.Lock = field(default_factory=threading.Lock)
    last: float = float("-inf")
    rules: Any = None
    asked: bool = False


class Fetcher:
    """Gets pages one at a time per host, with a delay, retries, robots.txt and an optional cache on disk.

    Works from several threads: hosts are asked side by side, each of them in turn. `headers` go to the origins of the
    pages that are named to it, never to those that a redirect or a link leads to. Cookies that sites set are kept as
    long as the fetcher lives. Proxies of the environment are not used.
    """

    def __init__(
        self,
        *,
        delay: float = DELAY,
        retries: int = 3,
        robots: bool = True,
        user_agent: str = USER_AGENT,
        headers: Mapping[str, str] | None = None,
        cache: str | Path | None = None,
        cache_seconds: float = 86_400.0,
        timeout: float = 30.0,
        max_bytes: int = MAX_BYTES,
        public_only: bool = False,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`delay` seconds lie between requests to a host; `retries` is how often what may pass is tried again.

        `robots=False` reads what robots.txt forbids. Pages in the folder `cache` are not asked for again for
        `cache_seconds`, and after that only whether they have changed.
        """
        if delay < 0 or retries < 0:
            raise ParameterError(f"delay={delay}, retries={retries}: neither can be less than 0")
        self._delay, self._retries, self._robots, self._sleep = delay, retries, robots, sleep
        self._headers = dict(headers or {})
        self._ask = Ask(
            timeout=timeout,
            max_bytes=max_bytes,
            public_only=public_only,
            user_agent=user_agent,
            cookies={},
            check=self._allowed,
        )
        self._cache = None if cache is None else Cache(Path(cache), cache_seconds, [user_agent, *self._own_words()])
        self._hosts: dict[tuple[str, str], _Host] = {}
        self._named: set[tuple[str, str]] = set()
        self._lock = threading.Lock()
        #: Requests sent so far, those for robots.txt and retries included.
        self.requests = 0

    def get(self, url: str, form: Form | None = None, *, named: bool = True) -> Fetched:
        """Get a page; `form` is sent by POST. `named=False`: the address was found in a page, not given by the user."""
        if named:
            self._named.add(origin(url))
        known = self._cache.load(url, form) if self._cache else None
        if known is not None and known.fresh:
            return known.page
        host = self._host(url)
        with host.turn:
            self._obey(host, url)
            ask = known.conditions() if known is not None else {}
            page = self._persist(host, url, form, ask)
        if page.unchanged and known is not None:
            page = known.page
        if self._cache:
            self._cache.save(url, form, page)
        return page

    def _own_words(self) -> list[str]:
        return [f"{name.lower()}:{value}" for name, value in sorted(self._headers.items())]

    def _host(self, url: str) -> _Host:
        with self._lock:
            return self._hosts.setdefault(origin(url), _Host())

    # -- one request, and again ----------------------------------------------------------------------------------

    def _persist(self, host: _Host, url: str, form: Form | None, conditions: Mapping[str, str]) -> Fetched:
        """Send a request, and again after a while where the failure may pass."""
        for attempt in range(self._retries + 1):
            try:
                return self._once(host, url, form, conditions, self._ask)
            except FetchError as error:
                if not error.temporary or attempt == self._retries:
                    raise
                wait = error.retry_after if error.retry_after is not None else max(0.5, self._delay) * 2**attempt
                if wait > LONGEST_WAIT:
                    raise FetchError(
                        f"{error}; it asks to wait {wait:,.0f} s, more than the {LONGEST_WAIT:g} s that pagerows waits"
                    ) from error
                self._sleep(wait)
        raise AssertionError("unreachable")

    def _once(self, host: _Host, url: str, form: Form | None, conditions: Mapping[str, str], ask: Ask) -> Fetched:
        pause = host.last + self._pause(host) - time.monotonic()
        if pause > 0:
            self._sleep(pause)
        own = self._headers if origin(url) in self._named else {}
        self.requests += 1
        try:
            return retrieve(url, ask, headers={**own, **conditions}, form=form)
        finally:
            host.last = time.monotonic()

    def _pause(self, host: _Host) -> float:
        if host.rules is None or not self._delay:  # who sets the delay to 0 asks a host of their own
            return self._delay
        asked = host.rules.crawl_delay(_product(self._ask.user_agent))
        return max(self._delay, min(float(asked or 0.0), LONGEST_WAIT))

    # -- robots.txt ----------------------------------------------------------------------------------------------

    def _obey(self, host: _Host, url: str) -> None:
        if not self._robots:
            return
        if not host.asked:
            host.rules = self._rules(host, url)
            host.asked = True
        if host.rules is not None and not host.rules.can_fetch(url, _product(self._ask.user_agent)):
            raise RobotsForbidden(
                f"{url}: the site's robots.txt forbids it; robots=False (--no-robots) reads it anyway"
            )

    def _allowed(self, url: str) -> None:
        """Refuse a redirect to what a site whose rules are known forbids."""
        rules = self._host(url).rules
        if rules is not None and not rules.can_fetch(url, _product(self._ask.user_agent)):
            raise RobotsForbidden(f"{url}: the site's robots.txt forbids it; {_ANYWAY}")

    def _rules(self, host: _Host, url: str) -> Any:
        """The site's rules; None where it has none."""
        from protego import Protego

        scheme, place = origin(url)
        if scheme not in ("http", "https"):
            return None  # the request itself says what is wrong
        try:
            ask = replace(self._ask, any_type=True, max_bytes=ROBOTS_BYTES, max_redirects=5)
            found = self._once(host, f"{scheme}://{place}/robots.txt", None, {}, ask)
        except FetchError as error:
            if (error.status is not None and error.status >= 500) or error.status == 429:
                # RFC 9309 s. 2.3.1.4: rules that cannot be had may forbid everything.
                raise RobotsForbidden(
                    f"{url}: the site's robots.txt cannot be had ({error.status}), so nothing is read; {_ANYWAY}"
                ) from error
            return None
        return Protego.parse(found.body.decode("utf-8", "replace"))


def _product(user_agent: str) -> str:
    """The name that robots.txt files know a program by: ours, or the first word of another."""
    return "pagerows" if "pagerows" in user_agent.lower() else user_agent.split("/")[0].split(" ")[0]


def proxies_ignored(environment: Mapping[str, str], urls: Sequence[str]) -> str | None:
    """Say which proxy variable is set and not used; None where there is none for these addresses."""
    schemes = {urlsplit(url).scheme.lower() for url in urls if "://" in url}
    for scheme in sorted(schemes & {"http", "https"}):
        for name in (f"{scheme}_proxy", f"{scheme.upper()}_PROXY", "all_proxy", "ALL_PROXY"):
            if environment.get(name):
                return f"{name} is set, and not used: pagerows asks sites directly"
    return None
