"""Types and values, decided over whole columns."""

from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.columns.numbers import decimal_mark, read_number
from pagerows.columns.types import column_type


@pytest.mark.parametrize(
    ("texts", "lang", "type_", "values"),
    [
        (["Tent", "Stove 3", "Two-person tent"], None, "text", None),
        (["12", "1,024", "7"], None, "integer", [12, 1024, 7]),
        (["3.350", "1,5"], None, "decimal", [3350, 1.5]),
        (["3.350", "0.5"], None, "decimal", [3.35, 0.5]),
        (["3.350", "4.100"], "de", "integer", [3350, 4100]),
        (["3.350", "4.100"], "en", "decimal", [3.35, 4.1]),
        (["1 200", "12 345 678"], None, "integer", [1200, 12345678]),
        (["-5", "+3", "−2"], None, "integer", [-5, 3, -2]),
        (["(128 reviews)", "(1 review)"], None, "integer", [128, 1]),
        (["Reviews: 12", "Reviews: 3"], None, "integer", [12, 3]),
        (["Item 1", "Item 2"], None, "text", None),
        (["01234", "98765"], None, "text", None),
        (["1.2.3", "1.2.10"], None, "text", None),
        (["£51.77", None, "£1,003.50"], None, "money", [(51.77, "GBP"), None, (1003.5, "GBP")]),
        (["€ 3.350", "€ 120"], None, "money", [(3350, "EUR"), (120, "EUR")]),
        (["R$ 12,00", "R$ 1.250,90"], "pt-BR", "money", [(12.0, "BRL"), (1250.9, "BRL")]),
        (["19,99 €", "5,- €"], "de", "money", [(19.99, "EUR"), (5, "EUR")]),
        (["from $12", "$1.50 per night"], None, "money", [(12, "USD"), (1.5, "USD")]),
        (["1 299 kr", "-50 kr"], "sv", "money", [(1299, "SEK"), (-50, "SEK")]),
        (["£9 £7", "£5", "£4", "£3", "£2"], None, "money", [(None, "GBP"), *((n, "GBP") for n in (5, 4, 3, 2))]),
        (["$5", "$6", "$7", "$8", "Sold out"], None, "money", [(5, "USD"), (6, "USD"), (7, "USD"), (8, "USD"), None]),
        (["CHF 5.50", "12 USD"], None, "money", [(5.5, "CHF"), (12, "USD")]),
        (["12 %", "-3.5%"], None, "percentage", [12, -3.5]),
        (["20% off", "5% off"], None, "percentage", [20, 5]),
        (["2020-05-01", "2021-12-31"], None, "date", [date(2020, 5, 1), date(2021, 12, 31)]),
        (["03/04/2020", "25/04/2020"], "en", "date", [date(2020, 4, 3), date(2020, 4, 25)]),
        (["03/04/2020", "04/25/2020"], "de", "date", [date(2020, 3, 4), date(2020, 4, 25)]),
        (["03/04/2020"], "en-US", "date", [date(2020, 3, 4)]),
        (["03/04/2020"], "en-GB", "date", [date(2020, 4, 3)]),
        (["1.5.2020", "2.5.20"], None, "date", [date(2020, 5, 1), date(2020, 5, 2)]),
        (["5 May 2020", "Tue, 12th June 2021"], None, "date", [date(2020, 5, 5), date(2021, 6, 12)]),
        (["May 5, 2020", "Sept. 1, 1999"], None, "date", [date(2020, 5, 5), date(1999, 9, 1)]),
        (["2020-05-01 10:30", "2020-05-02"], None, "date", [datetime(2020, 5, 1, 10, 30), datetime(2020, 5, 2)]),
        (["5. März 2020", "12. Oktober 2021"], "de", "date", [date(2020, 3, 5), date(2021, 10, 12)]),
        (["31/02/2020", "1/2/2020"], None, "text", None),
        (["10:30", "7:05 pm"], None, "time", [time(10, 30), time(19, 5)]),
        (["https://a.example/x", "www.b.example"], None, "url", None),
        (["4.5 out of 5", "3 out of 5"], None, "rating", [4.5, 3]),
        (["4/5", "5/5"], None, "rating", [4, 5]),
        (["★★★☆☆", "★★★★★"], None, "rating", [3, 5]),
        (["4 stars", "1 star"], None, "rating", [4, 1]),
        (["11/5", "12/5"], None, "text", None),
        ([None, "", None], None, "text", None),
        ([], None, "text", None),
    ],
)
def test_a_column_has_one_type(texts, lang, type_, values):
    assert column_type(texts, lang) == (type_, None if values is None else tuple(values))


@given(st.lists(st.integers(0, 10**9), min_size=1), st.sampled_from(".,"))
def test_grouped_numbers_with_cents_are_read_whatever_the_marks(numbers, mark):
    group = "," if mark == "." else "."
    texts = [f"{n:,}.25".translate(str.maketrans({",": group, ".": mark})) for n in numbers]
    assert decimal_mark(texts) == mark
    assert [read_number(text, mark) for text in texts] == [n + 0.25 for n in numbers]


@given(st.lists(st.none() | st.text(max_size=70), max_size=8), st.sampled_from([None, "en", "de", "xx"]))
def test_any_texts_have_a_type_and_as_many_values(texts, lang):
    _, values = column_type(texts, lang)
    assert values is None or len(values) == len(texts)
