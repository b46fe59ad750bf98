from __future__ import annotations

import pytest

import pagerows
from pagerows.page import parse
from pagerows.regions.depta import DeptaParams, find_regions

ITEM = "<li><h3>Item {n}</h3><p><a href=/{n}>more</a> <b>{n} EUR</b></p></li>"
ODD = "<li><h3>Item {n}</h3><p><a href=/{n}>more</a> <b>{n} EUR</b> <s>{n}0 EUR</s></p><div><i>new</i></div></li>"


def test_items_with_optional_fields_are_one_region():
    html = "<ul>" + "".join((ODD if n % 3 == 1 else ITEM).format(n=n) for n in range(7)) + "</ul>"
    found = pagerows.extract(html, method="depta").regions[0]
    assert len(found.records) == 7
    assert [row[0] for row in found.table.rows] == [f"Item {n}" for n in range(7)]


def test_pairs_that_resemble_each_other_only_as_pairs_are_taken_apart():
    # Neighbours differ now and then, so that longer generalised nodes give the longer run.
    long = "<li><h3>Item</h3>" + "<p><b>x</b></p>" * 6 + "</li>"
    short = "<li><h3>Item</h3>" + "<p><b>x</b></p>" * 4 + "</li>"
    longest = "<li><h3>Item</h3>" + "<p><b>x</b></p>" * 13 + "</li>"
    page = parse("<ul>" + (long + short + short + long + short + longest) * 2 + "</ul>")
    assert len(find_regions(page, DeptaParams(regroup=2))[0].records) < 12
    assert len(find_regions(page, DeptaParams())[0].records) == 12


def test_trees_with_other_roots_are_not_similar():
    html = "<div>" + "<p><b><i>x</i></b></p><div><b><i>x</i></b></div>" + "</div>"
    assert find_regions(parse(html), DeptaParams()) == []


@pytest.mark.parametrize("html", ["", "<p>only text", "<ul><li>a<li>b</ul>"], ids=["empty", "text", "too flat"])
def test_pages_without_records_have_no_regions(html):
    assert pagerows.extract(html, method="depta").regions == []
