"""Scrapy: a spider that reads lists page by page, and an add-on that brings it (and the page input) into a project.

    ADDONS = {"pagerows.scrapy.Addon": 500}    # in settings.py; then
    scrapy crawl rows -a url=https://shop.example/chairs -a pages=5 -o chairs.jsonl

Items are plain dictionaries, so pipelines, feeds and middlewares stay as they are; robots.txt, delays and
caches are Scrapy's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import scrapy
from scrapy.http import Response
from scrapy.settings import BaseSettings

from pagerows.export.sheets import flat_columns
from pagerows.follow.reader import ListReader
from pagerows.page import parse
from pagerows.pipeline import extract

__all__ = ["Addon", "RowsSpider"]


class RowsSpider(scrapy.Spider):
    """Yields the records of lists with their page's address and number; follows each list to its next pages.

    ``url`` (several with spaces between) and ``pages`` (per list, 1 unless given), ``want`` and
    ``method`` as in `extract`.
    """

    name = "rows"

    def __init__(
        self, url: str = "", pages: int | str = 1, want: str | None = None, method: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.start_urls = [*getattr(self, "start_urls", []), *url.split()]
        self.pages = int(pages)
        options: dict[str, Any] = {"want": want.split(",")} if want else {}
        self.options = options | ({"method": method} if method else {})

    async def start(self) -> AsyncIterator[Any]:
        """One reader a list, so that its pages share their columns."""
        for url in self.start_urls:
            reader = ListReader(partial(extract, **self.options), learns="want" not in self.options)
            yield scrapy.Request(url, cb_kwargs={"reader": reader, "number": 1}, dont_filter=True)

    def parse(self, response: Response, reader: ListReader, number: int) -> Iterator[Any]:
        """The rows of one page, then the request for the next one."""
        page = parse(response)
        reading = reader.read(page)
        if reading is None:
            self.logger.warning("no list on %s", response.url)
            return
        columns = dict(flat_columns(reading.sheet.columns, values=False))
        for row, cells in enumerate(zip(*columns.values(), strict=True), 1):
            lead = {"page_url": response.url, "page_number": number, "row": row}
            yield lead | dict(zip(columns, cells, strict=True))
        onward = page.pagination.next
        if onward and number < self.pages:
            yield response.follow(onward, self.parse, cb_kwargs={"reader": reader, "number": number + 1})


class Addon:
    """Makes ``scrapy crawl rows`` work in a project, and gives page objects the rows of their page."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the spider, and where scrapy-poet is there its provider."""
        settings.set("SPIDER_MODULES", [*settings.getlist("SPIDER_MODULES"), "pagerows.scrapy"], priority="addon")
        if find_spec("scrapy_poet"):
            from pagerows.scrapy_poet import RowsProvider

            providers = settings.getdict("SCRAPY_POET_PROVIDERS") | {RowsProvider: 550}
            settings.set("SCRAPY_POET_PROVIDERS", providers, priority="addon")
