"""Labels that every record repeats name columns; by parameter they leave the cells."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.columns._labels import kinds_of, split_labels
from pagerows.columns.labels import LONGEST, labels_before, split_label
from pagerows.values import Cell, Span

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


# -- labels and kinds of columns, beside their definition -------------------------------------------------------------


def slow_label(nodes, column, values):
    """What `labels_before` says of a column and the next one: every question asked of all cells."""
    cells, told = [cell for cell in column if cell is not None], {cell.text for cell in values if cell is not None}
    if len({cell.text for cell in cells}) != 1:
        return None
    text, first = cells[0].text, cells[0]
    if first.kind != "text" or not 1 < len(text) <= LONGEST or len(told) < 2:
        return None
    both = sum(1 for label, cell in zip(column, values, strict=True) if label is not None and cell is not None)
    if both < 3 or both < 0.9 * max(len(cells), sum(cell is not None for cell in values)):
        return None
    plain = text.rstrip(" :：")
    if not any(map(str.isalpha, plain)):
        return None
    tag = nodes.tag_name(int(nodes.parent[first.span.start]))
    return plain if plain != text or tag in ("dt", "th", "label") else None


NODES = pagerows.parse("<dl><dt>a<dd>b</dl><label>c</label><b>d</b>").nodes
TEXTS = [row for row in range(len(NODES)) if NODES.kind[row] == 1]
_CELLS = st.builds(
    Cell,
    st.sampled_from(["Cost", "Cost:", "x", "12 :", "L" * 41]),
    st.sampled_from(["text", "text", "link", "image"]),
    span=st.sampled_from([Span(row, row + 1) for row in TEXTS]),
)


@given(st.integers(1, 12), st.data())
def test_labels_and_kinds_are_those_of_their_definition(rows, data):
    # Columns of one cell again and again are what labels are, but for a few records.
    cells = st.lists(_CELLS | st.none(), min_size=rows, max_size=rows).filter(any).map(tuple)
    same = st.tuples(_CELLS, st.sets(st.integers(1, rows))).map(
        lambda pair: tuple(None if row in pair[1] and len(pair[1]) < 3 and row else pair[0] for row in range(rows))
    )
    columns = data.draw(st.lists(cells | same, max_size=4))
    wanted = [slow_label(NODES, *pair) for pair in pairwise(columns)]
    assert labels_before(NODES, columns) == [None, *wanted][: len(columns)]
    kinds = [[cell.kind for cell in column if cell is not None] for column in columns]
    assert kinds_of(columns) == tuple(max(dict.fromkeys(own), key=own.count) for own in kinds)


SAID = st.sampled_from(["Cost: 5", "Cost: 7", "Cost：9", "Tent", "Cost: " + "long " * 30, "a", "https://a.example", ""])


@given(st.lists(st.lists(SAID.map(Cell) | st.none(), min_size=4, max_size=6).map(tuple), max_size=3))
def test_labels_are_cut_off_as_slow_rules_say(columns):
    expected = []
    for column in columns:
        texts = [cell.text for cell in column if cell]
        short = sum(map(len, texts)) <= 50 * len(texts)
        expected.append(split_label(column) if short else (column, None))
    found = split_labels(columns, [None] * len(columns))
    assert list(zip(*found, strict=True)) == expected
