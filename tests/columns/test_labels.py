"""Labels that every record repeats name columns; by parameter they leave the cells."""

import pytest

import pagerows

GOODS = [("Tent", "£99"), ("Stove", "£40"), ("Lamp", "£12"), ("Rope", "£7")]


def table(inside: str, goods=GOODS, **params):
    items = "".join(f"<li>{inside.format(name, price)}</li>" for name, price in goods)
    return pagerows.extract(f"<ul>{items}</ul>", method="same_path", **params).table


@pytest.mark.parametrize(
    "inside",
    [
        "<h3>{0}</h3><dl><dt>Cost</dt><dd>{1}</dd></dl>",
        "<h3>{0}</h3><p><b>Cost:</b></p><p>{1}</p>",
        "<h3>{0}</h3><label>Cost</label><p>{1}</p>",
        "<h3>{0}</h3><div>Cost :</div><div>{1}</div>",
    ],
    ids=["term and description", "bold with a colon", "label element", "plain with a colon"],
)
def test_a_column_of_labels_names_the_next_and_goes(inside):
    found = table(inside)
    assert found.names == ["title", "cost"]
    assert found.rows == [list(pair) for pair in GOODS]


def test_labels_stay_on_demand():
    found = table("<h3>{0}</h3><dl><dt>Cost</dt><dd>{1}</dd></dl>", drop_labels=False)
    assert found.rows[0] == ["Tent", "Cost", "£99"]
    assert found.names[-1] == "cost"


def test_two_labels_in_a_row_keep_their_values():
    found = table("<h3>{0}</h3><dl><dt>Cost</dt><dd>{1}</dd><dt>Sort</dt><dd>best {0}</dd></dl>")
    assert found.names == ["title", "cost", "sort"]
    assert found.rows[1] == ["Stove", "£40", "best Stove"]


@pytest.mark.parametrize("inside", ["<p>Cost: {1}</p>", "<p><b>Cost:</b> {1}</p>", "<p>Cost：{1}</p>"])
def test_a_label_inside_of_the_text_names_the_column_and_is_cut_on_demand(inside):
    whole = table("<h3>{0}</h3>" + inside)
    assert whole.names[-1] == "cost"
    assert whole.rows[0][1].startswith("Cost")
    cut = table("<h3>{0}</h3>" + inside, split_labels=True)
    assert cut.names == whole.names
    assert cut.rows == [list(pair) for pair in GOODS]


def test_types_are_those_of_the_values_behind_labels():
    long = "Recommended retail cost of it"
    column = table("<h3>{0}</h3><p>" + long + ": {1}</p>").columns[1]
    assert column.type == "money"
    assert [value.amount for value in column.values] == [99, 40, 12, 7]
    assert column.texts[0] == f"{long}: £99"


def test_a_label_without_a_value_leaves_an_empty_cell():
    found = table("<h3>{0}</h3><p>Cost: {1}</p>", [*GOODS, ("Cup", "")], split_labels=True)
    assert found.rows[-1] == ["Cup", None]


def test_one_text_without_the_label_among_many_stays_whole():
    goods = [(f"Thing {n}", f"Cost: £{n}") for n in range(12)] + [("Cup", "not for sale")]
    found = table("<h3>{0}</h3><p>{1}</p>", goods, split_labels=True)
    assert found.rows[0] == ["Thing 0", "£0"]
    assert found.rows[-1] == ["Cup", "not for sale"]


@pytest.mark.parametrize(
    "inside",
    [
        "<h3>{0}: {1}</h3><p>{1}</p>",
        "<h3>{0}</h3><p><b>New</b></p><p>{1}</p>",
        "<h3>{0}</h3><p>Today 12:30</p><p>{1}</p>",
        "<h3>{0}</h3><p>http://example.com/{0}</p>",
    ],
    ids=["different words", "a badge", "a time", "an address"],
)
def test_what_is_no_label_stays(inside):
    plain = table(inside, split_labels=False, drop_labels=False)
    assert table(inside, split_labels=True).rows == plain.rows
