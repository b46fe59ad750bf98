"""Crawlee for Python: a request handler that stores the rows of each page and asks for the next one.

crawler = HttpCrawler(max_requests_per_crawl=5)
crawler.router.default_handler(rows_handler())
await crawler.run(["https://shop.example/chairs"])
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from pagerows.page import Page, parse
from pagerows.pipeline import extract

__all__ = ["page_of", "rows_handler"]


async def page_of(context: Any) -> Page:
    """Return the page of a crawling context: of HttpCrawler and its like, or of PlaywrightCrawler."""
    if hasattr(context, "page"):
        return parse(await context.page.content(), url=context.page.url)
    response = context.http_response
    url = context.request.loaded_url or context.request.url
    return parse(await response.read(), url=url, content_type=response.headers.get("content-type"))


def rows_handler(*, follow: bool = True, **options: Any) -> Callable[[Any], Awaitable[None]]:
    """Make a handler: rows go to the default dataset with `page_url`; `options` are those of `extract`."""

    async def handle(context: Any) -> None:
        page = await page_of(context)
        found = extract(page, **options)
        if found.best is None:
            context.log.warning(f"no list on {page.url}: {found.verdict}")
            return
        await context.push_data([{"page_url": page.url, **row} for row in _plain(found.table.to_dicts())])
        if follow and page.pagination.next:
            await context.add_requests([page.pagination.next])

    return handle


def _plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows as a dataset of JSON takes them: dates and amounts as texts."""
    kept = (str, int, float, bool, list, type(None))
    return [{name: cell if isinstance(cell, kept) else str(cell) for name, cell in row.items()} for row in rows]
