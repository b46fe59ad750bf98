"""Tables as grids: spans are filled in as people read them, and each row is known for what it is."""

import io
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagerows import parse
from pagerows.page._grids import cells_of, facts_in
from pagerows.page.grids import Grid


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


CELLS = st.tuples(
    st.sampled_from(["td", "td", "th"]),
    st.sampled_from(["", "", " colspan=2", " rowspan=2", " rowspan", " colspan=0"]),
    st.sampled_from(["", "Oak", "Oak <b>and</b> elm", "a" * 200, "<p>a<p>b<p>c", "<img src=x>"]),
)
TABLES = st.lists(st.lists(CELLS, max_size=3), min_size=1, max_size=6)


def written(rows):
    cells = ["".join(f"<{tag}{span}>{text}</{tag}>" for tag, span, text in row) for row in rows]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


@given(TABLES)
@settings(deadline=None)
def test_what_lays_out_by_its_cells_is_no_data_table(rows):
    nodes = parse(written(rows)).nodes
    for table in nodes.grids.tables:
        found = nodes.grids.at(table)
        assert not (nodes.grids.lays_out(table) and found and found.is_data)


def holds_a_fact(nodes, cell):
    """One short text at most, by its nodes."""
    inside = nodes.data[cell + 1 : int(nodes.end[cell])]
    said = [text for text in inside if isinstance(text, str)]
    return len(said) <= 2 and sum(map(len, said)) <= 150 and len(inside) <= 8


@given(TABLES)
@settings(deadline=None)
def test_cells_and_facts_of_rows_are_those_of_their_nodes(rows):
    nodes = parse(written(rows)).nodes
    lines = [row for row in range(len(nodes)) if nodes.tag_name(row) == "tr"]
    tags = [nodes.tags.index(tag) if tag in nodes.tags else -1 for tag in ("td", "th")]
    own = cells_of(lines, nodes.tag, nodes.end, *tags)
    assert own == [[child for child in nodes.children(row).tolist() if nodes.tag[child] in tags] for row in lines]
    every = [cell for cells in own for cell in cells]
    assert nodes.grids.filled(every) == {cell for cell in every if nodes.text(cell)}
    facts = [[holds_a_fact(nodes, cell) for cell in cells] for cells in own]
    several = sum(sum(1 for cell in cells if nodes.text(cell)) > 1 for cells in own)
    repeated = [(-1, *cells, *cells[-1:]) for cells in own]
    made = facts_in(repeated, nodes.kind, nodes.end, nodes.characters, 150, 8)
    assert made == (len(every), sum(map(sum, facts)), several)
