"""Scrapy: crawl a list over its pages; items go wherever your pipelines send them."""

import sys

from scrapy.crawler import CrawlerProcess

from pagerows.scrapy import RowsSpider

process = CrawlerProcess({"FEEDS": {"stdout:": {"format": "jsonlines"}}, "LOG_LEVEL": "ERROR"})
process.crawl(RowsSpider, url=sys.argv[1], pages=3)
process.start()
