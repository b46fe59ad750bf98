"""Tables as grids: spans are filled in as people read them, and each row is known for what it is."""

import io
import pickle
import warnings
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagerows import parse
from pagerows.columns.headers import Headers
from pagerows.page.grids import Grid, Grids
from pagerows.page.nodes import NodeTable

from .oracle_grids import SlowGrids, SlowHeaders
from .oracle_grids import data_tables as slow_data_tables


def grid(html: str) -> Grid:
    nodes = parse(html).nodes
    found = nodes.grids.at(nodes.grids.tables[0])
    assert found is not None
    return found


def texts(found: Grid, kind: str = "body") -> list[list[str]]:
    return [
        [found.nodes.text(cell) if cell >= 0 else "-" for cell in line.cells]
        for line in found.lines
        if line.kind == kind
    ]


def kinds(html: str) -> str:
    """The first letter of what each row is (spacers are _)."""
    return "".join("_" if line.kind == "spacer" else line.kind[0] for line in grid(html).lines)


BODY = "<tr><td>Oak<td>3<tr><td>Elm<td>5<tr><td>Ash<td>8"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", [["a", "b"], ["c", "d"]]),
        ("<tr><td rowspan=2>a<td>b<tr><td>c", [["a", "b"], ["a", "c"]]),
        ("<tr><td>a<td rowspan=3>b<tr><td>c<tr><td>d", [["a", "b"], ["c", "b"], ["d", "b"]]),
        ("<tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e", [["a", "a", "b"], ["c", "d", "e"]]),
        ("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f", [list("aab"), list("aac"), list("def")]),
        ("<tr><td>a<td>b<tr><td>c", [["a", "b"], ["c", "-"]]),
        ("<tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d", [["a", "b"], ["a", "c"], ["a", "d"]]),
        ("<tr><td colspan='2 '>a<td colspan=x>b<tr><td>c<td>d<td>e", [["a", "a", "b"], ["c", "d", "e"]]),
        ("<tr><td colspan=2>a<td>b<tr><td colspan=2>c<td>d", [["a", "b"], ["c", "d"]]),
    ],
    ids=["plain", "rowspan", "rowspan in the last column", "colspan", "both", "a short row",
         "rowspan 0 goes on to the end", "spans as browsers read them", "columns that only repeat the one before"],
)  # fmt: skip
def test_a_cell_stands_wherever_it_spans(rows, expected):
    assert texts(grid(f"<table>{rows}</table>")) == expected


def test_no_cell_reaches_from_one_row_group_into_the_next():
    found = grid("<table><tbody><tr><td rowspan=9>a<td>b</tbody><tbody><tr><td>c<td>d</tbody></table>")
    assert texts(found) == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<table><thead><tr><td>Tree<td>Age</thead>{BODY}</table>", "hbbb"),
        (f"<table><thead><tr><th colspan=2>All<tr><th>Tree<th>Age</thead>{BODY}</table>", "hhbbb"),
        (f"<table><tr><th>Tree<th>Age{BODY}</table>", "hbbb"),
        (f"<table><tr><td><b>Tree</b><td><strong>Age</strong>{BODY}</table>", "hbbb"),
        (f"<table><tr class=x><td>Tree<td>Kind{BODY.replace('<td>', '<td>at ')}</table>", "hbbb"),
        (f"<table><tr><td>Tree<td>Age{BODY}</table>", "hbbb"),
        (f"<table>{BODY}</table>", "bbb"),
        ("<table>" + "<tr class=a><td>x<td>y<tr class=b><td>z<td>w" * 2 + "</table>", "bbbb"),
        ("<table><tr><th>Oak<td>3<tr><th>Elm<td>5</table>", "bb"),
        (f"<table><thead><tr><td>Tree<td>Age</thead>{BODY}<tfoot><tr><td>All<td>16</tfoot></table>", "hbbbf"),
        (f"<table><tr><th>Tree<th>Age{BODY}<tr><td>&nbsp;<td><tr></tr><tr><td>Fir<td>2</table>", "hbbb__b"),
        (f"<table><tr><th>Tree<th>Age{BODY}<tr><th>Tree<th>Age<tr><td>Fir<td>2</table>", "hbbbhb"),
        (f"<table><tr><td colspan=2>Trees<tr><th>Tree<th>Age{BODY}</table>", "fhbbb"),
        (f"<table><tr><th>Tree<th>Age<tr><td colspan=2>Old{BODY}<tr><td colspan=9>Young{BODY}</table>", "hsbbbsbbb"),
        (f"<table><tr><th>Tree<th>Age<tr><th>Old{BODY}<tr><th>Young{BODY}</table>", "hsbbbsbbb"),
        (f"<table><tr><th>Tree<th>Age{BODY}<tr><td colspan=2>Counted in May</table>", "hbbbf"),
        (f"<table><tr><th>Tree<th>Age{BODY}<tr style='display:none'><td>Template<td>0</table>", "hbbb_"),
    ],
    ids=["thead", "two header rows", "th without thead", "bold", "a class of its own", "words above numbers", "none",
         "stripes", "row headers", "footer", "spacers", "repeated headers", "a title above the headers",
         "headings over the full width", "a single th", "a note below", "a hidden row"],
)  # fmt: skip
def test_each_row_is_known_for_what_it_is(html, expected):
    assert kinds(html) == expected


