"""What pictures say, ratings that are drawn, ranks, and what a page calls its own address."""

import pytest

import pagerows


def table_of(card, count=8, **values):
    items = "".join(
        f"<li class=item>{card.format(n=n, **{k: v[n % len(v)] for k, v in values.items()})}</li>" for n in range(count)
    )
    return pagerows.extract(f"<main><ul>{items}</ul></main>", method="signal", align="fields").table


TITLE = "<h3><a href=/thing/{n}>Some thing number {n} of many</a></h3>"


def column(table, *texts):
    return next((own for own in table.columns if tuple(own.texts[: len(texts)]) == texts), None)


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("<span class='rating-{r}'></span>", ("3", "4", "5")),
        ("<img src=/stars.png alt='{r} out of 5'>", ("3 out of 5", "4 out of 5", "5 out of 5")),
        ("<a class=x href=/r title='{r} out of 5 stars'><b>(1{n})</b></a>", ("3 out of 5 stars", "4 out of 5 stars")),
    ],
    ids=["class", "picture", "title of a count"],
)
def test_ratings_are_read_where_they_are_not_written(markup, said):
    assert column(table_of(TITLE + markup, r=["3", "4", "5"]), *said)


def test_stars_are_counted_with_halves():
    full, half, none = (f"<i class='star-{kind}'></i>" for kind in ("full", "half", "empty"))
    stars = [full * 3 + half + none, full * 5, full * 2 + none * 3]
    assert column(table_of(TITLE + "<div class=stars>{s}</div>", s=stars), "3.5", "5", "2")


def test_a_picture_that_leads_to_a_brand_says_the_brand():
    brands = ["Acme", "Bolt", "Crane"]
    found = column(table_of(TITLE + "<a href=/brands/{b}><img src=/{b}.png alt={b}></a>", b=brands), "Acme", "Bolt")
    assert found is not None
    assert found.urls[0].endswith("/brands/Acme")


def test_a_title_that_is_only_drawn_is_read():
    table = table_of("<a href=/g/{n}><img src=/p{n}.png alt='The great game {n}'></a><b>$ {n}5.00</b>")
    assert column(table, "The great game 0", "The great game 1")


def test_one_picture_for_all_records_is_no_column():
    table = table_of(TITLE + "<img src=/blank-card.png alt=''><b>$ {n}5.00</b>")
    assert not [own for own in table.all_columns if own.kind == "image"]


def test_a_number_that_counts_the_records_is_a_column_of_its_own():
    table = table_of("<h3><a href=/t/{n}>{n}. Camping tent of kind {n}</a></h3><p>Some words on {n}</p>")
    assert column(table, "Camping tent of kind 0", "Camping tent of kind 1")


@pytest.mark.parametrize(
    ("head", "url", "expected"),
    [
        ("<link rel=canonical href=https://a.example/list>", None, "https://a.example/x"),
        ("<meta property='og:url' content='https://b.example/list'>", None, "https://b.example/x"),
        ("<base href=https://c.example/d/><link rel=canonical href=https://a.example/>", None, "https://c.example/d/x"),
        ("<base href=/d/><link rel=canonical href=https://a.example/>", None, "https://a.example/d/x"),
        ("<link rel=canonical href=https://a.example/list>", "https://e.example/", "https://e.example/x"),
        ("<link rel=canonical href=/list>", None, "x"),
    ],
    ids=["canonical", "og:url", "base first", "relative base", "url first", "no address"],
)
def test_links_are_relative_to_what_the_page_calls_its_own_address(head, url, expected):
    assert pagerows.parse(f"<head>{head}</head><a href=x>X</a>", url=url).absolute("x") == expected


def test_what_a_page_says_for_machines_alone_is_read():
    table = table_of(
        TITLE + "<span itemprop=x><meta itemprop=sku content=AB-{n}1><meta itemprop=url content=/{n}></span>"
    )
    assert column(table, "AB-01", "AB-11")
    assert not column(table, "/0", "/1")
