"""A data table gives its rows, all of them and whole, whatever stands around it; tables that lay out a page do not."""

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pagerows
from pagerows import extract
from pagerows.regions._tables import data_tables, main_table, tables_whole
from pagerows.regions._whole import columns_are_facts, single_texts, whole_regions
from pagerows.values import Record, Records, Region, Span

from . import slow_tables

WORDS = [
    "oak",
    "elm",
    "ash",
    "fir",
    "yew",
    "lime",
    "rowan",
    "alder",
    "hazel",
    "birch",
    "maple",
    "cedar",
    "beech",
    "larch",
]
HEADERS = ["Tree", "Planted", "Leaves", "Place", "Girth", "Colour", "Seen"]


def sentence(words: random.Random, length: int) -> str:
    return " ".join(words.choices(WORDS, k=length)).capitalize() + "."


def row_of(number: int, words: random.Random) -> list[str]:
    return [
        " ".join(words.choices(WORDS, k=2)).title(),
        str(1900 + number % 100),
        str(words.randrange(10_000)),
        f"{words.choice(WORDS).title()}ton",
        f"{words.random() * 100:.2f}",
        words.choice(WORDS),
        f"{words.randrange(1, 29)} May 20{words.randrange(10, 25)}",
    ]


def head_of(kind: str, names: list[str]) -> str:
    cells = "".join(f"<th>{name}</th>" for name in names)
    bold = "".join(f"<td><b>{name}</b></td>" for name in names)
    return {"thead": f"<thead><tr>{cells}</tr></thead>", "th": f"<tr>{cells}</tr>", "bold": f"<tr>{bold}</tr>"}.get(
        kind, ""
    )


def page_of(
    columns: int, rows: int, head: str, around: str, linked: bool, stripes: bool
) -> tuple[str, list[list[str]]]:
    words = random.Random(columns * 1000 + rows)
    body = [row_of(number, words)[:columns] for number in range(rows)]
    lines = []
    for number, row in enumerate(body):
        first = f"<a href='/{number}'>{row[0]}</a>" if linked else row[0]
        style = f" class={'even' if number % 2 else 'odd'}" if stripes else ""
        lines.append(f"<tr{style}><td>{first}</td>" + "".join(f"<td>{text}</td>" for text in row[1:]) + "</tr>")
    table = f"<table>{head_of(head, HEADERS[:columns])}<tbody>{''.join(lines)}</tbody></table>"
    menu = "<ul>" + "".join(f"<li><a href='/{word}'>{word.title()}</a></li>" for word in WORDS[:8]) + "</ul>"
    prose = "".join(f"<p>{sentence(words, words.randrange(25, 60))}</p>" for _ in range(4))
    foot = "".join(f"<a href='/about-{word}'>{word}</a> " for word in WORDS[:5])
    pages = {
        "nothing": table,
        "a menu": menu + table,
        "prose": prose + table,
        "all": f"<nav>{menu}</nav><main><h1>Trees</h1>{prose}{table}<p>{sentence(words, 30)}</p></main><i>{foot}</i>",
    }
    return f"<html><head><title>Trees</title></head><body>{pages[around]}</body></html>", body


@pytest.mark.parametrize("around", ["nothing", "a menu", "prose", "all"])
@pytest.mark.parametrize("head", ["thead", "th", "bold", "none"])
def test_a_table_of_any_size_is_found_and_is_exact(head, around):
    for columns, rows, linked, stripes in product([2, 4, 7], [3, 10, 80], [False, True], [False, True]):
        html, body = page_of(columns, rows, head, around, linked, stripes)
        found = extract(html)
        assert found.table.rows == body, (columns, rows, linked, stripes)
        if head != "none":
            assert found.table.names == [name.lower() for name in HEADERS[:columns]]


def test_an_article_that_has_a_table_is_still_an_article():
    words = random.Random(1)
    prose = "".join(f"<p>{sentence(words, 90)}</p>" for _ in range(40))
    html, _ = page_of(3, 5, "thead", "nothing", linked=False, stripes=False)
    assert extract(f"<article><h1>Trees</h1>{prose}{html}{prose}</article>").best is None


