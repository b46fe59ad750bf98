"""Types and values, decided over whole columns."""

from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows import extract
from pagerows.columns.currencies import declared_currency
from pagerows.columns.numbers import decimal_mark, read_number
from pagerows.columns.reading import Context, Habits
from pagerows.columns.types import column_type, with_role
from pagerows.values import Money, Range

NOW = datetime(2026, 3, 8, 12, 0)


def usd(*amounts):
    return [None if amount is None else Money(amount, "USD") for amount in amounts]


@pytest.mark.parametrize(
    ("texts", "lang", "type_", "values"),
    [
        (["Tent", "Stove 3", "Two-person tent"], None, "text", None),
        (["12", "1,024", "7"], None, "integer", [12, 1024, 7]),
        (["3.350", "1,5"], None, "decimal", [3350, 1.5]),
        (["3.350", "0.5"], None, "decimal", [3.35, 0.5]),
        (["3.350", "4.100"], "de", "integer", [3350, 4100]),
        (["3.350", "4.100"], "en", "decimal", [3.35, 4.1]),
        (["3.350", "4.100"], None, "integer", None),
        (["1 200", "12 345 678"], None, "integer", [1200, 12345678]),
        (["-5", "+3", "−2"], None, "integer", [-5, 3, -2]),
        (["(128 reviews)", "(1 review)"], None, "integer", [128, 1]),
        (["Reviews: 12", "Reviews: 3"], None, "integer", [12, 3]),
        (["Item 1", "Item 2"], None, "text", None),
        (["01234", "98765"], None, "text", None),
        (["1.2.3", "1.2.10"], None, "text", None),
        (["£51.77", None, "£1,003.50"], None, "money", [Money(51.77, "GBP"), None, Money(1003.5, "GBP")]),
        (["€ 3.350", "€ 120"], None, "money", [Money(3350, "EUR"), Money(120, "EUR")]),
        (["R$ 12,00", "R$ 1.250,90"], "pt-BR", "money", [Money(12.0, "BRL"), Money(1250.9, "BRL")]),
        (["19,99 €", "5,- €"], "de", "money", [Money(19.99, "EUR"), Money(5, "EUR")]),
        (["from $12", "$1.50 per night"], None, "money", [Money(12, "USD"), Money(1.5, "USD")]),
        (["1 299 kr", "-50 kr"], "sv", "money", [Money(1299, "SEK"), Money(-50, "SEK")]),
        (["£9 £7", "£5", "£4", "£3", "£2"], None, "money", [None, *(Money(n, "GBP") for n in (5, 4, 3, 2))]),
        (["$5", "$6", "$7", "$8", "Sold out"], None, "money", usd(5, 6, 7, 8, None)),
        (["CHF 5.50", "12 USD"], None, "money", [Money(5.5, "CHF"), Money(12, "USD")]),
        (["12 %", "-3.5%"], None, "percentage", [12, -3.5]),
        (["20% off", "5% off"], None, "percentage", [20, 5]),
        (["2020-05-01", "2021-12-31"], None, "date", [date(2020, 5, 1), date(2021, 12, 31)]),
        (["03/04/2020", "25/04/2020"], "en", "date", [date(2020, 4, 3), date(2020, 4, 25)]),
        (["03/04/2020", "04/25/2020"], "de", "date", [date(2020, 3, 4), date(2020, 4, 25)]),
        (["03/04/2020"], "en-US", "date", [date(2020, 3, 4)]),
        (["03/04/2020"], "en-GB", "date", [date(2020, 4, 3)]),
        (["1.5.2020", "2.5.20"], None, "date", [date(2020, 5, 1), date(2020, 5, 2)]),
        (["5 May 2020", "Sat, 12th June 2021"], None, "date", [date(2020, 5, 5), date(2021, 6, 12)]),
        (["May 5, 2020", "Sept. 1, 1999"], None, "date", [date(2020, 5, 5), date(1999, 9, 1)]),
        (["2020-05-01 10:30", "2020-05-02"], None, "date", [date(2020, 5, 1), date(2020, 5, 2)]),
        (["5. März 2020", "12. Oktober 2021"], "de", "date", [date(2020, 3, 5), date(2021, 10, 12)]),
        (["31/02/2020", "1/2/2020"], "de", "date", [None, date(2020, 2, 1)]),
        (["10:30", "7:05 pm"], None, "time", [time(10, 30), time(19, 5)]),
        (["https://a.example/x", "www.b.example"], None, "url", None),
        (["4.5 out of 5", "3 out of 5"], None, "rating", [4.5, 3]),
        (["4/5", "5/5"], None, "rating", [4, 5]),
        (["★★★☆☆", "★★★★★"], None, "rating", [3, 5]),
        (["4 stars", "1 star"], None, "rating", [4, 1]),
        (["11/5", "12/5"], None, "text", None),
        # Never a wrong value.
        (["15K", "1.2K", "890"], "en", "integer", [15000, 1200, 890]),
        (["4K", "8K", "4K"], "en", "integer", None),
        (["- $155.00", "- $20.00"], "en", "money", None),
        (["$10 - $20", "$5"], "en", "money", [Money(10, "USD", 20), Money(5, "USD")]),
        (["$1.2M", "$900K"], "en", "money", usd(1_200_000, 900_000)),
        (["arXiv:2603.05498", "arXiv:2603.05499", "arXiv:2603.05501"], "en", "text", None),
        (["500 g", "1 kg"], "en", "text", [500, 1000]),
        (["500 g", "1 l"], "en", "text", None),
        (["3 days ago", "yesterday"], "en", "date", [date(2026, 3, 5), date(2026, 3, 7)]),
        (["Mar 16 - 19, 2026"], "en", "date", [Range(date(2026, 3, 16), date(2026, 3, 19))]),
        (["46m", "1h 6m"], "en", "time", [46, 66]),
        (["8:17", "7:49"], "en", "time", None),
        (["9d", "4d"], "en", "date", None),
        (["In stock", "Sold out"], "en", "text", [True, False]),
        (["1999", "2004", "2010"], "en", "date", [1999, 2004, 2010]),
        (["+1 555 123 4567", "+1 555 987 6543"], "en", "text", ["+15551234567", "+15559876543"]),
        (["KR800", "KR161", "KR172"], "en", "text", None),
        (["4/5", "7/10"], "en", "rating", None),
        (["10:30 UTC", "11:45 UTC"], None, "time", [time(10, 30, tzinfo=UTC), time(11, 45, tzinfo=UTC)]),
        ([None, "", None], None, "text", None),
        ([], None, "text", None),
    ],
)
def test_a_column_has_one_type(texts, lang, type_, values):
    made = column_type(texts, Context.of(lang, now=NOW))
    assert (made.type, made.values) == (type_, None if values is None else tuple(values))


