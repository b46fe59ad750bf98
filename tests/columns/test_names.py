"""Column names: what the page calls a column, else what it holds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.columns.names import PageWords, slug
from pagerows.unique import UniqueNames


def names(html: str) -> list[str]:
    page = pagerows.parse(html)
    found = pagerows.extract(page, method="same_path")
    return [column.name for column in found.table.all_columns]


def items(*inside: str) -> str:
    return "<ul>" + "".join(f"<li>{html}</li>" for html in inside) + "</ul>"


GOODS = [("Tent", "£99"), ("Stove", "£40"), ("Lamp", "£12"), ("Rope", "£7")]


def test_table_headers_name_columns_across_colspans():
    rows = "".join(f"<tr><td>{a}</td><td>x</td><td>y{n}</td><td>{b}</td></tr>" for n, (a, b) in enumerate(GOODS))
    head = "<tr><th>Item</th><th colspan=2>In Stock?</th><th>Unit price (£)</th></tr>"
    html = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
    found = pagerows.extract(html, method="same_path")
    region = next(region for region in found.regions if len(region.table.all_columns) == 4)
    first, *stock, last = [column.name for column in region.table.all_columns]
    assert (first, last) == ("item", "unit_price")
    assert "in_stock" in stock


@pytest.mark.parametrize(
    ("inside", "name"),
    [
        ("<p>Cost: {1}</p>", "cost"),
        ("<p><b>Cost:</b></p><p>{1}</p>", "cost"),
        ("<dl><dt>Cost</dt><dd>{1}</dd></dl>", "cost"),
        ("<p data-label='Cost'>{1}</p>", "cost"),
        ("<p itemprop=price>{1}</p>", "price"),
        ("<p class='md:flex product-price x7Gh2'>{1}</p>", "price"),
        ("<p class=productPrice>{1}</p>", "price"),
        ("<p data-testid=product-card-price>{1}</p>", "price"),
        ("<p itemprop=' '>{1}</p>", "price"),
    ],
    ids=[
        "label inside",
        "label before",
        "definition",
        "data-label",
        "itemprop",
        "class words",
        "camel case",
        "test id",
        "empty itemprop",
    ],
)
def test_the_page_says_what_a_column_is(inside, name):
    assert names(items(*(("<h3>{0}</h3>" + inside).format(a, b) for a, b in GOODS))) == ["title", name]


def test_classes_name_the_role_and_not_the_record():
    parts = "<div class=offer-name>{0}</div><div class=offer-cost>{1}</div><div class=offer-place>Hall {0}</div>"
    assert names(items(*(parts.format(a, b) for a, b in GOODS))) == ["title", "price", "location"]


def test_without_a_word_from_the_page_the_type_names_the_column():
    html = items(
        *(
            f"<img src={n}.png><h3><a href=/{n}>{a}</a></h3><p>{b}</p><p>2020-05-0{n}</p><p>{n} of 5</p>"
            f"<p>{f'The {a} is a thing to take along. ' * 4}</p>"
            for n, (a, b) in enumerate(GOODS, 1)
        )
    )
    assert names(html) == ["image", "title", "price", "date", "rating", "description"]


def test_generated_and_layout_classes_are_no_names():
    html = items(*(f"<h3>{a}</h3><p class='css-1x2y3z text-lg mt-2 sc-bdVaJa'>{a} two</p>" for a, _ in GOODS))
    assert names(html) == ["title", "text"]


def sureness(html: str) -> dict[str, float]:
    found = pagerows.extract(pagerows.parse(html), method="same_path")
    return {column.name: column.confidence for column in found.table.all_columns}


def test_a_name_that_the_page_says_is_sure():
    rows = "".join(f"<tr><td>{a}<td>{n}x</tr>" for n, (a, _) in enumerate(GOODS))
    assert sureness(f"<table><tr><th>Article<th>Shelf</tr>{rows}</table>") == {"article": 1, "shelf": 1}
    said = items(*(f"<h3>{a}</h3><b itemprop=price>{b}</b>" for a, b in GOODS))
    assert sureness(said)["price"] == 1 > sureness(said.replace("itemprop=price", ""))["price"]


def test_a_guessed_name_is_as_sure_as_its_role_and_no_name_is_least_so():
    guessed = sureness(items(*(f"<h3>{a}</h3><p>{b}</p>" for a, b in GOODS)))
    bare = sureness(items(*(f"<h3>{a}</h3><p>{a} two</p>" for a, _ in GOODS)))
    assert bare["text"] <= 0.3 < guessed["price"] < 1


def test_credits_and_debits_that_sum_to_nothing_are_columns_like_others():
    rows = [("$5.00", "$3.00"), ("$6.00", "-$3.00")] * 2
    found = pagerows.extract(items(*(f"<p>{a}</p><h3>{b}</h3>" for a, b in rows)), method="same_path")
    assert [column.type for column in found.table.all_columns] == ["money", "money"]


def test_a_name_with_a_number_is_less_sure():
    sure = sureness(items(*(f"<h3>{a}</h3><p>{b}</p><p>{b}0</p>" for a, b in GOODS)))
    assert sure["price_2"] <= 0.5 < sure["price"]


def test_a_column_without_a_name_is_no_doubt_about_its_values():
    html = items(*(f"<h3>{a}</h3><p class='css-1x2y3z'>{a} two</p>" for a, _ in GOODS))
    columns = pagerows.extract(html, method="same_path").table.all_columns
    assert [(column.name, column.confidence < 0.5, column.doubt) for column in columns[1:]] == [("text", True, None)]


def test_names_are_unique_and_stable():
    html = items(*(f"<h3>{a}</h3><p>{b}</p><p>{b}0</p>" for a, b in GOODS))
    assert names(html) == names(html) == ["title", "price", "price_2"]


def test_rows_need_no_names():
    found = pagerows.extract(items(*(f"<h3>{a}</h3><p>{b}</p>" for a, b in GOODS)), method="same_path").table
    assert found.rows[0] == ["Tent", "£99"]
    assert "all_columns" not in vars(found)


@pytest.mark.parametrize(
    ("text", "name"), [("価格", "価格"), ("A" * 60, "a" * 40), ("", ""), ("Ünit-Price/kg", "ünit_price_kg")]
)
def test_slugs_keep_letters_of_any_script(text, name):
    assert slug(text) == name


def test_ten_thousand_columns_of_one_name_are_numbered_in_one_go(calls):
    def run(count):
        unique = UniqueNames()
        assert [unique("text") for _ in range(count)][-1] == f"text_{count}"

    assert calls(run, 10_000) < 12 * calls(run, 1_000)  # ten times the work, not a hundred


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ("<p class='price old'>${n}0,000 a year</p>", ["title", "price"]),
        ("<p class=price>${n}.00</p><p class='price-regular'>(${n}.50/kg)</p>", ["title", "price", "unit_price"]),
        ("<p class=price>${n}.00</p><s class='price-regular'>${n}.50</s>", ["title", "price", "old_price"]),
    ],
    ids=["a rate alone", "a rate beside the price", "the price before"],
)
def test_an_old_price_stands_beside_a_price_and_is_no_rate(inside, found):
    goods = ("Tent", "Stove", "Lamp", "Rope", "Axe", "Map")
    html = items(
        *(f"<h3><a href=/{n}>{name}</a></h3>" + inside.replace("{n}", str(n)) for n, name in enumerate(goods, 3))
    )
    assert names(html) == found


PIECES = st.lists(st.sampled_from(["tent", "Tents", "é", "ten", " ", "-", "_", "5", "<b>t</b>"]), max_size=8).map(
    "".join
)


@given(PIECES.map("".join), st.sampled_from(["tent", "tents", "ten", "tenté", "stent"]))
def test_words_of_a_page_are_the_runs_of_four_letters_or_more_in_its_texts(text, word):
    page = pagerows.parse(f"<p>{text}</p>")
    told = " ".join(page.nodes.texts(0, len(page.nodes))).casefold()
    assert (word in PageWords(page)) == (word in re.findall(r"[^\W\d_]{4,}", told))