@pytest.mark.parametrize(("times", "about"), [(1, False), (2, True)], ids=["as long as the prose", "twice as long"])
def test_a_table_beside_much_prose_is_what_a_page_is_about_where_it_has_far_more_text(times, about):
    words = random.Random(1)
    prose = "".join(f"<p>{sentence(words, 90)}</p>" for _ in range(10))
    cell = "<td>" + sentence(words, 90 * times) + "<td>2 May"
    html = f"{prose}<table><tr><th>Tree<th>Seen{f'<tr>{cell}' * 10}</table>"
    nodes = pagerows.parse(html).nodes
    assert (main_table(nodes, data_tables(nodes, 3)) is not None) == about


@pytest.mark.parametrize(
    "html",
    [
        "<table>" + "<tr><th>Name<td>Oak<tr><th>Age<td>300<tr><th>Place<td>Wood" + "</table>",
        "<table><tr><th>M<th>T<th>W<th>T<th>F<th>S<th>S" + "<tr><td>1<td>2<td>3<td>4<td>5<td>6<td>7" * 4 + "</table>",
        "<table role=presentation><tr><th>Tree<th>Age" + "<tr><td>Oak<td>3" * 4 + "</table>",
    ],
    ids=["the facts of one thing", "a calendar", "said to be layout"],
)
def test_such_a_table_is_not_what_a_page_is_about(html):
    nodes = pagerows.parse(f"<p>Trees we like.</p>{html}").nodes
    assert main_table(nodes, data_tables(nodes, 3)) is None


def test_records_of_two_rows_are_not_cut():
    rows = "".join(
        f"<tr><td><a href=/{n}><b>Tree {n}</b></a><td>{n} m<tr><td><p>Stands in wood {n}<td><i>seen</i>"
        for n in range(12)
    )
    found = extract(f"<h1>Trees</h1><table>{rows}</table>")
    assert found.best is not None
    assert len(found.best) == 12


def spans_region(page: pagerows.Page, spans: list[tuple[int, int]]) -> Region:
    return Region(tuple(Record(page, (Span(start, stop),)) for start, stop in spans))


def test_records_of_three_rows_that_a_cell_holds_together_are_not_cut():
    record = (
        "<tr><td rowspan=3>{0}.<td><a href=/{0}>Tree {0}</a><td>May {0}<tr><td>Oak<td>Seen"
        "<tr><td colspan=2><p>Stands in wood {0}<tr><td colspan=3>"
    )
    page = pagerows.parse(f"<table>{''.join(record.format(n) for n in range(1, 9))}</table>")
    rows = page.nodes.rows_with_tag("tr").tolist()
    region = spans_region(page, list(zip(rows[::4], rows[3::4], strict=True)))
    assert tables_whole(page, [region], 3) == [region]


def test_pairs_of_rows_that_are_built_alike_are_cut():
    html, _ = page_of(4, 10, "none", "all", linked=False, stripes=True)
    page = pagerows.parse(html)
    rows, end = page.nodes.rows_with_tag("tr").tolist(), page.nodes.end
    pairs = spans_region(page, [(a, int(end[b])) for a, b in zip(rows[::2], rows[1::2], strict=True)])
    (whole,) = tables_whole(page, [pairs], 3)
    assert [record.span.start for record in whole.records] == rows


ROW = "<tr><td>{0}<td>{0} m<td>Oak<td>green"


@pytest.mark.parametrize(
    ("extra", "at", "comes_in"),
    [
        ("<tr><td>Tree<td>Height<td>Kind<td>Leaves", 0, False),
        ("<tr><td>The north wood<td><td><td>", 5, False),
        ("<tr><td><b>Old</b> elm<td><i>9 m</i><td>Elm<td>brown", 5, True),
        ("<tr><td>Fallen<td colspan=3>None", 5, True),
    ],
    ids=["names of columns", "a bar", "a row of another look", "a row with cells that span"],
)
def test_of_the_rows_that_a_region_leaves_out_those_come_in_that_may_be_records(extra, at, comes_in):
    made = [ROW.format(n) for n in range(12)]
    page = pagerows.parse(f"<table>{''.join([*made[:at], extra, *made[at:]])}</table>")
    rows, end = page.nodes.rows_with_tag("tr").tolist(), page.nodes.end
    region = spans_region(page, [(row, int(end[row])) for place, row in enumerate(rows) if place != at])
    (whole,) = tables_whole(page, [region], 3)
    assert len(whole.records) == 12 + comes_in


