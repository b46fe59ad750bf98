"""Playwright: the rows of a page as it is after its scripts ran."""

import json
import sys

from playwright.sync_api import sync_playwright

import pagerows

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(sys.argv[1])
    found = pagerows.extract(page)
    browser.close()
for row in found.table.to_dicts():
    print(json.dumps(row, default=str))