def test_the_headers_of_several_rows_are_read_from_the_top():
    head = "<thead><tr><th rowspan=2>Tree<th colspan=2>Size<tr><th>Height<th>Girth</thead>"
    found = grid(f"<table>{head}<tr><td>Oak<td>9<td>2</table>")
    assert found.headers == ("Tree", "Size Height", "Size Girth")


def test_an_aria_grid_is_a_table():
    rows = "".join(f"<div role=row><div><b role=cell>{name}</b></div><i role=cell>{age}</i></div>" for name, age in
                   [("Oak", 3), ("Elm", 5), ("Ash", 8)])  # fmt: skip
    head = "<div role=row><span role=columnheader>Tree</span><span role=columnheader>Age</span></div>"
    found = grid(f"<div role=table><div role=rowgroup>{head}</div><div role=rowgroup>{rows}</div></div>")
    assert found.headers == ("Tree", "Age")
    assert texts(found) == [["Oak", "3"], ["Elm", "5"], ["Ash", "8"]]


@pytest.mark.parametrize("span", ["1000000000", "9" * 5000, "-3", "1e9", ""])
def test_spans_are_bounded(span):
    found = grid(f"<table><tr><td rowspan={span}>a<td>b<tr><td>c<td>d<tr><td colspan={span}>e<td>f</table>")
    assert len(found.lines) == 3
    assert found.width <= 1004


def test_a_table_of_too_many_places_is_no_grid():
    nodes = parse("<table>" + "<tr><td colspan=1000>a<td>b" * 3000 + "</table>").nodes
    assert nodes.grids.at(nodes.grids.tables[0]) is None


pieces = st.sampled_from(
    ["<table>", "</table>", "<tr>", "<td>", "<th>", "<div>", "</div>", "<ul><li>", "</ul>", "text"]
)


@given(st.lists(pieces, max_size=30).map("".join))
def test_rows_belong_to_the_nearest_table_around_them_and_cells_to_their_parent(html):
    nodes = parse(html).nodes
    rows = range(len(nodes))
    around = {row: next((up for up in nodes.ancestors(row) if nodes.tag_name(up) == "table"), -1) for row in rows}
    lines = [row for row in rows if nodes.tag_name(row) == "tr"]
    assert [nodes.grids.table_of(row) for row in rows] == [around[row] if row in lines else -1 for row in rows]
    cells = [row for row in rows if nodes.tag_name(row) in ("td", "th")]
    assert [nodes.grids.line_of(row) for row in rows] == [nodes.parent[row] if row in cells else -1 for row in rows]
    assert nodes.grids.tables == sorted({around[row] for row in lines} - {-1})
    assert all(nodes.grids.height(table) == [around[row] for row in lines].count(table) for table in nodes.grids.tables)


