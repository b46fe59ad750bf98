"""Many pages in one process: threads change nothing but the time."""

import pytest

import pagerows
from pagerows.lab.bench.generate import PageSpec, generate

PAGES = [generate(PageSpec(records=3 + 5 * n, seed=n, noise=n % 4)).html for n in range(12)]


@pytest.mark.parametrize("method", ["auto", "signal"])
def test_threads_give_the_same_answers_in_the_same_order(method):
    alone = pagerows.extract_many(PAGES, method=method)
    side_by_side = pagerows.extract_many(PAGES, method=method, threads=4)
    assert [found.table.rows for found in side_by_side] == [found.table.rows for found in alone]


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_threads_are_a_whole_number_from_one_on(threads):
    with pytest.raises(pagerows.ParameterError, match="threads"):
        pagerows.extract_many(PAGES[:1], threads=threads)


def test_pages_that_vote_are_read_at_once():
    with pytest.raises(pagerows.ParameterError, match="threads"):
        pagerows.extract_many(PAGES[:2], together=True, threads=2)


def test_a_page_that_cannot_be_read_raises_in_threads_too():
    with pytest.raises(pagerows.PageError):
        pagerows.extract_many([PAGES[0], b"%PDF-1.7 nothing"], threads=2)
