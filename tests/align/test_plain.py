"""Columns of an HTML table whose cells hold one text each need no template, and are read as it would read them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows import parse
from pagerows.align.fields import FieldParams
from pagerows.align.fields._plain import plain_columns
from pagerows.align.fields.reading import is_spoken
from pagerows.forms import is_rating
from pagerows.values import Cell, Span

STYLES = ["", "", "", " class='cell big'", " class='x sr-only'", " class=Screen-Reader-Text", " hidden",
          " style='left: - 9999px'", " style='Background: URL(x.png)'", " title='4 out of 5'", " title=Tree",
          " data-bg=x.png", " class='é visuallyhidden'"]  # fmt: skip
LINKS = [
    "",
    " href=/oak",
    " href=' #top'",
    " href='javascript:void(0)'",
    " href='\u00a0elm?a=1 '",
    " href='http://b.example/'",
]
CELLS = st.recursive(
    st.sampled_from(["", "text", "Oak\u00a0 tree", "–", "✓", "٣", "<br>", "<time>", "<i>"]),
    lambda inner: (
        st.builds("<{0}{1}>{2}</{0}>".format, st.sampled_from(["b", "span"]), st.sampled_from(STYLES), inner)
        | st.builds("<a{0}>{1}</a>".format, st.sampled_from(LINKS), inner)
        | st.lists(inner, min_size=2, max_size=3).map("".join)
    ),
    max_leaves=4,
)


def columns_of(html: str) -> tuple:
    page = parse(f"<table>{html}</table>", url="http://trees.example/list")
    rows = page.nodes.rows_with_tag("tr").tolist()
    lines = [[cell for cell in page.nodes.children(row).tolist() if page.nodes.kind[cell] != 1] for row in rows]
    return page, list(zip(*lines, strict=True))


def slow_text(nodes, cell: int) -> tuple[int, int, int] | None:
    """The only text below a cell, what holds it, and the link around, child by child; None where it holds more."""
    row, link = cell, -1
    while True:
        own = nodes.attributes(row)
        rated = any(is_rating(own.get(name, "")) for name in ("title", "aria-label", "data-rating"))
        if nodes.hidden[row] or rated or "data-bg" in own or nodes.tag_name(row) == "time":
            return None
        if nodes.kind[row] == 1:
            return row, int(nodes.parent[row]), link
        link = row if nodes.tag_name(row) == "a" else link
        below = nodes.children(row).tolist()
        if not below and row == cell:
            return -1, cell, -1
        if len(below) != 1:
            return None
        row = below[0]


def slow_column(page, cells):
    """The cells of a column, None where one of them holds more than a text that is simply read."""
    nodes, found = page.nodes, []
    for cell in cells:
        told = slow_text(nodes, cell)
        around = [] if told is None else [nodes.attributes(row) for row in [told[1], *nodes.ancestors(told[1])][:6]]
        if told is None or any(
            is_spoken(tuple(own.items())) or "url(" in own.get("style", "").lower() for own in around
        ):
            return None
        row, holder, link = told
        text = " ".join(nodes.data[row].split()) if row >= 0 else ""
        target = (nodes.attribute(link, "href") or "").strip() if link >= 0 else ""
        url = page.absolute(target) if target and not target.startswith(("#", "javascript:")) else None
        said = any(sign.isalnum() or sign in "★☆⭐✓✔" for sign in text)
        span = Span(holder, int(nodes.end[holder]))
        found.append(Cell(text, "link" if url else "text", url, span) if said else None)
    return found


@given(st.lists(CELLS, min_size=1, max_size=4), st.booleans())
def test_the_only_texts_of_cells_are_found_as_by_walking_down(cells, elsewhere):
    page, columns = columns_of("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells))
    if elsewhere:  # as another program than our parser gives it: texts and attributes are Python's
        page = replace(page, nodes=replace(page.nodes, data=list(page.nodes.data)))
    assert plain_columns(page, columns, FieldParams()) == [slow_column(page, column) for column in columns]


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
