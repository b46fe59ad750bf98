"""Columns of an HTML table whose cells hold one text each need no template, and are read as it would read them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows import parse
from pagerows.align.fields import FieldParams
from pagerows.align.fields._plain import BARRED, EMPTY, LINKS, MORE, only_texts
from pagerows.align.fields.plain import plain_columns

CELLS = st.recursive(
    st.sampled_from(["", "text", "<br>", "<time>", "<i>"]),
    lambda inner: (
        st.builds("<{0}>{1}</{0}>".format, st.sampled_from(["a", "b", "span"]), inner)
        | st.lists(inner, min_size=2, max_size=3).map("".join)
    ),
    max_leaves=5,
)


def columns_of(html: str) -> tuple:
    page = parse(f"<table>{html}</table>", url="http://trees.example/list")
    rows = page.nodes.rows_with_tag("tr").tolist()
    lines = [[cell for cell in page.nodes.children(row).tolist() if page.nodes.kind[cell] != 1] for row in rows]
    return page, list(zip(*lines, strict=True))


def slow_text(nodes, cell: int, barred: set[str], odd: set[int]) -> tuple[int, int, int]:
    """The only text below a cell, what holds it, and the link around: child by child."""
    row, link = cell, -1
    while True:
        if row in odd or nodes.tag_name(row) in barred:
            return MORE, -2, -2
        if nodes.kind[row] == 1:
            return row, int(nodes.parent[row]), link
        link = row if nodes.tag_name(row) == "a" else link
        below = nodes.children(row).tolist()
        if not below and row == cell:
            return EMPTY, -2, -2
        if len(below) != 1:
            return MORE, -2, -2
        row = below[0]


@given(st.lists(CELLS, min_size=1, max_size=6), st.sets(st.integers(0, 20)))
def test_the_only_text_of_a_cell_is_found_as_by_walking_down(cells, odd):
    page, _ = columns_of("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells))
    nodes = page.nodes
    rows = np.flatnonzero(np.array([tag == "td" for tag in nodes.tags])[nodes.tag]).astype(np.int32)
    tags = np.array([BARRED * (tag == "time") | LINKS * (tag == "a") for tag in nodes.tags], np.uint8)
    marked = np.isin(np.arange(len(nodes)), list(odd)).astype(np.uint8)
    found = only_texts(nodes.kind, nodes.end, nodes.tag, tags, marked, np.append(rows, np.int32(-1)))
    assert found[-1, 0] == EMPTY
    for row, own in zip(rows.tolist(), found.tolist(), strict=False):
        expected = slow_text(nodes, row, {"time"}, odd)
        assert tuple(own) == expected if expected[0] >= 0 else own[0] == expected[0]


@pytest.mark.parametrize(
    ("cells", "texts"),
    [
        (["Oak", "<b>Elm</b>", "<p><a href=/ash>Ash</a>"], ["Oak", "Elm", "Ash"]),
        (["Oak", "", "–"], ["Oak", None, None]),
        (["", "", ""], [None, None, None]),
        (["Oak", "Elm<br>Wych elm", "Ash"], None),
        (["Oak", "<img src=elm.png>", "Ash"], None),
        (["Oak", "<i hidden>Elm</i>", "Ash"], None),
        (["Oak", "<i class=sr-only>Elm</i>", "Ash"], None),
        (["Oak", "<i style='background: url(elm.png)'>Elm</i>", "Ash"], None),
        (["Oak", "<i title='4 out of 5'>Elm</i>", "Ash"], None),
        (["Oak", "<time datetime=2020-05-03>3 May</time>", "Ash"], None),
        (["Oak", "<a href=/elm></a>", "Ash"], None),
    ],
    ids=["any element around", "empty, and signs", "nothing", "two lines", "a picture", "hidden", "for screen readers",
         "a picture behind", "a rating beside", "a value for machines", "a link without text"],
)  # fmt: skip
def test_a_column_is_plain_where_each_cell_holds_one_text_or_nothing(cells, texts):
    page, columns = columns_of("".join(f"<tr><td>{number}<td>{cell}" for number, cell in enumerate(cells)))
    numbers, found = plain_columns(page, columns, FieldParams())
    assert [cell.text for cell in numbers] == ["0", "1", "2"]
    assert (found and [cell and cell.text for cell in found]) == texts


def test_a_plain_cell_has_the_address_of_its_link_and_the_span_of_what_holds_it():
    page, columns = columns_of("<tr><td><p><a href=/oak>Oak</a><tr><td><a href=#top>Elm</a>")
    ((oak, elm),) = plain_columns(page, columns, FieldParams())
    assert (oak.kind, oak.url, page.nodes.tag_name(oak.span.start)) == ("link", "http://trees.example/oak", "a")
    assert (elm.kind, elm.url) == ("text", None)
