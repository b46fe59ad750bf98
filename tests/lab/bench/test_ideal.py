"""Whole tables against ideal ones."""

import pytest

from pagerows.lab.bench.ideal import figures, judge
from pagerows.values import Cell, Column

GOLD = {
    "page": "p",
    "url": "http://example.com/",
    "fields": [{"name": "title", "link": False}, {"name": "price", "link": False}, {"name": "url", "link": True}],
    "rows": [{"title": f"Big tent {n}", "price": f"${n}0", "url": f"/{n}"} for n in range(1, 5)],
}


def column(form, url=None, kind="text"):
    cells = [Cell(form.format(n=n), kind, url and url.format(n=n)) for n in range(1, 5)]
    return Column("x", kind, tuple(cells))


TITLE, PRICE = column("Big tent {n}", "http://example.com/{n}"), column("${n}0")


@pytest.mark.parametrize(
    ("columns", "facts", "clean"),
    [
        ([TITLE, PRICE], 1.0, 1.0),
        ([TITLE, PRICE, column("Add to basket"), column("More")], 1.0, 0.5),
        ([TITLE, column("from ${n}0")], (1 + 0.8 + 1) / 3, 0.9),
        ([TITLE], 2 / 3, 1.0),
        ([TITLE, PRICE, column("", "/x.png", "image")], 1.0, 1.0),
        ([column("Shoes"), PRICE], 0.0, 0.0),
        ([], 0.0, 0.0),
    ],
    ids=["ideal", "noise", "a word more", "a fact missing", "images cost nothing", "other rows", "refused"],
)
def test_facts_and_noise_are_counted(columns, facts, clean):
    found = judge(GOLD, columns)
    assert (found.facts, found.clean) == (pytest.approx(facts), pytest.approx(clean))


def test_figures_are_means_over_pages_in_per_cent():
    found = figures([judge(GOLD, [TITLE, PRICE]), judge(GOLD, [])])
    assert (found.pages, found.table_F1, found.good) == (2, 50.0, 50.0)
