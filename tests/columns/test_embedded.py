"""Records of a page joined with the objects of its data: one to one, exact where they agree, told where they do not."""

import itertools
import json
import random
from datetime import UTC, date, datetime

import pytest
from tests.columns import oracle_agreement as oracle

import pagerows
from pagerows.columns.embedded._agreement import (
    OF_IMAGES,
    OF_LINKS,
    OF_VALUES,
    DataValue,
    ShownCell,
    agreement,
    is_mute,
    same,
    values_of,
)
from pagerows.export.sheets import sheet_column
from pagerows.follow.columns import Columns, keys_of
from pagerows.values import Cell, Money

WORDS = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Harbor")


def goods(**changes):
    """Objects as a shop's state has them."""
    made = []
    for n, word in enumerate(WORDS):
        one = {
            "sku": f"SK-{4000 + 7 * n}",
            "name": f"{word} lamp for the reading corner",
            "url": f"/lamps/{word.lower()}",
            "offers": {"price": 20 + 3.25 * n, "priceCurrency": "CAD"},
            "aggregateRating": {"ratingValue": 3.11 + 0.21 * n, "reviewCount": 1200 + 113 * n},
            "released": f"2024-03-{n + 10}T09:30:00+00:00",
            "stock": 3 + n * n,
        }
        made.append(one | {key: value[n] for key, value in changes.items()})
    return made


def shop(data, shown=None, ld=True):
    """A page that shows lamps, and carries them as data."""
    cards = "".join(
        f"<li class=card><a href='https://shop.example{g['url']}'><h3>{g['name']}</h3></a>"
        f"<p class=x1>${g['offers']['price']:.2f}</p><p class=x2>{g['aggregateRating']['ratingValue']:.1f} out of 5</p>"
        f"<p class=x3>{g['aggregateRating']['reviewCount'] / 1000:.1f}K reviews</p>"
        f"<p class=x4>March {g['released'][8:10]}, 2024</p></li>"
        for g in shown or data
    )
    kind = "application/ld+json" if ld else "application/json"
    return (
        f"<html lang=en><title>Lamps</title><nav><a href=/>Home</a><a href=/about>About</a></nav><ul>{cards}</ul>"
        f'<script type="{kind}">{json.dumps({"itemListElement": data})}</script>'
    )


def columns_of(page, **options):
    found = pagerows.extract(page, url="https://shop.example/lamps", **options)
    assert len(found.table) == len(WORDS)
    return {column.key or column.name: column for column in found.table.all_columns}


def test_columns_know_the_keys_that_say_the_same():
    columns = columns_of(shop(goods()))
    assert {"name", "offers.price", "aggregateRating.ratingValue", "aggregateRating.reviewCount"} <= columns.keys()
    assert columns["released"].texts[0] == "March 10, 2024"
    assert {column.source for column in columns.values()} == {"page"}


def test_exact_values_come_from_the_data_and_texts_from_the_page():
    columns = columns_of(shop(goods()))
    reviews, rating = columns["aggregateRating.reviewCount"], columns["aggregateRating.ratingValue"]
    assert reviews.texts[1].startswith("1.3K")  # as it is shown
    assert reviews.values[1] == 1313
    assert rating.values[0] == pytest.approx(3.11)
    assert columns["offers.price"].values[1] == Money(23.25, "CAD")  # a bare $ stands for several currencies
    assert columns["offers.price"].unit == "CAD"
    assert columns["released"].values[0] == datetime(2024, 3, 10, 9, 30, tzinfo=UTC)


def test_fields_that_only_the_data_have_are_columns_for_those_who_ask():
    without, with_them = columns_of(shop(goods())), columns_of(shop(goods()), embedded=True)
    assert "stock" not in without
    assert "sku" not in without
    assert with_them["stock"].values == tuple(3 + n * n for n in range(8))
    assert with_them["sku"].texts[2] == "SK-4014"
    assert {key for key, column in with_them.items() if column.source == "embedded"} == {"sku", "stock"}
    table = pagerows.extract(shop(goods()), url="https://shop.example/lamps", embedded=True).table
    assert [len(row) for row in table.rows] == [len(table.columns)] * 8


