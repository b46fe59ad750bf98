from __future__ import annotations

import pytest

import pagerows
from pagerows.errors import ParameterError
from pagerows.page import parse
from pagerows.regions.mdr import MdrParams, find_regions

ITEM = "<li><h3>Item {n}</h3><p><a href=/{n}>more</a> <b>{n} EUR</b></p></li>"


def rows(html, **params):
    return pagerows.extract(html, method="mdr", **params).table.rows


def test_items_of_a_list_are_records():
    html = "<div><p>intro</p></div><ul>" + "".join(ITEM.format(n=n) for n in range(5)) + "</ul>"
    assert [row[0] for row in rows(html)] == [f"Item {n}" for n in range(5)]


def test_a_record_may_span_several_siblings():
    html = "<dl>" + "".join(f"<dt><b>Name {n}</b></dt><dd><p><i>text {n}</i></p></dd>" for n in range(4)) + "</dl>"
    assert rows(html) == [[f"Name {n}", f"text {n}"] for n in range(4)]


def test_several_records_in_one_table_row_are_records_of_their_own():
    cell = "<td><a href=/{n}><img src={n}.png></a><p><b>Thing {n}</b></p><p>{n} EUR</p></td>"
    table = "".join("<tr>" + "".join(cell.format(n=3 * r + c) for c in range(3)) + "</tr>" for r in range(3))
    assert [row[0] for row in rows(f"<table>{table}</table>")] == [f"Thing {n}" for n in range(9)]


def test_a_row_of_a_data_table_is_one_record():
    table = "".join("<tr>" + f"<td><b>{r}</b></td>" * 3 + "</tr>" for r in range(4))
    assert len(rows(f"<table>{table}</table>")) == 4


def test_records_in_parts_are_put_together_across_rows():
    # Names in one row, prices in the next: each record has a cell in both [LGZ03 Fig. 14].
    def band(r):
        names = "".join(f"<td><p><a>Name {r}{c}</a><br></p></td>" for c in range(3))
        prices = "".join(f"<td><i><b>Price {r}{c}</b><u>!</u></i></td>" for c in range(3))
        return f"<tr>{names}</tr><tr>{prices}</tr>"

    found = find_regions(parse("<table>" + "".join(band(r) for r in range(3)) + "</table>"), MdrParams())[0]
    assert len(found.records) == 9
    assert [len(record.parts) for record in found.records] == [2] * 9
    assert found.records[4].text == "Name 11 Price 11 !"


def test_text_after_the_last_element_of_a_record_belongs_to_it():
    html = "<div>" + "".join(f"<p><b>Name {n}</b></p> tail {n}" for n in range(4)) + "</div>"
    assert rows(html) == [[f"Name {n}", f"tail {n}"] for n in range(4)]


@pytest.mark.parametrize("html", ["", "<p>only text", "<ul><li>a<li>b</ul>"], ids=["empty", "text", "too flat"])
def test_pages_without_records_have_no_regions(html):
    assert pagerows.extract(html, method="mdr").regions == []


def test_a_parameter_that_is_not_known_is_refused():
    with pytest.raises(ParameterError, match="max_siblings"):
        pagerows.extract("<p>", method="mdr", siblings=3)


def test_text_that_is_hidden_counts_little_when_regions_are_ranked():
    words = "entry of many words " * 20
    menu = "<ul hidden>" + f"<li><h4><a>Menu</a></h4><p><i>{words}</i></p></li>" * 4 + "</ul>"
    items = "<ul>" + "".join(ITEM.format(n=n) for n in range(9)) + "</ul>"
    assert rows(menu + items)[0][0] == "Item 0"
    assert rows(menu + items, hidden_text=1.0)[0][0] == "Menu"
