"""Lists over all of their pages: every row exactly once, in order, with no request too many."""

import asyncio
from datetime import UTC, datetime
from itertools import islice

import pytest

import pagerows
from pagerows import Fetcher, follow

from .conftest import ALL, PAGE

PAGES = -(-ALL // PAGE)
EVERY = [f"Lamp number {n}" for n in range(1, ALL + 1)]


@pytest.fixture
def waits():
    return []


@pytest.fixture
def walk(site, waits):
    def start(path, **options):
        return follow(f"{site.url}{path}", fetcher=Fetcher(delay=0, sleep=waits.append), **options)

    return start


def titles(rows):
    return [row["title"] for row in rows]


@pytest.mark.parametrize("path", ["/numbered", "/next", "/cursor", "/form", "/session"])
def test_every_row_comes_once_and_in_order_with_one_request_a_page(walk, site, path):
    found = walk(path)
    rows = list(found)
    assert titles(rows) == EVERY
    assert found.stopped == "end"
    assert len(site.paths) == PAGES
    assert len(site.asked) == PAGES + 1  # and robots.txt


def test_rows_say_where_they_were_read(walk, site):
    rows = list(walk("/numbered"))
    assert [(row["page_number"], row["row"]) for row in rows[:7]] == [(1, n) for n in range(1, 6)] + [(2, 1), (2, 2)]
    assert rows[0]["page_url"] == f"{site.url}/numbered"
    assert rows[6]["page_url"] == f"{site.url}/numbered?page=2"
    assert len({tuple(row) for row in rows}) == 1  # the same columns on all pages
    assert rows[20]["title_url"] == f"{site.url}/item/21"


@pytest.mark.parametrize(
    ("path", "stopped", "rows", "requests"),
    [
        ("/forever", "repeat", ALL, PAGES + 1),
        ("/loop", "loop", 3 * PAGE, 3),
        ("/login-wall", "login", 2 * PAGE, 4),  # the redirect, and where it leads
        ("/ends", "gone", 2 * PAGE, 3),
        ("/calendar", "no list", 0, 1),
    ],
    ids=["repeats the last page", "loop", "login", "gone", "calendar"],
)
def test_a_walk_ends_and_says_why(walk, site, path, stopped, rows, requests):
    found = walk(path)
    assert len(list(found)) == rows
    assert found.stopped == stopped
    assert len(site.paths) == requests
    assert found.told


def test_a_trap_without_end_is_left_at_the_limit(walk, site):
    found = walk("/trap", pages=4)
    assert len(list(found)) == 4 * PAGE
    assert found.stopped == "limit"
    assert len(site.paths) == 4


def test_a_calendar_whose_months_hold_lists_is_left_a_year_ahead(walk, site):
    today = datetime.now(UTC)
    found = walk(f"/events?month={today:%Y-%m}")
    list(found)
    assert found.stopped == "calendar"
    assert "calendar" in found.told
    assert len(site.paths) == 13  # this month and twelve more
    assert site.paths[-1] == f"/events?month={today.year + 1}-{today.month:02}"


@pytest.mark.parametrize(
    ("rows", "requests"), [(1, 1), (PAGE, 1), (PAGE + 2, 2), (2 * PAGE, 2), (ALL - 1, PAGES)], ids=str
)
def test_no_more_is_read_than_the_rows_that_are_asked_for(walk, site, rows, requests):
    found = walk("/numbered", rows=rows)
    assert titles(found) == EVERY[:rows]
    assert found.stopped == "enough"
    assert len(site.paths) == requests


@pytest.mark.parametrize("first", [1, PAGE - 1, PAGE, PAGE + 2, 2 * PAGE])
def test_a_walk_that_had_enough_goes_on_in_the_middle_of_a_page(walk, first):
    one = walk("/changing", rows=first)
    rows = list(one)
    two = walk("/changing", progress=one.progress)
    rows += list(two)
    assert titles(rows) == EVERY
    assert len({(row["page_number"], row["row"]) for row in rows}) == ALL
    assert (two.progress.duplicates, two.progress.rows, two.progress.pages) == (2, ALL, PAGES)


def test_pages_come_one_at_a_time(walk, site):
    rows = iter(walk("/numbered"))
    for page in range(1, PAGES + 1):
        assert titles(islice(rows, PAGE)) == EVERY[(page - 1) * PAGE : page * PAGE]
        assert len(site.paths) == max(2, page)  # the columns are learned from two pages


def test_a_page_that_fails_twice_is_read_all_the_same(walk, site, waits):
    assert titles(walk("/flaky")) == EVERY
    assert len(site.paths) == PAGES + 2
    assert len(waits) == 2


def test_a_busy_site_is_waited_for(walk, site, waits):
    assert titles(walk("/busy")) == EVERY
    assert len(site.paths) == PAGES + 1
    assert waits == [7.0]


def test_records_that_move_to_the_next_page_while_the_list_is_read_come_once(walk):
    found = walk("/changing")
    assert titles(found) == EVERY
    assert found.progress.duplicates == 2


def test_what_robots_forbid_is_not_read_and_rows_before_it_are_given(walk, site):
    site.robots = "User-agent: *\nDisallow: /*page=3\n"
    rows = iter(walk("/numbered"))
    assert titles(next(rows) for _ in range(2 * PAGE)) == EVERY[: 2 * PAGE]
    with pytest.raises(pagerows.RobotsForbidden):
        next(rows)
    assert site.asked == ["/robots.txt", "/numbered", "/numbered?page=2"]


def test_it_can_be_read_without_blocking_an_event_loop(site):
    async def read():
        fetcher = Fetcher(delay=0)
        return [row async for row in pagerows.follow_async(f"{site.url}/numbered", fetcher=fetcher, pages=2)]

    assert titles(asyncio.run(read())) == EVERY[: 2 * PAGE]


def test_a_walk_goes_on_where_another_stopped(walk, site):
    first = walk("/numbered", pages=2)
    rows = list(first)
    rows += list(walk("/numbered", progress=first.progress))
    assert titles(rows) == EVERY
    assert len(site.paths) == PAGES


@pytest.mark.parametrize("limit", [{"pages": 0}, {"pages": -1}, {"pages": 1.5}, {"rows": 0}, {"rows": "all"}], ids=str)
def test_a_limit_that_is_none_is_refused(limit):
    with pytest.raises(pagerows.ParameterError):
        follow("http://127.0.0.1:9/", **limit)