def test_a_key_that_mostly_contradicts_is_no_key():
    shown = [g | {"offers": {"price": 500 + n}} for n, g in enumerate(goods())]
    columns = columns_of(shop(goods(), shown))
    assert "offers.price" not in columns
    assert all(column.doubt is None or "data" not in column.doubt for column in columns.values())


def test_one_contradiction_among_many_is_told():
    data = [
        {"name": f"Thing number {n} of many", "url": f"/t/{n}-thing", "price": 10 + n, "code": f"C{n}x"}
        for n in range(20)
    ]
    shown = "".join(
        f"<li><a href=/t/{n}-thing>Thing number {n} of many</a><b>{(10 + n) if n != 7 else 99}.00 €</b></li>"
        for n in range(20)
    )
    page = f'<ul>{shown}</ul><script type="application/json">{json.dumps(data)}</script>'
    price = next(c for c in pagerows.extract(page).table.all_columns if c.type == "money")
    assert price.key == "price"
    assert price.doubt == "1 of 20 cells differ from price of the page's data"
    assert (price.texts[7], price.values[7].amount, price.confidence) == ("99.00 €", 99, 0.85)


def test_records_in_another_order_than_the_data_are_joined_by_what_they_say():
    columns = columns_of(shop(goods()[::-1], goods()), embedded=True)
    assert columns["stock"].values == tuple(3 + n * n for n in range(8))


def test_a_record_without_an_object_has_no_data():
    columns = columns_of(shop(goods()[1:7], goods()), embedded=True)
    assert columns["sku"].texts == [None, *(f"SK-{4000 + 7 * n}" for n in range(1, 7)), None]


def test_few_objects_of_many_records_are_not_joined():
    columns = columns_of(shop(goods()[:3], goods()), embedded=True)
    assert all(column.source == "page" for column in columns.values())


def test_objects_about_a_field_of_the_records_are_not_joined():
    people = [
        {"name": f"{word} Smith", "url": f"/people/{word.lower()}", "karma": n * 7} for n, word in enumerate(WORDS)
    ]
    posts = "".join(
        f"<li><h3><a href=/posts/{n}>Post about topic {n} and more</a></h3><p>Some words on topic {n}</p>"
        f"<a href=/people/{word.lower()}>{word} Smith</a></li>"
        for n, word in enumerate(WORDS)
    )
    page = f'<ul>{posts}</ul><script type="application/json">{json.dumps(people)}</script>'
    columns = pagerows.extract(page, embedded=True).table.all_columns
    assert all(column.source == "page" and column.key is None for column in columns)


def test_objects_that_nothing_tells_apart_are_not_joined():
    data = [{"name": "Lamp", "price": 5, "id": n} for n in range(8)]
    shown = "".join("<li><h3>Lamp</h3><p>5 €</p></li>" for _ in range(8))
    page = f'<ul>{shown}</ul><script type="application/json">{json.dumps(data)}</script>'
    found = pagerows.extract(page, embedded=True, min_score=0)
    assert all(column.source == "page" for column in found.table.all_columns)


def test_lists_of_sections_are_joined_as_one():
    data = {"sections": [{"posts": goods()[:4]}, {"posts": goods()[4:]}]}
    page = shop(goods()).partition("<script")[0] + f'<script type="application/json">{json.dumps(data)}</script>'
    assert columns_of(page, embedded=True)["stock"].values == tuple(3 + n * n for n in range(8))


def test_a_text_that_is_cut_short_stays_and_all_of_it_is_a_further_column():
    data = [g | {"description": f"Word {n} " + "and many more words " * 4} for n, g in enumerate(goods())]
    shown = "".join(
        f"<li><h3><a href='{g['url']}'>{g['name']}</a></h3><p>{g['description'][:35]}…</p></li>" for g in data
    )
    page = f'<ul>{shown}</ul><script type="application/json">{json.dumps(data)}</script>'
    columns = pagerows.extract(page, embedded=True).table.all_columns
    cut, whole = (c for c in columns if c.key == "description")
    assert (cut.source, whole.source) == ("page", "embedded")
    assert cut.texts[0].endswith("…")
    assert whole.texts[0].endswith("more words")