# -- against pandas -------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A table with spans that stay inside of it, headers in one of several ways, and markup inside of cells."""
    width, height = draw(st.integers(2, 6)), draw(st.integers(2, 8))
    head = draw(st.sampled_from(["thead", "th", "two", "none"]))
    taken: set[tuple[int, int]] = set()
    rows = []
    for y in range(height):
        row = ""
        for x in range(width):
            if (x, y) in taken:
                continue
            wide, high = draw(st.sampled_from([(1, 1)] * 6 + [(2, 1), (1, 2), (2, 2)]))
            wide = (
                wide if x + wide <= width - 1 and (x + 1, y) not in taken else 1
            )  # the last column has cells of its own in each row
            high = min(high, height - y) if x < width - 1 else 1
            taken |= {(x + i, y + j) for i in range(wide) for j in range(high)}
            inner = draw(st.sampled_from(["{}", "<p>{}</p>", "<b>{}</b>", "<a href=/p>{}</a>", " {} "]))
            row += f"<td rowspan={high} colspan={wide}>{inner.format(f'r{y}c{x}')}</td>"
        rows.append(f"<tr>{row}</tr>")
    names = "".join(f"<th>h{x}</th>" for x in range(width))
    top = f"<tr><th colspan={width - 1}>left</th><th>right</th></tr>"
    heads = {"thead": f"<thead><tr>{names}</tr></thead>", "none": "",
             "two": f"<thead>{top}<tr>{names}</tr></thead>"}  # fmt: skip
    if head == "th":
        return f"<table><tr>{names}</tr>{''.join(rows)}</table>"
    return f"<table>{heads[head]}<tbody>{''.join(rows)}</tbody></table>"


@settings(max_examples=150, deadline=None)
@given(tables())
def test_a_grid_is_what_pandas_reads(html):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("lxml")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame = pandas.read_html(io.StringIO(html), flavor="lxml", header=None)[0]
    found = grid(html)
    # Columns that repeat the one before in every row are one to a person; pandas keeps them.
    columns = [list(map(str, frame.iloc[:, at])) for at in range(frame.shape[1])]
    names = [" ".join(dict.fromkeys(map(str, name if isinstance(name, tuple) else [name]))) for name in frame.columns]
    kept = [at for at in range(len(columns)) if not at or (columns[at], names[at]) != (columns[at - 1], names[at - 1])]
    if not isinstance(frame.columns[0], (str, tuple)):
        kept, names = (
            [at for at in range(len(columns)) if not at or columns[at] != columns[at - 1]],
            [""] * len(columns),
        )
    assert texts(found) == [list(row) for row in zip(*(columns[at] for at in kept), strict=True)]
    assert list(found.headers) == [names[at] for at in kept]


# -- against the same said slowly -----------------------------------------------------------------------------


SPANS = ["", "", "", "", " colspan=2", " rowspan=2", " rowspan", " colspan=0", " rowspan=0", " aria-rowspan=2",
         " rowspan=3 colspan=2", " colspan=' +2x'", " colspan=\u0663", " colspan=\u00a02"]  # fmt: skip
TEXTS = ["", "", "Oak", "Elm", "Tree", "Age", "3", "12 m", "\u00a0Tree", "Ähre", "٣", "Oak <b>and</b> elm", "a" * 41,
         "é" * 130, "b" * 151, "<p>a<p>b<p>c", "<img src=x>", "<b>Name</b>", "<b>Kind</b>", "<strong>a</strong> b",
         "<i hidden>x</i>", "<a href=/x>Link</a>", "<table><tr><td>x<td>y<tr><td>z<td>w</table>"]  # fmt: skip
CELLS = st.tuples(st.sampled_from(["td", "td", "td", "th"]), st.sampled_from(["", "", " class=x"]),
                  st.sampled_from(SPANS), st.sampled_from(TEXTS))  # fmt: skip
ROWS = st.tuples(st.sampled_from(["", "", "", " hidden", " class=odd"]), st.lists(CELLS, max_size=4))
GROUPS = st.tuples(
    st.sampled_from(["tbody", "tbody", "tbody", "thead", "tfoot"]), st.lists(ROWS, min_size=1, max_size=6)
)
TABLES = st.tuples(st.sampled_from(["", "", "", " role=presentation"]), st.lists(GROUPS, min_size=1, max_size=3))
#: Rows that are built alike, as in tables that people write.
COLUMNS = st.lists(st.sampled_from([["Oak", "Elm", "Ash"], ["3", "5", "8"], ["", "x", ""], ["12 m", "9 m", "n/a"],
                                    ["<b>Oak</b>", "<i>Elm</i>", "Ash"], ["Ähre", "٣", "é 4"]]),
                   min_size=1, max_size=4)  # fmt: skip
