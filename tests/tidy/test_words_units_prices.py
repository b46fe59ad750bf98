"""Words around values, units behind numbers, and prices: before and after each step."""

import pytest

import pagerows
from pagerows.tidy.counts import drop_invitations
from pagerows.tidy.doubles import doubles
from pagerows.tidy.prices import settle_prices
from pagerows.tidy.strips import Strip
from pagerows.tidy.units import join_units
from pagerows.tidy.words import trim_words, without_brackets
from pagerows.values import Cell, Span

NODES = pagerows.parse("<p>x</p>").nodes


def column(*texts):
    return tuple(None if text is None else Cell(text) for text in texts)


def texts(columns):
    return [[cell.text if cell else None for cell in own] for own in columns]


def cells_of(html, selector):
    """The cells of all elements of a class, one a record."""
    page = pagerows.parse(html)
    nodes = page.nodes
    rows = [row for row in range(len(nodes)) if nodes.attribute(row, "class") == selector]
    return nodes, tuple(Cell(nodes.text(row).strip(), span=Span(row, int(nodes.end[row]))) for row in rows)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["Was $30", "Was $45", "Was $1,200"], ["$30", "$45", "$1,200"]),
        (["4 beds", "1 bed", "2 beds"], ["4", "1", "2"]),
        (["by Ann Lee", "by Jo Wit", "By Max Roth"], ["Ann Lee", "Jo Wit", "Max Roth"]),
        (["Updated March 2, 2026", "Updated May 1, 2025"], ["March 2, 2026", "May 1, 2025"]),
        (["More from $5 - $9", "More from $7 - $8"], ["$5 - $9", "$7 - $8"]),
        (["You save 12,50 €", "You save 3,00 €"], ["12,50 €", "3,00 €"]),
        (["12 min read", "3 min read", "8 min read"], ["12 min", "3 min", "8 min"]),
    ],
    ids=["old price", "count and noun", "author", "date", "range", "euro", "a noun behind the unit"],
)
def test_words_that_all_cells_have_around_their_values_are_cut(before, after):
    (found,) = trim_words(NODES, [column(*before)])
    assert texts([found]) == [after]
    assert [cell.said for cell in found] == before


def test_a_small_word_glued_to_an_amount_is_cut_as_well():
    assert texts(trim_words(NODES, [column("was$30", "was$45.00", "was$1,200")])) == [["$30", "$45.00", "$1,200"]]


def test_counts_lose_their_brackets_and_texts_keep_theirs():
    counts, years = column("(28)", None, "(1,280)"), column("Oak (1990)", "Elm (2001)", None)
    assert texts(without_brackets(list(map(Strip, (counts, years))))) == [
        ["28", None, "1,280"],
        ["Oak (1990)", "Elm (2001)", None],
    ]


@pytest.mark.parametrize(
    "kept",
    [
        ["Chapter 1", "Chapter 2", "Chapter 3"],
        ["500 g", "1 kg", "250 g"],
        ["12 km", "3 km", "8 km"],
        ["15% off", "20% off", "5% off"],
        ["3 days ago", "2 days ago", "5 days ago"],
        ["4.5 out of 5 stars", "4 out of 5 stars", "5 out of 5 stars"],
        ["The red tent", "The blue tent", "The old tent"],
        ["USD 5.00", "USD 7.00", "USD 9.00"],
        ["kr 100", "kr 250", "kr 80"],
        ["CDN $83.00", "CDN $32.00", "CDN $45.00"],
        ["Price: $5", "Price: $7", "Price: $8"],
    ],
    ids=["names", "mixed units", "unit", "share", "age", "rating", "titles", "code", "currency", "letters", "label"],
)
def test_words_that_belong_to_the_value_stay(kept):
    assert texts(trim_words(NODES, [column(*kept)])) == [kept]


def test_names_and_types_still_know_the_words_that_were_cut():
    items = "".join(
        f"<li class=item><h3><a href=/{n}>Item number {n}</a></h3><span class=a>{n + 3} reviews</span>"
        f"<b class=b>Was ${20 + n}.00</b> <i class=c>${10 + n}.50</i></li>"
        for n in range(8)
    )
    table = pagerows.extract(f"<main><ul>{items}</ul></main>", method="signal", align="fields").table
    by_name = {own.name: own for own in table.columns}
    assert by_name["reviews"].texts[0] == "3"
    assert by_name["old_price"].texts[0] == "$20.00"
    assert by_name["old_price"].type == "money"