def test_a_column_whose_name_is_bare_or_a_guess_is_called_by_its_key():
    fits = ("slim fit", "oversized", "loose cut", "slim fit", "wide", "loose cut", "regular", "wide")
    data = [g | {"fit": fit} for g, fit in zip(goods(), fits, strict=True)]
    cards = shop(data).partition("<script")[0]
    for g in data:
        cards = cards.replace(f"<h3>{g['name']}</h3></a>", f"<h3>{g['name']}</h3></a><p class=x9>{g['fit']}</p>")
    page = f"{cards}<script>window.state = {json.dumps({'goods': data})}</script>"
    own = next(column for column in columns_of(page, join_data=False).values() if column.texts[0] == "slim fit")
    joined = next(column for column in columns_of(page).values() if column.texts[0] == "slim fit")
    assert (own.role, joined.role) == (None, None)
    assert own.name == "text" or own.confidence < 0.3
    assert joined.name == "fit"


def test_a_page_without_data_costs_no_join():
    page = shop(goods()).partition("<script")[0]
    assert all(column.key is None for column in pagerows.extract(page, embedded=True).table.all_columns)


@pytest.mark.parametrize(
    ("text", "read", "value", "agrees"),
    [
        ("Tent", None, "tent", True),
        ("By Ann Lee", None, "Ann Lee", True),
        ("Salt & pepper", None, "<p>Salt &amp; pepper</p>", True),
        ("A long text that was cu…", None, "A long text that was cut in the middle", True),
        ("Tents", None, "Tent", False),
        ("12 left", None, "12", False),
        ("4.5", 4.5, 4.52, True),
        ("4.5", 4.5, 4.61, False),
        ("3.7", 3.7, 3.65, True),
        ("$8 to $12", Money(8, "USD", 12), 8, True),
        ("$8 to $12", Money(8, "USD", 12), 0, None),
        ("GTX®", None, "GTX&amp;#174;", True),
        ("1.2K", 1200, 1234, True),
        ("1200", 1200, 1234, False),
        ("$12", Money(12, "USD"), "12.00", True),
        ("$12", Money(12, "USD"), 13, False),
        ("May 1", date(2020, 5, 1), "2020-05-01T10:00:00Z", True),
        ("May 1", date(2020, 5, 1), "2020-04-30T23:30:00Z", True),
        ("May 1", date(2020, 5, 1), "2020-04-30", False),
        ("May 1", date(2020, 5, 1), 1588327200, True),
        ("May 1", date(2020, 5, 1), 5, None),
        ("yes", None, True, None),
    ],
    ids=lambda value: str(value)[:24],
)
def test_what_says_the_same(text, read, value, agrees):
    assert same(ShownCell(Cell(text), read), DataValue(value)).agrees is agrees


def test_lists_say_the_same_in_any_order():
    tags = ShownCell(Cell("a; b", items=(Cell("a"), Cell("b"))))
    assert same(tags, DataValue(("b", "a"))).agrees
    assert same(tags, DataValue(("b",))).agrees is False


@pytest.mark.parametrize(
    ("url", "value", "agrees"),
    [
        ("https://a.example/p/tent?ref=1", "/p/tent/", True),
        ("https://a.example/p/tent", "tent", True),
        ("https://a.example/p/tent/", "https://b.example/p/tent#more", True),
        ("https://a.example/p/12345", 12345, True),
        ("https://a.example/p/tent", "/p/stove", False),
        ("https://a.example/p/tent", "stove", None),
        ("https://a.example/p/tent", "a tent", None),
        ("https://a.example/p/tent", ("/p/tent",), None),
        (None, "/p/tent", None),
    ],
)
def test_links_that_say_the_same(url, value, agrees):
    assert same(ShownCell(Cell("Tent", "link", url)), DataValue(value), OF_LINKS).agrees is agrees