HEADS = ["", "<tr>{}</tr>", "<thead><tr>{}</tr></thead>", "<tr class=head>{}</tr>"]


def written(table):
    role, groups = table
    return f"<table{role}>{''.join(map(written_group, groups))}</table>"


def written_group(group):
    name, rows = group
    lines = []
    for style, cells in rows:
        own = "".join(f"<{tag}{kind}{span}>{text}</{tag}>" for tag, kind, span, text in cells)
        lines.append(f"<tr{style}>{own}</tr>")
    return f"<{name}>{''.join(lines)}</{name}>"


@st.composite
def plain_tables(draw: st.DrawFn) -> str:
    columns, tag = draw(COLUMNS), draw(st.sampled_from(["td", "th", "td><b"]))
    names = draw(st.permutations(["Tree", "Age", "Höhe", "Place", "4th"]))[: len(columns)]
    head = draw(st.sampled_from(HEADS)).format("".join(f"<{tag}>{name}" for name in names))
    rows = [
        "<tr>" + "".join(f"<td>{column[number % 3]}" for column in columns) for number in range(draw(st.integers(1, 7)))
    ]
    rows[draw(st.integers(0, len(rows))):0] = draw(st.sampled_from([[], ["<tr><td colspan=9>Old"], ["<tr><th>Old"],
                                                                    [head], ["<tr>"]]))  # fmt: skip
    return f"<table>{head}{''.join(rows)}</table>"


#: The same by role.
ARIA = {"table": "div role=table", "tbody": "div", "thead": "div", "tfoot": "div", "tr": "div role=row",
        "td": "span role=cell", "th": "span role=columnheader"}  # fmt: skip


def by_role(html):
    for tag, other in ARIA.items():
        html = html.replace(f"</{tag}>", f"</{other.split()[0]}>").replace(f"<{tag}>", f"<{other}>")
        html = html.replace(f"<{tag} ", f"<{other} ")
    return html


PAGES = st.lists(TABLES.map(written) | plain_tables() | TABLES.map(written).map(by_role), min_size=1, max_size=2).map(
    "".join
)


def elsewhere_made(nodes: NodeTable) -> NodeTable:
    """The same page as another program than our parser gives it: its texts and attributes are Python's."""
    return replace(nodes, data=list(nodes.data))


@given(PAGES, st.booleans())
@settings(deadline=None)
def test_grids_are_those_that_are_read_slowly(html, elsewhere):
    nodes = parse(html).nodes
    nodes = elsewhere_made(nodes) if elsewhere else nodes
    slow, found = SlowGrids(nodes), Grids(nodes)
    rows = range(len(nodes))
    assert found.tables == slow.tables
    assert [found.table_of(row) for row in rows] == [slow.table_of.get(row, -1) for row in rows]
    assert [found.line_of(row) for row in rows] == [slow.line_of.get(row, -1) for row in rows]
    for table in slow.tables:
        one, other = found.at(table), slow.at(table)
        assert one.lines == other.lines
        assert (one.body, one.width, one.headers) == (other.body, other.width, other.headers)
        assert (one.regular, one.is_data) == (other.regular, other.is_data)
        assert not (found.lays_out(table) and other.is_data)
    assert [grid.table for grid in found.data_tables(2)] == [grid.table for grid in slow_data_tables(nodes, 2)]
    headers, slow_headers = Headers(nodes), SlowHeaders(nodes)
    assert [headers.of(row) for row in rows] == [slow_headers.of(row) for row in rows]


def test_a_table_that_would_have_too_many_places_in_short_rows_is_no_grid():
    nodes = parse(f"<table><tr>{'<td>a' * 900}{'<tr><td>b' * 3000}</table>").nodes
    assert nodes.grids.at(nodes.grids.tables[0]) is None


def test_a_page_that_was_pickled_has_the_same_grids():
    nodes = parse(f"<table><tr><th>Tree<th>Age{BODY}</table>").nodes
    assert nodes.grids.tables
    again = pickle.loads(pickle.dumps(nodes))
    assert again.grids.at(again.grids.tables[0]).lines == nodes.grids.at(nodes.grids.tables[0]).lines
