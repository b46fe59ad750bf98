"""For everybody: no serious finding of axe-core in any room, light or dark, and nothing wider than a phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = {"serious", "critical"}
OPEN = ".popover, .dialog"


@pytest.fixture(params=[("light", 1440), ("dark", 390)], ids=["light desktop", "dark phone"])
def person(request, browser, app) -> Iterator:
    """A window of one of two kinds, in which axe-core can be run."""
    scheme, width = request.param
    if not AXE.is_file():
        pytest.skip("no axe-core: `make frontend` installs it where Node.js is")
    size = {"width": width, "height": 800}
    # Only here: axe-core is put in as a script, which the app's policy forbids.
    context = browser.new_context(viewport=size, color_scheme=scheme, base_url=app, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(15_000)
    yield page
    context.close()


def checked(page, where: str, part: str = "body") -> None:
    """Nothing serious, and nothing that must be scrolled sideways."""
    if page.evaluate("typeof axe") == "undefined":
        page.add_script_tag(path=str(AXE))
    # The page in the frame is somebody else's.
    found = page.evaluate("part => axe.run({include: [part], exclude: ['iframe']}, {iframes: false})", part)
    wrong = [
        f"{finding['id']}: {node['html'][:200]}"
        for finding in found["violations"]
        if finding["impact"] in SERIOUS
        for node in finding["nodes"]
    ]
    assert wrong == [], where
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} is too wide"
    opened = f"[...document.querySelectorAll('{OPEN}')]"
    assert page.evaluate(f"{opened}.every(one => one.scrollWidth <= one.clientWidth)"), f"{where} is cut off"


def test_every_room_can_be_used_by_everybody(person, demo, site):
    page = person
    page.goto("/")
    page.get_by_label("Address or HTML of a page").fill(demo)
    checked(page, "start")
    page.get_by_role("button", name="Get the table").click()
    page.locator(".row[data-row]").first.wait_for()
    checked(page, "table")
    page.get_by_role("button", name="Column badge: menu").click()
    for part in page.locator(".column-menu summary").all():
        part.click()
    checked(page, "menu of a column", ".popover")
    page.keyboard.press("Escape")
    for name in ("Columns", "Other formats", "Code", "More pages", "By example"):
        page.get_by_role("button", name=name, exact=True).click()
        page.locator(OPEN).wait_for()
        checked(page, name, OPEN)
        page.keyboard.press("Escape")
        page.locator(OPEN).wait_for(state="detached")
    page.locator(".row[data-row='1'] .number button").click()
    checked(page, "record", OPEN)
    page.keyboard.press("Escape")
    if page.viewport_size["width"] < 900:
        page.get_by_role("button", name="Page", exact=True).click()
        # It is wider than a phone, and made smaller so that all of it is seen.
        style = "getComputedStyle(document.querySelector('.scaled iframe')).transform"
        page.wait_for_function(f"new DOMMatrix({style}).a < 0.9")
        checked(page, "page")


def test_history_comparison_wrappers_and_jobs_can_be_used_by_everybody(person, site):
    page = person
    for prices in ({}, {2: 99.5, 5: 0}):
        site.prices = prices
        page.goto("/")
        page.get_by_label("Address or HTML of a page").fill(f"{site.address}/list")
        page.get_by_role("button", name="Get the table").click()
        page.locator(".row[data-row]").first.wait_for()
    page.get_by_role("link", name="Compare with an earlier run").click()
    page.get_by_label("Summary").wait_for()
    checked(page, "comparison")
    page.goto("/history")
    page.locator(".runs li").first.wait_for()
    checked(page, "history")
    page.get_by_role("link", name=re.compile("Lamps")).first.click()
    page.get_by_role("button", name="More pages", exact=True).click()
    page.get_by_label("How many pages at most").fill("2")
    page.get_by_role("button", name="Save and start").click()
    if page.viewport_size["width"] < 900:
        page.get_by_role("button", name="Page", exact=True).click()
    page.get_by_role("heading", name="Done").wait_for()
    checked(page, "job")
    page.goto("/wrappers")
    page.locator(".wrappers li").first.wait_for()
    checked(page, "wrappers")
    page.goto("/run/r_nowhere")
    page.get_by_role("alert").wait_for()
    checked(page, "failure")
