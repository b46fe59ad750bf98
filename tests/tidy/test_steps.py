"""Each step from aligned columns to facts, before and after."""

import pytest

import pagerows
from pagerows.tidy.facts import split_facts
from pagerows.tidy.links import lend_links
from pagerows.tidy.lists import trim_members
from pagerows.tidy.variants import join_variants
from pagerows.values import Cell, Span


def column(*texts):
    return tuple(None if text is None else Cell(text) for text in texts)


def texts(columns):
    return [[cell.text if cell else None for cell in column] for column in columns]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["4.7 (128 reviews)", "4.5 (1 review)", "3.9 (77 reviews)"], [["4.7", "4.5", "3.9"], ["128", "1", "77"]]),
        (["46m - Dec 15, 2025", "40m - Dec 9, 2025", "1h 6m - Nov 2, 2025"],
         [["46m", "40m", "1h 6m"], ["Dec 15, 2025", "Dec 9, 2025", "Nov 2, 2025"]]),
        (["10 min · Easy", "25 min · Hard", "5 min · Easy"], [["10 min", "25 min", "5 min"], ["Easy", "Hard", "Easy"]]),
        (["15% off, save $30", "5% off, save $3", "20% off, save $8"], [["15%", "5%", "20%"], ["$30", "$3", "$8"]]),
        (["Rated 4.5 out of 5 stars.", "Rated 4 out of 5 stars.", "Rated 5 out of 5 stars."],
         [["4.5 out of 5 stars", "4 out of 5 stars", "5 out of 5 stars"]]),
        (["By Ann on May 3, 2026", "By Bo on May 1, 2026", "By Cy on June 2, 2025"],
         [["By Ann", "By Bo", "By Cy"], ["May 3, 2026", "May 1, 2026", "June 2, 2025"]]),
        (["Rome, IT · 3d", "9d", "Bonn, DE · 2d"], [["Rome, IT", None, "Bonn, DE"], ["3d", "9d", "2d"]]),
        (["An ad", "1. Tent", "2. Stove", "3. Lamp"], [[None, "1", "2", "3"], ["An ad", "Tent", "Stove", "Lamp"]]),
        (["An ad", "1. Tent", "2. Stove", "1. Lamp"], [[None, "1", "2", "1"], ["An ad", "Tent", "Stove", "Lamp"]]),
    ],
    ids=["rating and count", "length and date", "strong sign", "share and amount", "words around", "on a day",
         "optional first",
         "ranks of most", "ranks that start anew"],
)  # fmt: skip
def test_two_facts_built_alike_are_two_columns(before, after):
    assert texts(split_facts([column(*before)])) == after


@pytest.mark.parametrize(
    "kept",
    [
        ["Dec 17, 2025", "Dec 16, 2025", "May 1, 2026"],
        ["Jan 30, 2016 3:00 AM", "Jan 21, 2011 8:00 AM", "Aug 8, 2013 3:30 PM"],
        ["$5.00 - $9.00", "$7.00 - $8.00", "$1.00 - $2.00"],
        ["5 N.W.3d 680", "5 N.W.3d 399", "6 N.W.3d 12"],
        ["19-P-1256", "19-P-1372", "20-P-11"],
        ["Tent, green", "Stove, 2 flames - new", "Lamp"],
        ["2019 (first print)", "Rope (30 m), 2 kg", "Axe"],
        ["An ad", "1. Tent", "2. Stove", "4. Lamp"],
        ["Save on 3 tents", "Save on 5 tents", "Save on 12 tents"],
    ],
    ids=[
        "dates",
        "dates with a time",
        "ranges",
        "citations",
        "codes",
        "built unlike",
        "single records",
        "ranks of some with a gap",
        "on no day",
    ],
)
def test_what_is_one_fact_or_built_unlike_is_not_cut(kept):
    assert texts(split_facts([column(*kept)])) == [kept]


def test_members_lose_the_words_that_all_of_them_start_with():
    lists = [("View Tent, red", "View Tent, green"), ("View Axe, red", "View Axe, blue"), ("View Map, old",)]
    cells = tuple(Cell("; ".join(own), items=tuple(map(Cell, own))) for own in lists)
    assert texts(trim_members([cells])) == [["red; green", "red; blue", "View Map, old"]]


def test_a_single_member_loses_the_words_that_all_lists_start_with():
    lists = [
        ("Color variant red", "Color variant green"),
        ("Color variant blue", "Color variant red"),
        ("Color variant old",),
    ]
    cells = tuple(Cell("; ".join(own), items=tuple(map(Cell, own))) for own in lists)
    assert texts(trim_members([cells])) == [["red; green", "blue; red", "old"]]


