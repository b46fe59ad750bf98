"""A page from wherever it is to what a worker makes of it, within bounds: shared by the REST interface and MCP."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from pagerows.page import Fetched
from pagerows.page.polite import Fetcher
from pagerows.page.sheets import SHEET_SECONDS, fetched_sheet
from pagerows.serve.errors import Problem, refused
from pagerows.serve.pool import Pool
from pagerows.serve.settings import Settings
from pagerows.serve.tasks import Given, Refused, Task
from pagerows.serve.work import do
from pagerows.workers import Limits

__all__ = ["Engine", "decoded"]

#: Pages that are fetched side by side; each waits for its host's turn.
FETCHES: Final = 16


class Engine:
    """Fetches pages and has them read, so many at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = Pool(do, settings.workers, Limits(seconds=settings.seconds, memory=settings.memory))
        self._threads = ThreadPoolExecutor(FETCHES, thread_name_prefix="fetch")
        self._fetcher = Fetcher(
            delay=settings.delay,
            retries=1,
            robots=settings.robots,
            timeout=settings.fetch_seconds,
            max_bytes=settings.page_bytes,
            public_only=not settings.private,
        )
        #: Requests under way, and how many were sent away.
        self.under_way, self.turned_away = 0, 0

    def start(self) -> None:
        """Start the workers."""
        self.pool.start()

    def close(self) -> None:
        """End the workers; what is being fetched ends by itself."""
        self.pool.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Take one of the places for requests; where none is free, say when to come again."""
        if self.under_way >= self.settings.waiting:
            self.turned_away += 1
            wait = min(60.0, self.under_way * self.pool.mean / self.pool.size)
            raise Problem(503, "busy", "too many requests are under way; try again in a moment", retry_after=wait)
        self.under_way += 1
        try:
            yield
        finally:
            self.under_way -= 1

    async def run(self, task: Task, *, patient: bool = False) -> Any:
        """Have a worker do a task; a refusal is raised."""
        answer = await self.pool.run(task, patient=patient)
        if isinstance(answer, Refused):
            raise refused(answer)
        return answer

    async def fetched(self, url: str, form: Any = None, *, named: bool = True) -> Fetched:
        """Get a page by its address."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: self._fetcher.get(url, form, named=named))

    async def given(
        self,
        *,
        url: str | None = None,
        html: str | None = None,
        data: str | None = None,
        name: str | None = None,
        page_url: str | None = None,
    ) -> Given:
        """Return the page that is meant, with its bytes."""
        if url is not None:
            _check_address(url)
            got = await self.fetched(url)
            return Given(body=got.body, name=url, url=got.url, content_type=got.content_type, at=got.at)
        body = decoded(data) if data is not None else (html or "").encode("utf-8", "replace")
        if len(body) > self.settings.page_bytes:
            told = f"the page has {len(body):,} bytes, more than the {self.settings.page_bytes:,} that are read"
            raise Problem(413, "too_large", told)
        encoding = "utf-8" if html is not None else None
        return Given(body=body, name=name or page_url or "page", url=page_url or None, encoding=encoding)

    async def sheets(self, addresses: Sequence[str]) -> list[str]:
        """Get style sheets, as many as can be had in time."""
        loop = asyncio.get_running_loop()
        waits = [loop.run_in_executor(self._threads, self._sheet, address) for address in addresses]
        if not waits:
            return []
        done, _ = await asyncio.wait(waits, timeout=SHEET_SECONDS)
        return [text for wait in waits if wait in done and (text := wait.result())]

    def _sheet(self, address: str) -> str:
        return fetched_sheet(address, public_only=not self.settings.private)


def _check_address(url: str) -> None:
    """Refuse what is no address of a page; what is wrong with a real one, fetching says."""
    try:
        parts = urlsplit(url.strip())
        right = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        right = False
    if not right:
        raise Problem(
            422, "invalid", f"{url[:200]!r} is no address of a page: give an http or https URL", fields=["url"]
        )


def decoded(data: str) -> bytes:
    """The bytes of a file that was sent as base64."""
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Problem(422, "invalid", f"data is not base64: {error}", fields=["data"]) from error
