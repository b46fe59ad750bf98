"""From aligned columns to those that a person would have made."""

import pytest

import pagerows
from pagerows.tidy.noise import unlikely
from pagerows.values import Cell, Span

NAMES = ("Tent", "Stove", "Lamp", "Rope", "Map", "Axe")


def table(record, **params):
    """The table of a list of records that are made by a function of their number and name."""
    html = "<ul>" + "".join(f"<li class=item>{record(n, name)}</li>" for n, name in enumerate(NAMES, 1)) + "</ul>"
    return pagerows.extract(html, **params).table


def title(n, name):
    return f"<h3><a href=/{n}>{name} with a long name</a></h3>"


@pytest.mark.parametrize(
    "noise",
    [
        "<button>Add to basket</button>",
        "<a role=button href=#>Share</a>",
        "<select><option>Small<option>Large</select>",
        "<a href=/{n}>Read more</a>",
        "<span class=hint>All prices with tax</span>",
        "<span class=sr-only>Opens a new window</span>",
    ],
)
def test_noise_is_no_column(noise):
    made = table(lambda n, name: title(n, name) + f"<p>${n}0.00</p>" + noise.replace("{n}", str(n)))
    assert made.rows == [[f"{name} with a long name", f"${n}0.00"] for n, name in enumerate(NAMES, 1)]


def test_what_is_left_out_is_kept_with_its_reason_and_can_be_had_back():
    def record(n, name):
        return title(n, name) + f"<p>${n}0.00</p><button>Add to basket</button>"

    left = table(record).left_out
    assert [(column.reason, column.cells[0].text) for column in left] == [("control", "Add to basket")]
    assert table(record, all_columns=True).rows[0] == ["Tent with a long name", "$10.00", "Add to basket"]


def test_a_column_that_says_again_what_another_says_is_left_out():
    made = table(lambda n, name: f"<b>{name}</b>" + f"<h3><a href=/{n}>{name}</a></h3><p>${n}0.00</p>")
    assert made.rows[0] == ["Tent", "$10.00"]
    assert made.columns[0].urls[0] == "/1"


def test_a_link_without_text_that_leads_where_nothing_else_does_goes_to_a_text():
    def record(n, name):
        says = f"<p>{name} for those who walk far, and for number {n} of their friends who do not</p>"
        return f"<a href=/item/{n} class=cover></a>{title(n, name)}{says}"

    assert [column.urls[0] for column in table(record).all_columns] == ["/1", "/item/1"]


def test_one_fact_in_different_markup_is_one_column():
    def record(n, name):
        price = f"<div class=price><b class=amount>${n}0.00</b></div>"
        return title(n, name) + (f"<div class=sale>{price}</div>" if n in (1, 2, 5) else price)

    assert [row[1:] for row in table(record).rows] == [[f"${n}0.00"] for n in range(1, 7)]


@pytest.mark.parametrize(
    ("words", "records", "kept"),
    [("Sold out", 2, True), ("2 days ago", 2, True), ("Free returns", 2, False), ("Sold out", 1, False),
     ("Sold out", 6, False)],
    ids=["whether there is some", "when", "what a shop says", "in one record", "in all"],
)  # fmt: skip
def test_what_some_records_say_of_themselves_is_a_fact_though_it_is_the_same(words, records, kept):
    page = pagerows.parse("<ul>" + f"<li>{words}" * 6)
    rows = [row for row in range(len(page.nodes)) if page.nodes.tag_name(row) == "li"]
    cells = tuple(Cell(words, span=Span(row, row + 1)) if n < records else None for n, row in enumerate(rows))
    never = 1.1  # as if nothing were likely
    assert (unlikely(page.nodes, [cells], never) == [None]) is kept
