"""Many pages: threads and processes change nothing but the time, and answers come as they are ready."""

import io
import os
import pickle
from itertools import count

import pytest

import pagerows
from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.regions._evidence import Evidence

PAGES = [generate(PageSpec(records=3 + 5 * n, seed=n, noise=n % 4)).html for n in range(12)]
BAD = b"%PDF-1.7 nothing"


@pytest.mark.parametrize("method", ["auto", "signal"])
def test_threads_give_the_same_answers_in_the_same_order(method):
    alone = pagerows.extract_many(PAGES, method=method)
    rows = [found.table.rows for found in alone]
    for name in ("threads", "workers"):
        side_by_side = pagerows.extract_many(PAGES, method=method, **{name: 4})
        assert [found.table.rows for found in side_by_side] == rows


def test_processes_give_the_same_answers_in_the_same_order():
    alone = list(pagerows.extract_many(PAGES[:5]))
    apart = list(pagerows.extract_many(PAGES[:5], workers=2, processes=True))
    assert [found.table.rows for found in apart] == [found.table.rows for found in alone]
    assert [found.table.names for found in apart] == [found.table.names for found in alone]
    assert [str(found.verdict) for found in apart] == [str(found.verdict) for found in alone]
    lists = [[region.table.rows for region in found.regions] for found in apart]  # those that were not asked for, too
    assert lists == [[region.table.rows for region in found.regions] for found in alone]


@pytest.mark.parametrize("options", [{"threads": 2}, {"workers": 2, "processes": True}], ids=["threads", "processes"])
def test_answers_come_while_sources_still_do(options):
    taken = []

    def endless():
        for number in count():
            taken.append(number)
            yield PAGES[number % 3]

    found = pagerows.extract_many(endless(), method="signal", **options)
    assert [len(next(found).regions) > 0 for _ in range(3)] == [True] * 3
    assert len(taken) < 100
    found.close()


@pytest.mark.parametrize("processes", [False, True], ids=["threads", "processes"])
def test_open_files_are_read_as_well(processes):
    (found,) = pagerows.extract_many([io.BytesIO(PAGES[0].encode())], processes=processes)
    assert found.table.rows == pagerows.extract(PAGES[0]).table.rows


@pytest.mark.parametrize(
    "options",
    [
        *({"workers": 0}, {"workers": 1.5}, {"workers": "2"}, {"workers": True}, {"threads": 0}, {"threads": "2"}),
        *({"threads": 2, "workers": 2}, {"threads": 2, "processes": True}, {"processes": 2}, {"errors": "ignore"}),
    ],
)
def test_wrong_options_are_refused_before_anything_is_read(options):
    with pytest.raises(pagerows.ParameterError, match=next(iter(options))):
        pagerows.extract_many(PAGES[:1], **options)


@pytest.mark.parametrize("options", [{"workers": 2}, {"threads": 2}, {"processes": True}, {"errors": "return"}])
def test_pages_that_vote_are_read_at_once(options):
    with pytest.raises(pagerows.ParameterError, match="workers"):
        pagerows.extract_many(PAGES[:2], together=True, **options)


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"processes": True}], ids=["alone", "threads", "processes"])
def test_a_page_that_cannot_be_read_raises_or_is_given_as_its_error(options):
    pages = [PAGES[0], BAD, PAGES[1]]
    with pytest.raises(pagerows.PageError):
        list(pagerows.extract_many(pages, **options))
    first, error, last = pagerows.extract_many(pages, errors="return", **options)
    assert isinstance(error, pagerows.PageError)
    assert len(first.table) > 0 < len(last.table)


class Deadly:
    """A page that ends the process which reads it."""

    def __reduce__(self):
        return os._exit, (3,)


def test_a_page_that_kills_its_process_costs_nothing_but_itself():
    page = pagerows.parse(PAGES[1])
    object.__setattr__(page, "title", Deadly())
    first, error, last = pagerows.extract_many([PAGES[0], page, PAGES[1]], workers=2, processes=True, errors="return")
    assert isinstance(error, pagerows.PagerowsError)
    assert "died" in str(error)
    assert len(first.table) > 0 < len(last.table)


@pytest.mark.parametrize("options", [{}, {"want": ["title", "price"]}, {"method": "signal"}, {"embedded": True}])
def test_what_was_found_can_be_pickled(options):
    found = pagerows.extract(PAGES[2], **options)
    again = pickle.loads(pickle.dumps(found))
    assert again.table.to_dicts() == found.table.to_dicts()
    assert [region.table.rows for region in again.regions] == [region.table.rows for region in found.regions]
    assert again.verdict == found.verdict
    assert again.page.html == found.page.html
    assert [dict(region.features) for region in again.regions] == [dict(region.features) for region in found.regions]
    assert [list(region.evidence) for region in again.regions] == [list(region.evidence) for region in found.regions]
    assert [region.xpath for region in again.regions] == [region.xpath for region in found.regions]


def test_explanations_are_not_made_to_be_sent_and_found_again_when_asked_for(monkeypatch):
    found = pagerows.extract(PAGES[2])
    asked = []
    monkeypatch.setattr(Evidence, "__getitem__", lambda _, name: asked.append(name))
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(found))))
    assert asked == []
    monkeypatch.undo()
    for sent, region in zip(again.regions, found.regions, strict=True):
        assert dict(sent.evidence) == dict(region.evidence)


def test_what_pages_said_together_can_be_pickled():
    found = pagerows.extract_many(PAGES[2:5], together=True)
    for each in found:
        again = pickle.loads(pickle.dumps(each))
        assert again.table.to_dicts() == each.table.to_dicts()
        assert again.verdict == each.verdict


def test_what_a_wrapper_read_can_be_pickled():
    found = pagerows.learn([PAGES[2]]).apply(PAGES[2])
    assert pickle.loads(pickle.dumps(found)).table.to_dicts() == found.table.to_dicts()
