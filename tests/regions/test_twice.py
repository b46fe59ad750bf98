"""A list that a page has twice, as a grid and as a list, is given once."""

import numpy as np
import pytest

import pagerows
from pagerows.regions._twice import once
from pagerows.values import Records, Region


def card(number, text="", link=True):
    name = f"<a href=/thing-{number}>Thing {number}</a>" if link else f"<b>Thing {number}</b>"
    return f"<article><h3>{name}</h3><i>{number} EUR</i>{text}</article>"


def region_of(html):
    page = pagerows.parse(html)
    rows = page.nodes.rows_with_tag("article")
    return page, Region(Records(page, rows.astype(np.int64), page.nodes.end[rows].astype(np.int64)))


GRID = [card(n) for n in range(6)]
LIST = [card(n, f"<p>All about thing {n}</p>") for n in range(6)]


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [(GRID, LIST, 1), (LIST, GRID, 0), (GRID, GRID, 0), ([*GRID[:5], card(99)], LIST, None)],
    ids=["the fuller one", "wherever it stands", "else the first", "another list"],
)
def test_the_half_that_says_more_stays(first, second, kept):
    page, region = region_of(f"<div>{''.join(first)}</div><div>{''.join(second)}</div>")
    found = once(page, region)
    every = list(region.records)
    assert list(found.records) == {0: every[:6], 1: every[6:], None: every}[kept]


def test_the_half_that_nobody_sees_goes():
    about = "<p>What this shop has, and where it is from, in many words. </p>" * 20
    page, region = region_of(f"{about}<div>{''.join(GRID)}</div><div hidden>{''.join(LIST)}</div>")
    assert list(once(page, region).records) == list(region.records)[:6]


@pytest.mark.parametrize(
    "cards",
    [
        [card(n, link=False) for n in (0, 1, 2, 0, 1, 2)],
        [card(7) for _ in range(8)],
        [card(n) for n in (0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0)],
        [card(n) for n in (0, 1, 0, 1)],
        [card(n) for n in (0, 1, 2, 3, 0, 1, 2)],
    ],
    ids=["no links", "all the same", "another order", "too few", "no halves"],
)
def test_what_only_looks_like_it_is_left_alone(cards):
    page, region = region_of("".join(cards))
    assert once(page, region) is region


def test_extraction_gives_each_record_once():
    html = f"<h1>Things</h1><main><section>{''.join(GRID)}</section><section>{''.join(LIST)}</section></main>"
    found = pagerows.extract(html)
    assert [record.text for record in found.best.records] == [
        f"Thing {n} {n} EUR All about thing {n}" for n in range(6)
    ]
    assert len(pagerows.extract(html, once=False).best.records) == 12
