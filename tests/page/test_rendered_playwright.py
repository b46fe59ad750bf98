"""A page that a crawler has open in Playwright is handed over as it is."""

import asyncio

import pytest

import pagerows
from pagerows.page.rendered import find_browser

pytestmark = pytest.mark.browser
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (pip install playwright)")

ITEMS = "".join(f"<li><h3>Item {n}</h3><p>{n} kg</p></li>" for n in range(9))
LIST = f"""<title>Shop</title><base href=/x/><ul>{ITEMS}</ul><iframe srcdoc='<b>framed</b>'></iframe>
<script>document.body.append("scripted")</script>"""
OPTIONS = {"args": ["--no-sandbox"]}


ANSWER = {"body": LIST, "content_type": "text/html"}


def check(page):
    assert (page.url, page.base_url, page.title) == ("http://shop.invalid/list", "http://shop.invalid/x/", "Shop")
    assert page.nodes.text(0).endswith("framed scripted")
    assert page.nodes.xpath(int(page.nodes.rows_with_tag("b")[0])) == "/html/body/iframe[1]/!frame/b[1]"
    assert page.nodes.layout.styles.shape == (len(page.nodes), 53)
    assert pagerows.extract(page, method="derin").table.rows[8] == ["Item 8", "8 kg"]


def test_a_page_of_the_sync_api_can_be_handed_over():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), **OPTIONS)
        page = browser.new_page()
        page.route("**/*", lambda route: route.fulfill(**ANSWER))
        page.goto("http://shop.invalid/list")
        check(pagerows.Page.from_playwright(page))
        assert pagerows.extract(page).table.rows[8] == ["Item 8", "8 kg"]
        assert page.title() == "Shop"  # and it can be used on
        browser.close()


def test_a_page_of_the_async_api_can_be_handed_over():
    async def answer(route):
        await route.fulfill(**ANSWER)

    async def visit():
        from playwright.async_api import async_playwright

        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=find_browser(), **OPTIONS)
            page = await browser.new_page()
            await page.route("**/*", answer)
            await page.goto("http://shop.invalid/list")
            found = await pagerows.Page.from_playwright_async(page)
            assert (await pagerows.extract_async(page)).table.rows[8] == ["Item 8", "8 kg"]
            await browser.close()
        return found

    check(asyncio.run(visit()))
