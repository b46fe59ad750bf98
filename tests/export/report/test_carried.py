"""The report says what data a page carries, and what of it the table was joined with."""

import json

import pagerows
from pagerows.export.report import report_page
from pagerows.export.report.carried import data_section

GOODS = [
    {"name": f"Kettle number {n} in blue", "url": f"/k/kettle-{n}", "price": 10 + n, "<b>odd</b>": f"x{n}"}
    for n in range(9)
]
SHOWN = "".join(f"<li><a href={g['url']}>{g['name']}</a><b>{g['price']}.00 €</b></li>" for g in GOODS)
DATA = f'<script type="application/json" id="state">{json.dumps({"goods": GOODS})}</script>'


def test_the_lists_and_the_join_are_shown():
    found = pagerows.extract(f"<ul>{SHOWN}</ul>{DATA}<script>window.x = [f()]</script>", embedded=True)
    told = data_section(found)
    assert "1 sets, 1 lists, 1 could not be read" in told
    assert "9 of 9 records are objects of state.goods (json)" in told
    assert "<td>price</td><td>price</td><td>agrees</td><td>10.00 €</td>" in told
    assert "only in the data" in told
    assert "<b>odd" not in told
    assert told in report_page(found, "shop.html")


def test_data_that_say_something_else_are_shown_without_a_join():
    other = f'<script type="application/json">{json.dumps([{"a": f"Other {n}", "b": n} for n in range(5)])}</script>'
    assert "None of its lists says the same" in data_section(pagerows.extract(f"<ul>{SHOWN}</ul>{other}"))


def test_a_page_without_data_has_no_such_part():
    assert data_section(pagerows.extract(f"<ul>{SHOWN}</ul>")) == ""
