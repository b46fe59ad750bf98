"""How pages are asked for on the command line, and many of them at once: hosts side by side, each of them in turn."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pagerows.cli._say import note
from pagerows.cli._sources import PageSource, with_body
from pagerows.errors import FetchError, ParameterError
from pagerows.page.fetch import USER_AGENT, origin
from pagerows.page.polite import DELAY, Fetcher, proxies_ignored

__all__ = ["add_network", "fetched", "fetcher_of", "named_in", "tell_proxies"]

#: Hosts that are asked side by side, and pages that may wait for an earlier one.
HOSTS: Final = 8
AHEAD: Final = 100


def add_network(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how sites are asked."""
    group = parser.add_argument_group("how sites are asked (proxies of the environment are not used)")
    group.add_argument(
        "--delay", type=_not_negative, default=DELAY, metavar="S", help="seconds between requests to one host (1)"
    )
    group.add_argument(
        "--retries", type=int, default=3, metavar="N", help="how often a failure that may pass is tried again (3)"
    )
    group.add_argument(
        "--no-robots", action="store_true", help="read pages that the site's robots.txt forbids to programs"
    )
    group.add_argument("--user-agent", default=USER_AGENT, metavar="UA", help="what to call oneself (%(default)s)")
    group.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="'K: V'",
        help="a header for the sites of the pages that are named, not for others; may be given again",
    )
    group.add_argument("--cookie", metavar="'K=V; ...'", help="cookies for the sites of the pages that are named")
    group.add_argument("--cache", metavar="DIR", help="keep fetched pages there, and ask for none of them twice")
    group.add_argument(
        "--cache-hours",
        type=_not_negative,
        default=24.0,
        metavar="H",
        help="how long pages in the cache are as good as new; then it is asked whether they have changed (24)",
    )


def fetcher_of(arguments: argparse.Namespace) -> Fetcher:
    """Return a fetcher with the manners that the options ask for."""
    headers = dict(map(_header, arguments.header))
    if arguments.cookie:
        headers["Cookie"] = _header(f"Cookie: {arguments.cookie}")[1]
    return Fetcher(
        delay=arguments.delay,
        retries=arguments.retries,
        robots=not arguments.no_robots,
        user_agent=_header(f"User-Agent: {arguments.user_agent}")[1],
        headers=headers,
        cache=arguments.cache,
        cache_seconds=arguments.cache_hours * 3600,
        timeout=arguments.timeout,
        max_bytes=arguments.max_bytes,
        public_only=arguments.public_only,
    )


def named_in(path: str) -> list[str]:
    """Return the sources that a file names, one a line; empty lines and those with # in front are left out."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(f"-i {path}: {getattr(error, 'strerror', None) or error}") from error
    names = [line.strip() for line in text.splitlines()]
    return [name for name in names if name and not name.startswith("#")]


def fetched(pages: Sequence[PageSource], fetcher: Fetcher) -> Iterator[PageSource]:
    """Yield the pages in order, those of the network with what they gave: a body, or the reason why there is none."""
    urls = [page.name for page in pages if page.is_url]
    tell_proxies(urls)
    if len(urls) < 2:
        for page in pages:
            yield _asked(page, fetcher) if page.is_url else page
        return
    yield from _Hosts(pages, fetcher).run()


def tell_proxies(urls: Sequence[str]) -> None:
    """Say that a proxy of the environment is not used, where one is set."""
    if notice := proxies_ignored(os.environ, urls):
        note(notice)


def _asked(page: PageSource, fetcher: Fetcher) -> PageSource:
    try:
        got = fetcher.get(page.name)
    except FetchError as error:
        return replace(page, error=str(error))
    return with_body(page, got)


class _Hosts:
    """Asks several hosts side by side: a thread takes the first page whose host nobody is asking."""

    def __init__(self, pages: Sequence[PageSource], fetcher: Fetcher) -> None:
        self._pages, self._fetcher = pages, fetcher
        self._left = [number for number, page in enumerate(pages) if page.is_url]
        self._done: dict[int, PageSource] = {}
        self._busy: set[tuple[str, str]] = set()
        self._given = 0
        self._stopped = False
        self._change = threading.Condition()

    def run(self) -> Iterator[PageSource]:
        hosts = {origin(page.name) for page in self._pages if page.is_url}
        threads = [threading.Thread(target=self._work, daemon=True) for _ in range(min(HOSTS, len(hosts)))]
        for thread in threads:
            thread.start()
        try:
            for number, page in enumerate(self._pages):
                yield self._wait_for(number) if page.is_url else page
        finally:
            with self._change:
                self._stopped = True
                self._change.notify_all()

    def _wait_for(self, number: int) -> PageSource:
        with self._change:
            self._given = number
            self._change.notify_all()
            self._change.wait_for(lambda: number in self._done)
            return self._done.pop(number)

    def _next(self) -> int | None:
        for number in self._left:
            if number > self._given + AHEAD:
                return None
            if origin(self._pages[number].name) not in self._busy:
                return number
        return None

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._stopped or not self._left or self._next() is not None)
                number = None if self._stopped else self._next()
                if number is None:
                    return
                self._left.remove(number)
                page = self._pages[number]
                self._busy.add(origin(page.name))
            try:
                result = _asked(page, self._fetcher)
            except Exception as error:  # a thread that dies would leave everybody waiting
                result = replace(page, error=f"{type(error).__name__}: {error}")
            with self._change:
                self._busy.discard(origin(page.name))
                self._done[number] = result
                self._change.notify_all()


def _header(text: str) -> tuple[str, str]:
    """Read a header; what would break out of it is refused."""
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not name or not name.isascii() or any(c.isspace() for c in name):
        raise ParameterError(f"--header {text!r}: write it as 'Name: value'")
    if not all(c.isprintable() for c in value):
        raise ParameterError(f"{name}: the value has characters that no header can have")
    return name, value


def _not_negative(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is less than 0, or no number")
    return value


_not_negative.__name__ = "number"  # argparse names it where the text is none