def test_a_link_that_leads_on_is_no_part_of_the_prose_before_it():
    html = "".join(
        f"<p class=d>{'A long description of something ' * 3}{n}. <a href=/{n}>Read more</a></p>" for n in range(4)
    )
    nodes, cells = cells_of(html, "d")
    assert not any(cell.text.endswith("Read more") for cell in trim_words(nodes, [cells])[0])


def test_a_unit_in_an_element_of_its_own_belongs_to_the_number_before_it():
    html = "".join(f"<p><b class=n>{n + 1}.5</b> <i class=u>mi</i></p>" for n in range(4))
    nodes, numbers = cells_of(html, "n")
    _, units = cells_of(html, "u")
    assert texts(join_units(nodes, [numbers, units])) == [["1.5 mi", "2.5 mi", "3.5 mi", "4.5 mi"]]


def test_an_amount_has_its_unit_though_more_is_said_with_the_two():
    html = "".join(f"<p><b class=v>or ${n}</b><i class=u>/mo</i> with a plan</p>" for n in (12, 30, 45))
    nodes, values = cells_of(html, "v")
    _, units = cells_of(html, "u")
    assert texts(join_units(nodes, [values, units])) == [["or $12/mo", "or $30/mo", "or $45/mo"]]


def test_a_noun_behind_a_number_is_no_unit():
    html = "".join(f"<p><b class=n>{n + 1}</b> <i class=u>views</i></p>" for n in range(4))
    nodes, numbers = cells_of(html, "n")
    _, nouns = cells_of(html, "u")
    assert len(join_units(nodes, [numbers, nouns])) == 2


def test_a_price_that_is_marked_otherwise_where_it_is_reduced_is_one_column():
    full = column("$5", "$6", None, None, "$9")
    sale = column(None, None, "$4", "$3", None)
    old = column(None, None, "$8", "$7", None)
    assert texts(settle_prices(NODES, [full, sale, old])) == [
        ["$5", "$6", "$4", "$3", "$9"],
        [None, None, "$8", "$7", None],
    ]


def test_an_old_price_never_stands_in_for_the_price_of_others():
    price = column("$5", "$6", "$4", "$3", "$9")
    old = column(None, None, "$8", "$7", None)
    assert texts(settle_prices(NODES, [price, old])) == texts([price, old])


def test_what_repeats_another_column_with_the_same_words_around_it_is_a_double():
    title = column("Red tent", "Blue stove", "Green lamp")
    again = column("Share this: Red tent", "Share this: Blue stove", "Share this: Green lamp")
    assert doubles([title, again]) == [None, "double"]


def test_a_list_that_says_the_title_again_and_again_is_a_double():
    title = column("Red tent", "Blue stove", "Green lamp")
    lists = tuple(Cell("; ".join([cell.text] * 3), items=(Cell(cell.text),) * 3) for cell in title)
    assert doubles([title, lists]) == [None, "double"]


def test_a_title_that_holds_the_brand_is_no_double():
    brand = column("Acme", "Bolt", "Acme")
    title = column("Acme red tent", "Bolt blue stove", "Acme green lamp")
    assert doubles([brand, title]) == [None, None]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["2 comments", "Add Comment", "1 comment", "9 comments"], ["2 comments", None, "1 comment", "9 comments"]),
        (["(11)", "Be the first to review", "(3)", "(5)"], ["(11)", None, "(3)", "(5)"]),
        (["2 left", "Sold out", "1 left", "9 left"], ["2 left", "Sold out", "1 left", "9 left"]),
        (["12", "n/a", "7", "9"], ["12", "n/a", "7", "9"]),
        (["$12", "Ask in the shop", "$7", "$9"], ["$12", "Ask in the shop", "$7", "$9"]),
    ],
    ids=["the same noun", "numbers alone", "another noun", "a short word", "amounts"],
)
def test_where_nothing_is_counted_an_invitation_is_no_value(before, after):
    assert texts(drop_invitations([column(*before)])) == [after]


def test_signs_that_part_facts_are_no_part_of_them():
    before = ["Ann Lee |", "• Bo Ray", "Cy Moss", "$459.99 –", "–5", "— 5"]
    assert texts(trim_words(NODES, [column(*before)])) == [["Ann Lee", "Bo Ray", "Cy Moss", "$459.99", "–5", "— 5"]]


def test_what_is_saved_does_not_hide_that_two_prices_are_one():
    reduced, plain = column(None, None, "$8", "$6"), column("$5", "$7", None, None)
    old, saved = column(None, None, "$10", "$9"), column(None, None, "$2", "$3")
    assert texts(settle_prices(NODES, [reduced, plain, old, saved]))[0] == ["$5", "$7", "$8", "$6"]