def test_what_a_column_is_for_tells_what_its_bare_numbers_are():
    numbers = column_type(["4.5", "3.9"])
    assert with_role(numbers, "rating").type == "rating"
    assert with_role(numbers, "price").values == (Money(4.5, None), Money(3.9, None))
    assert with_role(column_type(["20130", "7343"]), "id").type == "text"
    assert with_role(numbers, None) is numbers


@pytest.mark.parametrize(
    ("texts", "context", "values", "doubt"),
    [
        (["03/04/2020"], Context(lang="en"), None, "day or month first"),
        (["03/04/2020"], Context(lang="en", habits=Habits(day_first=True)), (date(2020, 4, 3),), None),
        (["3 days ago"], Context(lang="en"), None, "no reference time"),
        (["4/5", "8/10"], Context(), None, "two scales"),
        (["$3/kg", "$1/100 g"], Context(), None, "prices per different units"),
        (["$17 an hour", "$49,913 a year"], Context(), None, "prices per different units"),
        (["2 colours", "1 colour", "1 player", "3 colours"], Context(), (2, 1, None, 3), "1 of 4 cells unread"),
        (["$5", "$6", "$7", "See cart"], Context(), (*usd(5, 6, 7), None), "1 of 4 cells unread"),
        (["1.500"], Context(habits=Habits(mark=",")), (1500,), None),
        (["1.500", "2.500"], Context(), None, "thousands or fractions"),
    ],
)
def test_what_is_not_certain_has_no_value_and_says_why(texts, context, values, doubt):
    made = column_type(texts, context)
    assert (made.values, made.doubt) == (values, doubt)
    assert (made.confidence < 0.9) == (doubt is not None)


@given(st.lists(st.integers(0, 10**9), min_size=1), st.sampled_from(".,"))
def test_grouped_numbers_with_cents_are_read_whatever_the_marks(numbers, mark):
    group = "," if mark == "." else "."
    texts = [f"{n:,}.25".translate(str.maketrans({",": group, ".": mark})) for n in numbers]
    assert decimal_mark(texts).sign == mark
    assert [read_number(text, mark) for text in texts] == [n + 0.25 for n in numbers]


@given(st.lists(st.none() | st.text(max_size=90), max_size=8), st.sampled_from([None, "en", "de", "xx"]))
def test_any_texts_have_a_type_and_as_many_values(texts, lang):
    values = column_type(texts, Context.of(lang)).values
    assert values is None or len(values) == len(texts)


