"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pagerows.page import MAX_BYTES

__all__ = ["LOOPBACK", "Settings"]

#: Names that only this machine answers to.
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that can be set; the defaults are for one person on their own machine."""

    host: str = "127.0.0.1"
    port: int = 8765
    #: Where history is kept: a file, or postgresql://...
    database: str = ""
    #: What callers must show; without one the server is for this machine alone.
    token: str | None = None
    #: Names that the server may be asked by, besides its address.
    names: tuple[str, ...] = ()
    #: Whether pages of this machine and the local network may be fetched.
    private: bool = False
    #: Whether sites' robots.txt is kept to, and the seconds between requests to one host.
    robots: bool = True
    delay: float = 1.0
    #: Processes that read pages.
    workers: int = 2
    #: Requests that may be under way or wait; more are asked to come again.
    waiting: int = 64
    #: What one page may take: seconds to fetch, seconds to read, bytes of memory, bytes.
    fetch_seconds: float = 30.0
    seconds: float = 30.0
    memory: int = 2 * 2**30
    page_bytes: int = MAX_BYTES
    #: Bytes of a request: a page in base64, and a little more.
    body_bytes: int = MAX_BYTES * 4 // 3 + 2**20
    #: Requests that do work, a second and at once, per client; 0 for no limit.
    rate: float = 20.0
    burst: int = 100