@pytest.mark.parametrize(
    ("tag", "step"),
    [("td", 1), ("td", 4), ("tr", 2), ("tr", 1)],
    ids=["cells", "a column", "every other row", "header and all"],
)
def test_parts_of_a_table_become_its_rows(tag, step):
    html, _ = page_of(4, 10, "thead", "all", linked=False, stripes=False)
    page = pagerows.parse(html)
    rows = page.nodes.rows_with_tag(tag).tolist()[::step]
    region = Region(tuple(Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows))
    (whole,) = tables_whole(page, [region], 3)
    assert [record.span.start for record in whole.records] == page.nodes.rows_with_tag("tr").tolist()[1:]


def test_a_table_that_is_a_small_part_of_a_region_stays_that():
    html, _ = page_of(2, 40, "thead", "nothing", linked=False, stripes=False)
    page = pagerows.parse(html)
    rows = page.nodes.rows_with_tag("tr").tolist()[1:5]
    region = Region(tuple(Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows))
    assert tables_whole(page, [region], 3) == [region]


def test_work_grows_with_the_table(calls):
    def regions(rows: int) -> tuple[pagerows.Page, list[Region]]:
        html, _ = page_of(3, rows, "th", "nothing", linked=False, stripes=True)
        page = pagerows.parse(html)
        end = page.nodes.end
        cells = tuple(Record(page, (Span(row, int(end[row])),)) for row in page.nodes.rows_with_tag("td").tolist())
        return page, [Region(cells)]

    small, large = regions(200), regions(800)
    assert calls(tables_whole, *large, 3) < 5 * calls(tables_whole, *small, 3)


# -- against the same said slowly -----------------------------------------------------------------------------


@st.composite
def tables_with_regions(draw: st.DrawFn) -> tuple[str, list[list[tuple[int, int]]]]:
    """A page of a table or two, and which of its elements (by number, from and to) are the records of some regions."""
    inside = st.sampled_from(["Oak", "3", "17", "", "<b>Elm</b>", "<p>Ash<p>old", "2 May", "<img src=x>"])
    html = ""
    for _ in range(draw(st.integers(1, 2))):
        width, head = draw(st.sampled_from([2, 3, 7])), draw(st.sampled_from(["", "<tr>{}", "<thead><tr>{}</thead>"]))
        built = draw(st.lists(st.lists(inside, min_size=width, max_size=width), min_size=1, max_size=3))
        rows = [built[number % len(built)] for number in range(draw(st.integers(2, 9)))]
        html += draw(st.sampled_from(["", "<h2>Trees</h2>", "<div><p>a<p>b</div>"]))
        html += f"<table>{head.format(''.join(f'<th>{name}' for name in HEADERS[:width]))}"
        html += "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows) + "</table>"
    size = len(pagerows.parse(html).nodes)
    chosen = st.tuples(st.sampled_from(["tr", "td", "table", "any"]), st.integers(0, 3), st.integers(1, 3),
                       st.integers(1, 3), st.lists(st.integers(0, size - 1), min_size=1, max_size=4))  # fmt: skip
    nodes, regions = pagerows.parse(html).nodes, []
    for tag, first, step, length, rows in draw(st.lists(chosen, min_size=1, max_size=4)):
        found = sorted(set(rows)) if tag == "any" else nodes.rows_with_tag(tag).tolist()
        tops = [found[at : at + length] for at in range(first, len(found), step)] or [found[:1]]
        spans = [(own[0], int(max(nodes.end[row] for row in own))) for own in tops]
        regions.append(spans)
    return html, regions


@given(tables_with_regions(), st.booleans())
@settings(deadline=None)
def test_regions_are_made_whole_as_they_are_slowly(made, known):
    html, regions = made
    page = pagerows.parse(html)
    tables = data_tables(page.nodes, 2)
    for spans in regions:
        region = spans_region(page, spans)
        starts, stops = np.array(spans, np.int64).T.copy()
        region = replace(region, records=Records(page, starts, stops)) if known else region
        expected = slow_tables.whole(page, region, tables) if tables else region
        (found,) = whole_regions(page, [region], tables)
        assert (found is region) == (expected is region)
        assert list(found.records) == list(expected.records)
        assert single_texts(page.nodes, region.records) == slow_tables.single_texts(page.nodes, region)
    assert [columns_are_facts(grid) for grid in tables] == [slow_tables.facts(page.nodes, grid) for grid in tables]
