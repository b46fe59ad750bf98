"""Records of the same fields under different wrappers share their columns."""

import pagerows

ITEM = "<b class=name>Thing {n}</b><p class=about>about {n}</p>{more}<p class=price>{n} EUR</p>"


def table(records, **params):
    html = "<main>" + "".join(f"<div class=item>{record}</div>" for record in records) + "</main>"
    page = pagerows.parse(html)
    found = pagerows.extract(page, method="same_path", align="partial_tree", **params)
    return next(region.table for region in found.regions if len(region) == len(records))


def item(n, more=""):
    return ITEM.format(n=n, more=more)


def wrapped(n, more=""):
    return f"<section><div><span>{item(n, more)}</span></div></section>"


def test_fields_of_wrapped_records_stand_in_the_columns_of_the_others():
    records = [item(n) if n % 3 else wrapped(n) for n in range(9)]
    assert len(table(records, join_variants=False).rows[0]) > 3
    assert table(records).rows == [[f"Thing {n}", f"about {n}", f"{n} EUR"] for n in range(9)]


def test_a_field_that_only_the_wrapped_ones_have_keeps_its_place():
    records = [item(n) if n % 3 else wrapped(n, "<p class=left>few left</p>") for n in range(9)]
    rows = table(records).rows
    assert rows[0] == ["Thing 0", "about 0", "few left", "0 EUR"]
    assert rows[1] == ["Thing 1", "about 1", None, "1 EUR"]


def test_templates_without_a_field_in_common_stay_apart():
    records = [item(n) if n % 2 else f"<h4><a href=/{n}>Other {n}</a></h4><h5>text {n}</h5>" for n in range(8)]
    rows = table(records).rows
    assert rows == table(records, join_variants=False).rows
    assert rows[0][:2] != ["Other 0", "text 0"] or rows[1][:2] == [None, None]
