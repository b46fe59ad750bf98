"""Records that are rows of a table have the table's columns, whatever the markup inside of its cells."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagerows import parse
from pagerows.align._grid import grid_rows
from pagerows.align.fields import ALIGNER, FieldParams
from pagerows.values import Cell, Record, Records, Span

from . import slow_grid


def rows_of(html: str, tag: str = "tr", kind: str = "body") -> list[list[str | None]] | None:
    page = parse(html, url="http://shop.example/list")
    nodes = page.nodes
    wanted = {line.row for table in nodes.grids.tables for line in nodes.grids.at(table).lines if line.kind == kind}
    records = [
        Record(page, (Span(row, int(nodes.end[row])),))
        for row in nodes.rows_with_tag(tag).tolist()
        if tag != "tr" or row in wanted
    ]
    found = grid_rows(page, records, FieldParams(), ALIGNER)
    return found and [[_shown(cell) for cell in row] for row in found.rows]


def _shown(cell: Cell | None) -> str | None:
    return None if cell is None else cell.url if cell.kind == "image" else cell.text


def filled(found: list[list[str | None]] | None) -> list[list[str | None]]:
    """The rows without the columns that hold nothing."""
    assert found is not None
    columns = [column for column in zip(*found, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<tr><td>Oak<td>3<tr><td><p>Elm</p><td><b>5</b><tr><td><a href=x>Ash</a><td><p>8",
         [["Oak", "3"], ["Elm", "5"], ["Ash", "8"]]),
        ("<tr><td>Oak<td>3<tr><td><td>5<tr><td>Ash<td>", [["Oak", "3"], [None, "5"], ["Ash", None]]),
        ("<tr><td rowspan=2>Oak<td>3<tr><td>5<tr><td>Ash<td>8", [["Oak", "3"], ["Oak", "5"], ["Ash", "8"]]),
        ("<tr><td>Oak<td>3<tr><td>Elm<br>Wych elm<td>5<tr><td>Ash<td>8",
         [["Oak", "3"], ["Elm Wych elm", "5"], ["Ash", "8"]]),
        ("<tr><td><a href=1>Oak</a><p>Old<td>3<tr><td><a href=2>Elm</a><p>Tall<td>5<tr><td><a href=3>Ash</a><td>8",
         [["Oak", "Old", "3"], ["Elm", "Tall", "5"], ["Ash", None, "8"]]),
        ("<tr><td>Oak<td>In <a href=1>Kew</a><br>in <a href=2>Ely</a><tr><td>Elm<td>In <a href=3>Rye</a>"
         "<tr><td>Ash<td>In <a href=4>Ayr</a><br>by <a href=5>Wye</a><br>near <a href=6>Ash</a>",
         [["Oak", "In Kew in Ely"], ["Elm", "In Rye"], ["Ash", "In Ayr by Wye near Ash"]]),
        ("<tr><td><img src=o.png>Oak<td>3<tr><td><img src=e.png>Elm<td>5<tr><td>Ash<td>8",
         [["http://shop.example/o.png", "Oak", "3"], ["http://shop.example/e.png", "Elm", "5"], [None, "Ash", "8"]]),
    ],
    ids=["any markup", "empty cells", "rowspan", "two lines in one cell", "two facts in most cells", "links in a text",
         "pictures"],
)  # fmt: skip
def test_a_table_cell_is_one_field(body, expected):
    assert filled(rows_of(f"<table><tr><th>Tree<th>Age{body}</table>")) == expected


def test_a_column_of_links_without_text_keeps_their_addresses():
    body = "".join(f"<tr><td><a href=/tree/{n}>Tree {n}</a><td>{n}<td><a href=/get/{n}><i></i></a>" for n in range(4))
    page = parse(f"<table><tr><th>Tree<th>Age<th>{body}</table>")
    records = [
        Record(page, (Span(row, int(page.nodes.end[row])),)) for row in page.nodes.rows_with_tag("tr").tolist()[1:]
    ]
    found = grid_rows(page, records, FieldParams(), ALIGNER)
    assert [[cell.url for cell in row if cell and cell.url] for row in found.rows] == [
        [f"/tree/{n}", f"/get/{n}"] for n in range(4)
    ]


def test_a_column_that_is_hidden_in_every_row_is_read():
    body = "".join(f"<tr><td>Tree {n}<td style='display: none'><b>Age:</b> {n}0 years<td>{n}" for n in range(4))
    assert filled(rows_of(f"<table><tr><th>Tree<th><th>Height{body}</table>"))[1][-2:] == ["10 years", "1"]


def test_what_is_hidden_in_some_rows_is_not_read():
    body = "".join(f"<tr><td>Tree {n}<td><i {'hidden' if n else ''}>old</i>" for n in range(4))
    assert filled(rows_of(f"<table><tr><th>Tree<th>Age{body}</table>"))[1] == ["Tree 1", None]


def test_tables_with_the_same_headers_are_one_table():
    one = "<table><tr><th>Tree<th>Age<tr><td>{}<td>3<tr><td>{}<td>5</table>"
    found = rows_of(one.format("Oak", "<p>Elm") + one.format("<b>Ash</b>", "Fir"))
    assert filled(found) == [["Oak", "3"], ["Elm", "5"], ["Ash", "3"], ["Fir", "5"]]


@pytest.mark.parametrize(
    ("html", "tag"),
    [
        ("<ul><li>Oak<li>Elm<li>Ash</ul>", "li"),
        ("<table><tr><td>Oak<td>3<tr><td>Elm<td>5</table>", "td"),
        ("<table><tr><td>Oak<tr><td>Elm<tr><td>Ash</table>", "tr"),
        ("<table><tr><td>Oak<td>3<tr><td>Elm<td>4</table><table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f</table>", "tr"),
    ],
    ids=["a list", "records are cells", "one column", "tables of different widths"],
)
def test_other_records_are_left_to_the_aligner(html, tag):
    assert rows_of(html, tag) is None


#: What cells hold: one text, several, lists, pictures, links without text, parts of a text that few have.
INSIDE = ["Oak", "", "3", "<a href=/oak>Oak</a>", "<a href=/elm>Elm</a><p>Tall", "<b>Ash</b><br>old", "<img src=o.png>",
          "<img src=e.png>Elm", "Fir<img src=f.png>", "<a href=/x><i></i></a>", "<i hidden>no</i>",
          "A <a href=1>b</a> c <i>d</i>",
          "<ul><li>red<li>blue</ul>", "<ul><li>red<li>blue</ul><p>both", "<time datetime=2020-05-03>3 May</time>",
          "<p>one<p>two<p>three", "<span title='4 out of 5'></span>"]  # fmt: skip
COLUMNS = st.lists(
    st.tuples(st.lists(st.sampled_from(INSIDE), min_size=1, max_size=3), st.sampled_from(["", "", "", " rowspan=2"])),
    min_size=2,
    max_size=4,
)


@given(COLUMNS, st.integers(2, 6), st.sampled_from(["<tr>{}", "<thead><tr>{}</thead>", ""]), st.booleans())
@settings(deadline=None)
def test_cells_are_those_that_are_put_together_slowly(columns, height, head, made):
    lines = []
    for number in range(height):
        cells = [(own[number % len(own)], span) for own, span in columns if not (span and number % 2)]
        lines.append("<tr>" + "".join(f"<td{span}>{inside}" for inside, span in cells))
    names = "".join(f"<th>Name {'abcd'[number]}" for number in range(len(columns)))
    page = parse(f"<table>{head.format(names)}{''.join(lines)}</table>", url="http://shop.example/list")
    starts = page.nodes.rows_with_tag("tr")[bool(head) :].astype(np.int64)
    records = Records(page, starts, page.nodes.end[starts].astype(np.int64))
    for aligner in (ALIGNER, replace(ALIGNER, plain=None)):
        found = grid_rows(page, tuple(records) if made else records, FieldParams(), aligner)
        assert found == slow_grid.grid_rows(page, records, FieldParams(), aligner)