@pytest.mark.parametrize(
    ("value", "agrees"),
    [
        ("https://img.example/900/tent-red.jpg", True),
        (("https://img.example/200/tent-red.jpg", "/other.jpg"), True),
        ("https://img.example/200/tent-blue.jpg", False),
        ("tent-red.jpg", None),
        ((), None),
    ],
)
def test_pictures_that_say_the_same(value, agrees):
    cell = ShownCell(Cell("", "image", "https://img.example/200/tent-red.jpg?w=1"))
    assert same(cell, DataValue(value), OF_IMAGES).agrees is agrees


def test_columns_of_data_are_known_by_their_keys_on_the_next_page_of_a_list():
    known = Columns()
    for data in (goods(), goods()[::-1]):
        found = pagerows.extract(shop(data), url="https://shop.example/lamps", embedded=True)
        own = [sheet_column(column) for column in found.table.all_columns]
        made = {column.name: column for column in known.arrange(keys_of(found.page, found.best), own, len(data))}
    assert (made["sku"].texts[0], made["stock"].texts[0]) == ("SK-4049", "52")
    assert len(made) == len(own)


TEXTS = (
    "Tent, red",
    "tent red",
    "Tent",
    "A large red tent for two…",
    "A large red tent for two persons",
    "12",
    "1.2K",
    "Über 5",
    "",
    "…",
)
READ = (None, 12, 12.5, 1200, date(2024, 5, 7), datetime(2024, 5, 7, 10), Money(5, "EUR"), Money(5, "EUR", 9), True)
SAID = (
    *TEXTS, 12, 12.49, 1234, 1715076000, 1715076000000, "2024-05-07T23:00:00Z", "2024-05-08", "12.50", True, (),
    ("tent", "red"), ("Red", "Tent"), "https://a.example/p/tent-red?x=1", "/p/tent-red", "tent-red",
    "<b>Tent</b>, red", "/i/picture-1.jpg", 10**400, "٣",
)  # fmt: skip
URLS = (None, "https://a.example/p/tent-red", "https://b.example/i/picture-1.jpg", "/p/other")


def test_cells_and_values_compare_as_anyone_would_compare_them():
    chosen = random.Random(8)
    ways = ((OF_VALUES, oracle.same_value), (OF_LINKS, oracle.same_link), (OF_IMAGES, oracle.same_image))
    cells = [
        (Cell(text, url=url, items=items), read)
        for text in TEXTS for url in URLS for read in READ for items in ((), (Cell("tent"), Cell("red")))
    ]  # fmt: skip
    for (cell, read), value in itertools.product(cells, SAID):
        for what, compare in ways:
            expected = compare(oracle.ShownCell(cell, read), oracle.DataValue(value))
            assert same(ShownCell(cell, read), DataValue(value), what) == expected, (cell, read, value)
        assert is_mute(value) == oracle.is_mute(value)
    found = 0
    for _ in range(3000):
        what, compare = chosen.choice(ways)
        some, said = chosen.choices(cells, k=4), chosen.choices(SAID, k=4)
        rows = [(chosen.choice((*some, None)), chosen.choice((*said, None))) for _ in range(chosen.randrange(1, 12))]
        if chosen.random() < 0.5:
            rows = [row and (row, chosen.choice((row[0].text, row[0].url, row[1]))) for row, _ in rows if row] or rows
        old = [(oracle.ShownCell(*cell), oracle.DataValue(value)) for cell, value in rows if cell and value is not None]
        new = [(cell and ShownCell(*cell), None if value is None else DataValue(value)) for cell, value in rows]
        made = agreement([cell for cell, _ in new], [value for _, value in new], what)
        assert made == oracle.match(compare, old), rows
        found += made is not None
    assert found > 100


def test_values_of_a_key_are_those_that_enough_objects_tell():
    fields = [{"a": 1}, None, {"a": ()}, {"b": 2}, {"a": "x"}, {"a": "y"}]
    found = values_of("a", fields)
    assert [value and value.value for value in found] == [1, None, (), None, "x", "y"]
    assert values_of("a", fields[:5]) is None