def test_the_title_gets_the_link_of_the_card_where_it_has_none():
    html = "<ul>" + "".join(f"<li><a href=/{n}></a><h3>Item {n}</h3></li>" for n in range(4)) + "</ul>"
    nodes = pagerows.parse(html).nodes
    bare = tuple(Cell("", "link", f"/{n}") for n in range(4))
    titles = [row for row in range(len(nodes)) if nodes.tag_name(row) == "h3"]
    title = tuple(Cell(f"Item {n}", span=(row, row + 2)) for n, row in enumerate(titles))
    title = tuple(cell._replace(span=type(Cell("x").span)(*cell.span)) for cell in title)
    assert [cell.url for cell in lend_links(nodes, [bare, title])[1]] == ["/0", "/1", "/2", "/3"]


@pytest.mark.parametrize(
    ("markup", "name", "value"),
    [
        ("<div><b>{n}</b> <span>reviews</span></div>", "reviews", "{n}"),
        ("<div><span>Save</span> <b>${n}</b></div>", "save", "${n}"),
    ],
)
def test_words_beside_a_value_name_it(markup, name, value):
    items = "".join(
        f"<li><h3><a href=/{n}>A thing called {chr(64 + n)}</a></h3>{markup.replace('{n}', str(n))}</li>"
        for n in range(3, 9)
    )
    found = pagerows.extract(f"<ul>{items}</ul>").table
    assert found.columns[1].texts == [value.replace("{n}", str(n)) for n in range(3, 9)]
    assert found.labels[1].lower() == name
    assert [left.reason for left in found.left_out] in (["label"], ["constant"])


def test_records_that_say_only_the_same_words_keep_them():
    page = "<main>" + "<section class=note><p>Nothing new today.</p></section>" * 8 + "</main>"
    found = pagerows.extract(page, method="same_path")
    assert all(row for row in found.table.rows)
    assert "Nothing new today." in found.table.rows[0]


def card(place, words):
    return f"<li><b class='card item {place}'>{words}</b></li>" if words else "<li></li>"


@pytest.mark.parametrize(
    ("one", "other", "columns"),
    [
        (["Sponsored", None, None, "Sponsored", None, None], [None, "Low stock", None, None, None, None], 2),
        (["Ann", None, "Cy", "Di", None, "Flo"], [None, "Bo", None, None, "Ed", None], 1),
        (["New", None, None, "New", None, None], [None, "New", None, None, None, None], 1),
    ],
    ids=["labels that few have", "together all have one", "the same words"],
)
def test_texts_in_other_markup_are_one_column_where_that_is_no_chance(one, other, columns):
    page = pagerows.parse("<ul>" + "".join(card("name", a) + card("title", b) for a, b in zip(one, other, strict=True)))
    rows = page.nodes.rows_with_tag("b").tolist()
    told = iter(rows)
    cells = [[Cell(text, span=Span(next(told), 0)) if text else None for text in pair]
             for pair in zip(one, other, strict=True)]  # fmt: skip
    assert len(join_variants(page.nodes, list(zip(*cells, strict=True)))) == columns


POSTS = [
    ("post", f"Ann {'ABCDEF'[n]}. Lee", n) if n % 2 else ("note", f"Bo {'ABCDEF'[n]}. Ray", n) for n in range(6)
] * 2


def test_what_two_templates_of_a_list_have_in_common_is_one_column():
    made = [
        f"<li><p class=byline-x>{name}</p><i class=ago>{n}</i></li>" if kind == "post" else
        f"<li><div><p class=w-{kind}>{name}</p></div><div><i>{n}</i></div></li>" for kind, name, n in POSTS
    ]  # fmt: skip
    page = pagerows.parse("<ul>" + "".join(made))
    names, counts = page.nodes.rows_with_tag("p").tolist(), page.nodes.rows_with_tag("i").tolist()
    own = [
        [Cell(name, span=Span(names[row], 0)), Cell(str(n), span=Span(counts[row], 0))]
        for row, (_, name, n) in enumerate(POSTS)
    ]
    cells = [
        [*pair, None, None] if kind == "post" else [None, None, *pair]
        for pair, (kind, _, _) in zip(own, POSTS, strict=True)
    ]
    assert list(map(list, join_variants(page.nodes, list(zip(*cells, strict=True))))) == [
        list(c) for c in zip(*own, strict=True)
    ]


def test_the_fullest_columns_of_many_are_joined():
    page = pagerows.parse("<ul>" + "<li><b class=price>$3.00</b></li>" * 200)
    rows = iter(page.nodes.rows_with_tag("b").tolist())

    def column(filled):
        return [Cell("$3.00", span=Span(next(rows), 0)) if row in filled else None for row in range(8)]

    columns = [column({0, 1, 2, 3}), column({4, 5, 6, 7}), *(column({number % 8}) for number in range(80))]
    joined = join_variants(page.nodes, list(map(tuple, columns)))
    assert sum(cell is not None for cell in joined[0]) == 8
    assert sum(cell is not None for strip in joined for cell in strip) == 88
