"""`want`: exactly the columns that somebody asked for, in that order, null where the page has none."""

import pytest

import pagerows
from pagerows.errors import ParameterError
from pagerows.export import save

GOODS = [
    ("Walnut writing desk", "£499", "£399", "ships in May", "Oak & Co", 12),
    ("Brass reading lamp", "£80", "£60", "ships in June", "Lumen", 7),
    ("Linen arm chair", "£310", "£250", "ships in May", "Oak & Co", 31),
    ("Cotton throw blanket", "£45", "£30", "ships in July", "Weavers", 4),
    ("Ash book shelf", "£150", "£120", "ships in June", "Oak & Co", 9),
]
ITEM = (
    "<li><img src='/pictures/{n}.jpg' alt='{0}'><h3><a href='/goods/{n}'>{0}</a></h3><p><s>{1}</s></p><p><b>{2}</b></p>"
    "<p class=brand>{4}</p><p>{5} reviews</p><p><b>Dispatch:</b></p><p>{3}</p></li>"
)
PAGE = "<ul>" + "".join(ITEM.format(*goods, n=n) for n, goods in enumerate(GOODS)) + "</ul>"


def extracted(*want: str):
    return pagerows.extract(PAGE, url="https://shop.example/", method="same_path", align="fields", want=list(want))


def test_exactly_these_columns_in_this_order():
    found = extracted("price", "title", "url")
    assert found.table.names == ["price", "title", "url"]
    assert found.table.rows[1] == ["£60", "Brass reading lamp", "https://shop.example/goods/1"]
    assert found.missing == ()


def test_the_picture_is_its_address_and_old_and_new_price_are_told_apart():
    found = extracted("image", "old_price", "price")
    assert found.table.rows[0] == ["https://shop.example/pictures/0.jpg", "£499", "£399"]


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ("Name", "Walnut writing desk"),
        ("cost", "£399"),
        ("Preis", "£399"),
        ("msrp", "£499"),
        ("Dispatch", "ships in May"),
        ("link", "https://shop.example/goods/0"),
        ("review count", "12"),
    ],
)
def test_wishes_are_met_by_role_name_and_synonym(wish, text):
    found = extracted(wish)
    assert found.table.names == [wish]
    assert found.table.rows[0] == [text]


@pytest.mark.parametrize("wish", ["author", "rating", "phone", "shoe size", "description"])
def test_what_the_page_has_not_is_null_and_told(wish):
    found = extracted("title", wish)
    assert [row[1] for row in found.table.rows] == [None] * len(GOODS)
    assert found.missing == (wish,)


def test_typed_values_come_along():
    price = extracted("price").table.columns[0]
    assert (price.type, price.role, price.values[0].amount) == ("money", "price", 399)


def test_without_wishes_nothing_is_missing():
    assert pagerows.extract(PAGE, method="same_path").missing == ()


def test_without_records_everything_is_missing():
    assert pagerows.extract("<p>Hello", want=["title"]).missing == ("title",)


@pytest.mark.parametrize("want", ["title", [], [""], ["title", "Title"], [3]])
def test_wishes_that_cannot_be_meant_are_told(want):
    with pytest.raises(ParameterError, match="want"):
        pagerows.extract(PAGE, want=want)


def test_files_have_these_columns_and_no_others(tmp_path):
    found = extracted("title", "author", "url")
    save(found, tmp_path / "rows.csv")
    lines = (tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["title,author,url", "Walnut writing desk,,https://shop.example/goods/0"]
