"""Open the app in a browser, with a REST interface beside it: pages in, tables out, a history of what was read.

It answers this machine only, unless a token is set. Pages of private addresses are not fetched, unless that is allowed.

examples:
  pagerows serve --open
  pagerows serve --port 9000 --db history.sqlite
  PAGEROWS_TOKEN=... pagerows serve --host 0.0.0.0 --name tables.example.com --db postgresql://me@db.example/pages
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pagerows.cli._say import note
from pagerows.errors import MissingExtra, ParameterError

if TYPE_CHECKING:
    from pagerows.serve.settings import Settings

HELP = "open the app: see, choose, correct and take tables; REST interface and history"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--open", action="store_true", help="open the app in the browser")
    parser.add_argument("--db", default="", metavar="WHERE", help="history: a file, or postgresql://... (your own)")
    add_listening(parser, 8765)
    add_bounds(parser)
    group = parser.add_argument_group("bounds")
    group.add_argument(
        "--rate", type=float, default=20.0, metavar="R", help="requests a second per client; 0 for no limit (20)"
    )


def add_listening(parser: argparse.ArgumentParser, port: int) -> None:
    """Add the options that say who is answered."""
    group = parser.add_argument_group("who is answered")
    group.add_argument("--host", default="127.0.0.1", metavar="H", help="the address to listen on (%(default)s)")
    group.add_argument("--port", type=int, default=port, metavar="N", help="the port; 0 for a free one (%(default)s)")
    group.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name that the server is asked by; may be given again",
    )
    group.add_argument(
        "--token-file", metavar="FILE", help="a file with the token that callers must show ($PAGEROWS_TOKEN)"
    )


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what a page may take, and where pages may be."""
    group = parser.add_argument_group("what pages may take")
    group.add_argument("--workers", type=int, default=2, metavar="N", help="processes that read pages (%(default)s)")
    group.add_argument("--waiting", type=int, default=64, metavar="N", help="requests that may wait (%(default)s)")
    group.add_argument(
        "--timeout", type=float, default=30.0, metavar="S", help="seconds to fetch a page, and to read it (30)"
    )
    group.add_argument("--max-memory", type=float, default=2.0, metavar="GB", help="memory that a page may take (2)")
    group.add_argument(
        "--allow-private", action="store_true", help="fetch pages of this machine and the local network, too"
    )
    group.add_argument(
        "--no-robots", action="store_true", help="read pages that a site's robots.txt forbids to programs"
    )
    group.add_argument("--delay", type=float, default=1.0, metavar="S", help="seconds between requests to one host (1)")


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Check the options; what is wrong is said now, with the way out."""
    from pagerows.page import MAX_BYTES
    from pagerows.serve.settings import LOOPBACK, Settings

    token = _token(arguments)
    if arguments.host not in LOOPBACK and token is None:
        raise ParameterError(
            f"--host {arguments.host} answers other machines: set a token first (PAGEROWS_TOKEN=... or --token-file)"
        )
    if arguments.workers < 1 or arguments.waiting < 1 or arguments.timeout <= 0 or arguments.max_memory <= 0:
        raise ParameterError("--workers, --waiting, --timeout and --max-memory are numbers above 0")
    if not 0 <= arguments.port <= 65535:
        raise ParameterError(f"--port {arguments.port}: give a number from 0 to 65535")
    return Settings(
        host=arguments.host,
        port=arguments.port,
        database=getattr(arguments, "db", ""),
        token=token,
        names=tuple(name.lower() for name in arguments.name),
        private=arguments.allow_private,
        robots=not arguments.no_robots,
        delay=max(0.0, arguments.delay),
        workers=arguments.workers,
        waiting=arguments.waiting,
        fetch_seconds=arguments.timeout,
        seconds=arguments.timeout,
        memory=int(arguments.max_memory * 2**30),
        page_bytes=MAX_BYTES,
        rate=max(0.0, getattr(arguments, "rate", 0.0)),
    )


def _token(arguments: argparse.Namespace) -> str | None:
    if arguments.token_file is None:
        return os.environ.get("PAGEROWS_TOKEN") or None
    try:
        with open(arguments.token_file, encoding="utf-8") as file:  # noqa: PTH123
            token = file.read().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ParameterError(
            f"--token-file {arguments.token_file}: {getattr(error, 'strerror', None) or error}"
        ) from error
    if not token:
        raise ParameterError(f"--token-file {arguments.token_file} is empty")
    return token


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Name the extra of what is imported here where another project's library is missing."""
    try:
        yield
    except ImportError as error:
        if isinstance(error, MissingExtra) or (error.name or "").startswith("pagerows"):
            raise
        raise MissingExtra(what, extra) from error


def run(arguments: argparse.Namespace) -> int:
    """Listen until somebody stops it."""
    settings = settings_of(arguments)
    with needing("pagerows serve", "serve"):
        from pagerows.serve.app import make_app
        from pagerows.serve.listening import listen

    def ready(address: str) -> None:
        print(f"pagerows: {address}/", flush=True)
        if settings.token is not None:
            note("callers must show the token")
        if arguments.open:
            import webbrowser

            webbrowser.open(f"{address}/")

    return listen(lambda: make_app(settings), settings, ready)
