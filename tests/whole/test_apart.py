"""Walks in processes of their own: what a page may take holds for every page of a list."""

import os
import signal
import time
from functools import partial

import pytest

import pagerows
from pagerows.follow import ListReader, Progress, Walk
from pagerows.follow.apart import WalkApart
from pagerows.workers import Limits

from .conftest import PAGE

MEMORY = 1 << 30


class Hurt(ListReader):
    """Reads pages well but for one of them."""

    def __init__(self, how, at):
        super().__init__(learns=False)
        self.how, self.at = how, at

    def read(self, page):
        if f"page={self.at}" in (page.url or ""):
            match self.how:
                case "hang":
                    time.sleep(60)
                case "die":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "fill":
                    return bytearray(4 * MEMORY)
                case "fail":
                    raise pagerows.PageError("no page at all")
                case "bug":
                    return 1 // 0
        return super().read(page)


def hurt(how, at, progress, fetcher):
    return Walk(progress.url, fetcher=fetcher, reader=Hurt(how, at), progress=progress)


@pytest.fixture
def walk(site):
    def start(how, at=3, path="/numbered"):
        return WalkApart(
            f"{site.url}{path}",
            partial(hurt, how, at),
            pagerows.Fetcher(delay=0),
            limits=Limits(seconds=6 if how == "hang" else 60, memory=MEMORY),
            quick_start=True,
        )

    return start


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("hang", "longer than the 6 s allowed"),
        ("die", "the process died on this page"),
        ("fill", "not enough memory"),
        ("fail", "no page at all"),
        ("bug", "ZeroDivisionError"),
    ],
)
def test_a_page_that_takes_too_much_ends_the_walk_behind_the_pages_before(walk, site, how, told):
    found = walk(how)
    rows = []
    with pytest.raises(pagerows.PagerowsError, match=told):
        rows.extend(row for page in found.pages() for row in page.dicts())
    assert len(rows) == 2 * PAGE
    assert (found.progress.pages, found.progress.url) == (2, f"{site.url}/numbered?page=3")
    assert found.stopped is None


def test_what_the_work_raises_stays_what_it_is(walk):
    with pytest.raises(pagerows.PageError):
        list(walk("fail").pages())


def test_a_walk_goes_on_behind_the_page_that_was_too_much(walk, site):
    found = walk("die")
    with pytest.raises(pagerows.PagerowsError):
        list(found.pages())
    rest = Walk(f"{site.url}/numbered", fetcher=pagerows.Fetcher(delay=0), progress=found.progress)
    assert next(row["title"] for row in rest) == f"Lamp number {2 * PAGE + 1}"


def test_failures_of_the_fetcher_are_the_walks(walk, site):
    site.robots = "User-agent: *\nDisallow: /*page=3\n"
    found = walk("none")
    with pytest.raises(pagerows.RobotsForbidden):
        list(found.pages())
    assert found.progress.pages == 2


def test_a_page_that_is_gone_ends_the_walk_there_too(walk):
    found = walk("none", path="/ends")
    assert len(list(found.pages())) == 2
    assert found.stopped == "gone"


def test_progress_is_where_it_was_before_the_first_page(walk):
    found = walk("hang", at=1)
    assert found.progress == Progress(found.url)
    assert found.told == "it has not ended"