@pytest.mark.parametrize(
    ("html", "currency"),
    [
        ('<script type="application/ld+json">{"priceCurrency": "AUD"}</script>', "AUD"),
        ('<meta itemprop="priceCurrency" content="CAD">', "CAD"),
        ('<meta property="og:price:currency" content="NZD">', "NZD"),
        ('<script>Shop.currency = {"active":"x"}; x = {"currencyCode":"MXN"}</script>', "MXN"),
        ('{"currency":"USD"} {"currency":"CAD"}', None),
        ("our currency: dollars", None),
        ("urrency" * 100_000, None),
    ],
)
def test_a_page_may_declare_its_currency(html, currency):
    assert declared_currency(html.encode()) == currency


def test_a_declared_currency_decides_what_a_shared_sign_means():
    assert column_type(["$5"], Context(lang="en", declared=lambda: "CAD")).unit == "CAD"
    assert column_type(["$5"], Context(lang="en", declared=lambda: "EUR")).unit == "USD"
    assert column_type(["5 €"], Context(lang="en", declared=lambda: "CAD")).unit == "EUR"


PATHOLOGICAL = {
    "digits": "1" * 100_000,
    "grouped digits": "1" + ",234" * 25_000 + ".5",
    "a rating": "9" * 100_000 + "/5",
    "a percentage": "9" * 100_000 + "%",
    "brackets": "(" * 50_000 + "5" + ")" * 50_000,
    "marks of direction": "\u200f" * 100_000 + "5",
    "reversed": "\u202e321",
    "spaces": "5" + " " * 100_000 + "€",
    "dashes": "5" + " - 5" * 25_000,
    "months": "May " * 25_000,
    "digits of two scripts": "1２٣",
    "short grouped digits": "1" + ",234" * 19,
    "short digits": "9" * 79,
    "short brackets": "(" * 40 + "5" + ")" * 38,
    "combining marks": "5" + "\u0301" * 60,
}


@pytest.mark.parametrize("text", PATHOLOGICAL.values(), ids=PATHOLOGICAL.keys())
def test_pathological_texts_have_no_value(text):
    typed = column_type([text, text, text], Context(lang="en"))
    assert typed.values is None


@pytest.mark.parametrize("unit", ["1", ",234", "(", " - 5", "May ", "$", "a.", "é", "\u200f", "5 ", "1h "])
def test_work_does_not_grow_with_the_length_of_texts(calls, unit):
    column_type([unit], Context(lang="en"))
    assert calls(column_type, [unit * 20_000]) <= calls(column_type, [unit * 2_000]) + 20


def test_work_grows_with_the_number_of_texts_and_not_with_that_of_kinds(calls):
    few, many = ([f"Tent {n} blue" for n in range(count)] for count in (500, 5_000))
    assert calls(column_type, many) < 12 * calls(column_type, few)
    assert calls(column_type, many) < 40 * len(many)


@pytest.mark.parametrize(
    ("lang", "url", "country"),
    [
        ("en-GB", None, "gb"),
        ("en", "https://shop.example.com.au/x", "au"),
        ("en-US", "https://council.nsw.gov.au/", "au"),
        ("en-US", "https://example.com/", "us"),
        ("fr-CA", "https://example.fr/", "ca"),
        ("en", "https://example.io/", None),
        (None, "http://[broken", None),
    ],
)
def test_the_country_is_what_language_and_address_say(lang, url, country):
    assert Context.of(lang, url).country == country


def test_a_column_that_leaves_the_order_of_day_and_month_open_follows_the_others_of_its_page():
    rows = "".join(
        f"<tr><td>Garage number {n}</td><td>0{n}/05/2019</td><td>{n + 12}/06/2019</td></tr>" for n in range(1, 8)
    )
    table = extract(f"<html lang=en-US><table>{rows}</table>").table
    assert [column.values[0] for column in table.columns[1:]] == [date(2019, 5, 1), date(2019, 6, 13)]


@pytest.mark.parametrize(
    ("price", "value"),
    [
        ("<p>{n}<sup>97</sup> €</p>", None),
        ("<p><span>$</span><span>{n}</span><span>97</span></p>", None),
        ("<p>{n} <s>€</s></p>", 13),
        ("<p><b>{n}</b>.97 €</p>", 13.97),
    ],
)
def test_a_number_that_stands_in_two_elements_is_not_read_as_one(price, value):
    items = "".join(f"<li><h3>Garden chair {n}</h3>{price.replace('{n}', str(12 + n))}</li>" for n in range(1, 8))
    columns = [column for column in extract(f"<html lang=en><ul>{items}</ul>").table.columns if column.type == "money"]
    found = columns[0].values
    assert (found[0].amount if found else None) == value


def test_a_raised_digit_beside_a_month_is_no_day():
    assert column_type(["May ² 2024", "June ³ 2024"]).values == column_type(["May x 2024", "June y 2024"]).values
