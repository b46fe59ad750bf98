"""Lists that scripts fill, in a real browser: waited for, loaded to their end, scrolled through."""

import csv

import pytest

import pagerows
from pagerows.cli import main
from pagerows.page.rendered import Drive, render_driven

from .conftest import ALL, PAGE

pytestmark = pytest.mark.browser

EVERY = [f"Lamp number {n}" for n in range(1, ALL + 1)]


@pytest.fixture
def rows(site, tmp_path):
    def read(path, *options):
        out = tmp_path / "rows.csv"
        code = main(["extract", f"{site.url}{path}", "--scripts", "--delay", "0", "-o", str(out), *options])
        assert code == 0
        return list(csv.DictReader(out.read_text("utf-8").splitlines()))

    return read


def api(site):
    return [path for path in site.paths if path.startswith("/api")]


def test_a_page_that_fetches_its_list_is_waited_for(rows, site):
    assert [row["title"] for row in rows("/fills")] == EVERY
    assert len(site.paths) == 2


def test_what_is_waited_for_may_be_named(site):
    page = pagerows.render(pagerows.fetch(f"{site.url}/fills"), javascript=True, wait_for="Lamp number 23")
    assert "Lamp number 23" in page.nodes.text(0)
    page = pagerows.render(pagerows.fetch(f"{site.url}/fills"), javascript=True, wait_for="li:nth-child(23)")
    assert "Lamp number 23" in page.nodes.text(0)


def test_what_never_comes_is_told(site):
    with pytest.raises(pagerows.RenderError, match="no element or text"):
        pagerows.render(pagerows.fetch(f"{site.url}/fills"), javascript=True, wait_for="no such thing", timeout=3)


#: What a list of 23 records asks for, five at a time.
LOADS = [f"/api?start={start}&count={PAGE}" for start in range(1, ALL + 1, PAGE)]


@pytest.mark.parametrize(
    ("path", "asked"),
    [("/more", LOADS), ("/turned", LOADS), ("/endless", [*LOADS, f"/api?start={ALL + 1}&count={PAGE}"])],
    ids=["load more", "a button turns the page", "endless scroll asks once more at its end"],
)
def test_more_is_loaded_until_nothing_new_comes(rows, site, path, asked):
    assert [row["title"] for row in rows(path, "--pages", "20")] == EVERY
    assert site.paths == [path, *asked]


@pytest.mark.parametrize("path", ["/more", "/endless", "/turned"])
@pytest.mark.parametrize(("limit", "loads"), [(3, 1), (PAGE, 1), (PAGE + 1, 2), (3 * PAGE, 3)], ids=str)
def test_no_more_is_loaded_than_the_records_that_are_asked_for(rows, site, path, limit, loads):
    found = rows(path, "--pages", "20", "--limit", str(limit))
    assert [row["title"] for row in found] == EVERY[:limit]
    assert api(site) == LOADS[:loads]


def test_recycled_rows_are_scrolled_through_no_further_than_asked(rows, site):
    found = rows("/virtual", "--pages", "2", "--limit", "40")
    assert [row["row"] for row in found] == [str(n) for n in range(1, 41)]
    assert site.paths == ["/virtual"]


def test_loading_more_is_bounded(rows, site):
    found = rows("/more", "--pages", "2")
    assert [row["title"] for row in found] == EVERY[: 2 * PAGE]
    assert len(api(site)) == 2


def test_follow_runs_scripts_where_it_is_told_to(site):
    found = pagerows.follow(f"{site.url}/more", pages=20, scripts=True, fetcher=pagerows.Fetcher(delay=0))
    assert [row["title"] for row in found] == EVERY


def test_a_dialog_does_not_stop_it_and_is_never_agreed_to(rows, site):
    assert [row["title"] for row in rows("/consent", "--pages", "20")] == EVERY
    assert "/agreed" not in site.paths


def test_recycled_rows_are_read_once_each_and_in_order(rows, site):
    found = rows("/virtual", "--pages", "2")
    texts = [" ".join(row.values()) for row in found]
    assert len(found) == 1000
    assert all(f"Lamp number {n} " in text for n, text in enumerate(texts, 1))
    assert [row["row"] for row in found] == [str(n) for n in range(1, 1001)]
    assert len(site.paths) == 1


def test_scrolling_is_bounded(site):
    views = list(render_driven(pagerows.fetch(f"{site.url}/virtual"), Drive(scrolls=3)))
    assert len(views) == 3
