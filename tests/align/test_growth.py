"""Every aligner's work grows with the records, and not with their square, where records have little in common."""

from collections.abc import Sequence

import pytest

import pagerows
from pagerows import Page, registry
from pagerows.values import Record

#: Records in the small page; the large one has four times as many.
FEW = 150
#: Budgets that are spent on pages of this size.
SMALL = {"partial_tree": {"cell_budget": 2_000, "sequence_budget": 2_000}}

PAGES = {
    "no tag in common": lambda n: f"<li><a{n}>x</a{n}><b{n}>y</b{n}></li>",
    "many tags each": lambda n: "<li>" + "".join(f"<i{n % 40}-{m}>{n}</i{n % 40}-{m}>" for m in range(6)) + "</li>",
    "one more cell each time": lambda n: "<li>" + f"<b>{n}</b>" * (n % 25) + "</li>",
}


def records(kind: str, size: int) -> tuple[Page, Sequence[Record]]:
    markup = "<ul>" + "".join(PAGES[kind](n) for n in range(size)) + "</ul>"
    found = pagerows.extract(markup, method="same_path", min_score=0.0)
    return found.page, max((region.records for region in found.regions), key=len)


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize("name", registry.names("align"))
def test_four_times_the_records_are_no_more_than_six_times_the_work(name, kind, calls, monkeypatch):
    monkeypatch.setattr("pagerows.cells.MOST_CELLS", 20_000)
    aligner = registry.part("align", name)
    params = aligner.params(**SMALL.get(name, {}))
    few, many = (calls(aligner.align, *records(kind, size), params) for size in (FEW, 4 * FEW))
    assert many < 6 * few  # quadratic would be 16


def test_partial_trees_budget_is_spent_before_its_square_costs_seconds(calls):
    aligner = registry.part("align", "partial_tree")
    some, more = (calls(aligner.align, *records("no tag in common", size), aligner.params()) for size in (500, 1000))
    assert more < 2.5 * some  # quadratic would be 4


def test_texts_go_on_by_one_look_at_each_cell_however_many_templates_there_are(calls):
    def looks(size):
        aligner = registry.part("align", "fields")
        marked = ("<b>marked</b> goes", "", "", "")
        items = (f"<li>alpha {n} {marked[n % 4]} on<x-{n}>{n}</x-{n}><u>{n}</u></li>" for n in range(size))
        found = pagerows.extract(f"<ul>{''.join(items)}</ul>", method="same_path", min_score=0.0)
        return calls(
            aligner.align, found.page, max((region.records for region in found.regions), key=len), aligner.params()
        )

    few, many = looks(FEW), looks(4 * FEW)
    assert few > 0
    assert many < 6 * few  # quadratic would be 16
