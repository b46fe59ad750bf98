"""Headings of sections are a column: what stands between records, is alike and says something new each time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.columns import slow_sections

from pagerows import extract, parse
from pagerows.columns.sections import section_cells
from pagerows.values import Record, Span


def sections(html: str, tag: str = "li") -> list[str | None] | None:
    page = parse(html)
    end = page.nodes.end
    records = [Record(page, (Span(row, int(end[row])),)) for row in page.nodes.rows_with_tag(tag).tolist()]
    cells = section_cells(page.nodes, records)
    return None if cells is None else [cell and cell.text for cell in cells]


AABB = ["A", "A", "B", "B"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h2>A</h2><ul><li>1<li>2</ul><h2>B</h2><ul><li>3<li>4</ul>", AABB),
        ("<p><h2>A</h2> <a>All</a></p><ul><li>1<li>2</ul><p><h2>B</h2> <a>All</a></p><ul><li>3<li>4</ul>", AABB),
        ("<p>A</p><ul><li>1<li>2</ul><p>B</p><ul><li>3<li>4</ul>", AABB),
        ("<dl><dt>A<dd><ul><li>1<li>2</ul><dt>B<dd><ul><li>3<li>4</ul></dl>", AABB),
        ("<h2>A</h2><p>Of a</p><ul><li>1<li>2</ul><h2>B</h2><p>Of b</p><ul><li>3<li>4</ul>", AABB),
        ("<ul><li>0<li>1</ul>" + "".join(f"<h3>{name}</h3><ul><li>{name}<li>{name}{name}</ul>" for name in "ABCDE"),
         [None, None, *"AABBCCDDEE"]),
        ("<ul><li>1<li>2<li>3<li>4</ul>", None),
        ("<h2>A</h2><ul><li>1</ul><h2>B</h2><ul><li>2</ul><h2>C</h2><ul><li>3</ul>", None),
        ("<ul><li>1<li>2</ul><h2>Subscribe</h2><ul><li>3<li>4</ul><h2>Join us</h2><ul><li>5<li>6</ul>", None),
        ("<p>Ad</p><ul><li>1<li>2</ul><p>Ad</p><ul><li>3<li>4</ul><p>Ad</p><ul><li>5<li>6</ul>", None),
        ("<ul><li>1<li>2</ul><p>Long prose</p><p>and more</p><ul><li>3<li>4</ul>", None),
    ],
    ids=["headings", "a link beside the heading", "plain texts", "terms", "a text below each", "none before the first",
         "no sections", "a title for each record", "advertisements with headings", "advertisements", "prose"],
)  # fmt: skip
def test_a_record_has_the_heading_that_it_stands_under(html, expected):
    assert sections(html) == expected


def test_headings_over_the_full_width_of_a_table_are_sections():
    rows = "<tr><td>{0} oak<td>{1}<tr><td>{0} elm<td>{1}<tr><td>{0} ash<td>{1}"
    body = "".join(
        f"<tr><td colspan=2>{name}" + rows.format(name[:3], n) for n, name in enumerate(["Old", "Young", "Dead"])
    )
    table = extract(f"<table><tr><th>Tree<th>Age{body}</table>").table
    assert table.names == ["section", "tree", "age"]
    assert [row[0] for row in table.rows] == ["Old"] * 3 + ["Young"] * 3 + ["Dead"] * 3
    assert table.columns[0].role == "category"


def test_tables_under_headings_are_one_table_with_sections():
    one = "<h3>{0}</h3><table><tr><th>Tree<th>Age<tr><td>{0} oak<td>3<tr><td>{0} elm<td>5<tr><td>{0} ash<td>8</table>"
    table = extract("".join(map(one.format, ["Park", "Wood", "Yard"]))).table
    assert table.rows[3] == ["Wood", "Wood oak", "3"]
    assert len(table) == 9


def test_a_column_of_that_name_keeps_it():
    rows = "<tr><td>{0} oak<td>{1}<tr><td>{0} elm<td>{1}<tr><td>{0} ash<td>{1}"
    body = "".join(f"<tr><td colspan=2>{name}" + rows.format(name[:3], n) for n, name in enumerate(["Old", "Young"]))
    table = extract(f"<table><tr><th>Tree<th>Section{body}</table>").table
    assert table.names == ["section_2", "tree", "section"]


def test_sections_are_left_out_on_request():
    html = "<h2>A</h2><ul><li>1 oak<li>2 elm</ul><h2>B</h2><ul><li>3 ash<li>4 fir</ul>"
    assert "section" not in extract(html, sections=False).table.names


PIECES = st.sampled_from([
    "<h2>{n}</h2>", "<h2>Ad</h2>", "<p>{n}</p>", "<p>Ad</p>", "<p> <b>{n}</b> more</p>", "<dt>{n}</dt>", "<hr>", " ",
    "\u00a0",
    "<div><h3>{n}</h3><a>all</a></div>", "<div><h3>{n}</h3><h3>b</h3></div>", "<p>" + "long " * 30 + "</p>",
    "<li>{n}</li>",
])  # fmt: skip


@given(st.lists(st.tuples(PIECES, st.integers(0, 3)), min_size=1, max_size=9), st.booleans())
def test_sections_are_those_of_slow_rules(stretches, alike):
    html = ""
    for number, (piece, count) in enumerate(stretches):
        piece = stretches[0][0] if alike else piece
        html += piece.format(n=number) + "<i class=r>x</i>" * count
    page = parse(f"<main>{html}</main>")
    end = page.nodes.end
    records = [Record(page, (Span(row, int(end[row])),)) for row in page.nodes.rows_with_tag("i").tolist()]
    assert section_cells(page.nodes, records) == slow_sections.section_cells(page.nodes, records)
