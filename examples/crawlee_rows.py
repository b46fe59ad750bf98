"""Crawlee: the rows of each page go to the default dataset, next pages into the queue."""

import asyncio
import json
import sys

from crawlee.crawlers import HttpCrawler

from pagerows.crawlee import rows_handler


async def main() -> None:
    crawler = HttpCrawler(max_requests_per_crawl=3, configure_logging=False)
    crawler.router.default_handler(rows_handler())
    await crawler.run([sys.argv[1]])
    for item in (await crawler.get_data()).items:
        print(json.dumps(item))


asyncio.run(main())
