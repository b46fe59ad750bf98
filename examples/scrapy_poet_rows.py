"""scrapy-poet: a page object that asks for the rows of its page."""

import sys

import scrapy
from scrapy.crawler import CrawlerProcess

from pagerows.scrapy_poet import Rows


class Chairs(scrapy.Spider):
    name = "chairs"
    start_urls = sys.argv[1:2]

    def parse(self, response, rows: Rows):
        yield from rows.dicts
        if rows.next:
            yield response.follow(rows.next)


addons = {"pagerows.scrapy.Addon": 500, "scrapy_poet.Addon": 300}
process = CrawlerProcess({"ADDONS": addons, "FEEDS": {"stdout:": {"format": "jsonlines"}}, "LOG_LEVEL": "ERROR"})
process.crawl(Chairs)
process.start()
