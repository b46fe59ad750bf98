"""What a prompt and a notebook show, and tables as what other libraries take."""

import builtins
from datetime import date
from decimal import Decimal

import pytest

import pagerows
from pagerows.values import Cell, Column, Table

SHOP = (
    "<title>Sh\x1b[31mop</title><ul class=nav>"
    "<li><a href=/a>Home</a><li><a href=/b>About</a><li><a href=/c>Cart</a></ul><ul>"
    + "".join(
        f"<li><h3><a href='/{n}'>Lamp &lt;b&gt;{n}</a></h3><p>{n}.50 €</p><time>{n + 1} May 2024</time></li>"
        for n in range(40)
    )
    + "</ul>"
)


@pytest.fixture(scope="module")
def found() -> pagerows.Extraction:
    return pagerows.extract(SHOP, url="https://shop.example/")


@pytest.mark.parametrize(
    ("thing", "lines", "said"),
    [
        (lambda found: found, 12, "<Extraction: "),
        (lambda found: found.table, 9, "<Table: 40 rows x 3 columns>"),
        (lambda found: found.best, 1, "<Region: 40 records in /html/body/ul[2], score "),
        (lambda found: found.table.columns[0], 1, "<Column 'title': 40 cells, text: 'Lamp <b>0', "),
        (lambda found: found.best.records[1], 1, "<Record: 'Lamp <b>1 1.50 € 2 May 2024'>"),
        (lambda found: found.page, 1, "<Page: "),
    ],
    ids=["extraction", "table", "region", "column", "record", "page"],
)
def test_what_was_found_is_shown_in_a_few_lines(found, thing, lines, said):
    shown = thing(found)
    assert str(shown) == repr(shown)
    assert str(shown).startswith(said)
    assert len(str(shown).splitlines()) <= lines
    assert max(map(len, str(shown).splitlines())) < 200
    assert "\x1b" not in str(shown)


def test_a_page_without_records_says_why():
    nothing = pagerows.extract("<p>one")
    assert "no records: nothing on the page repeats" in str(nothing)
    assert "no records" in nothing._repr_html_()
    assert str(nothing.table) == "<Table: 0 rows x 0 columns>"
    assert (nothing.table.to_dicts(), nothing.tables) == ([], [])


def test_a_notebook_shows_the_table_escaped_and_the_other_lists_folded(found):
    html = found._repr_html_()
    assert html.index("Lamp &lt;b&gt;0") < html.index("<details>") < html.index("Home")
    assert "<b>" not in html
    assert "<script" not in html
    assert html.count("<tr>") < 45
    assert found.table._repr_html_() in html


def test_a_notebook_puts_numbers_to_the_right_and_keeps_them_with_their_unit(found):
    html = found.table._repr_html_()
    assert ".pagerows .number { text-align: right; white-space: nowrap; }" in html
    assert '<td class="number">3.50 €</td>' in html


def test_rows_are_mappings_of_texts_addresses_and_values(found):
    rows = found.table.to_dicts()
    assert rows == list(found.table)
    assert len(rows) == len(found.table) == 40
    assert rows[3]["title_url"] == "https://shop.example/3"
    assert (rows[3]["price"], rows[3]["price_value"], rows[3]["price_currency"]) == ("3.50 €", Decimal("3.5"), "EUR")
    assert rows[3]["date_value"] == date(2024, 5, 4)


def test_frames_have_the_same_columns_and_values_under_real_types(found):
    rows = found.table.to_dicts()[:20]  # there is no 32 May
    arrow, polars, pandas = found.table.to_arrow(), found.table.to_polars(), found.table.to_pandas()
    assert arrow.column_names == polars.columns == list(pandas) == list(rows[0])
    assert arrow.to_pylist()[:20] == polars.to_dicts()[:20] == rows
    assert str(arrow.schema.field("date_value").type) == "date32[day]"
    assert list(found.tables[0]) == arrow.column_names


def test_a_column_that_is_called_like_anothers_value_is_not_lost():
    price = Column("price", "text", (Cell("1"),), "integer", (1,))
    named = Column("price_value", "text", (Cell("dear"),))
    table = Table(cells=(price.cells, named.cells), kinds=("text", "text"), describe=lambda _: (price, named))
    assert table.to_dicts() == [{"price": "1", "price_value": 1, "price_value_2": "dear"}]


@pytest.mark.parametrize(
    ("call", "extra"), [("to_arrow", "formats"), ("to_pandas", "formats"), ("to_polars", "polars")]
)
def test_a_library_that_is_missing_is_told_with_how_to_get_it(found, monkeypatch, call, extra):
    real = builtins.__import__

    def without(name, *more):
        if name in ("pandas", "polars", "pyarrow"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(pagerows.MissingExtra, match=rf"{call}\(\) needs .*pagerows\[{extra}\]"):
        getattr(found.table, call)()
