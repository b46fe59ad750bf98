"""DERIN on pages that we wrote [F17]."""

from functools import cache

import pytest

import pagerows
from pagerows.attributes import AttributeReader, concepts
from pagerows.cells import CellParams, cells_of
from pagerows.regions.derin import DerinParams, _with_addresses
from pagerows.regions.derin.area import two_level_distance
from pagerows.values import Record, Span

MENU = "<ul class=menu>" + "".join(f"<li><a href=/{n}>Link {n}</a></li>" for n in range(6)) + "</ul>"
STYLE = "<style>body{margin:0} .menu{float:left;width:150px;margin:0} .list{margin-left:200px;width:900px}</style>"


def rows(page):
    return pagerows.extract(page, method="derin").table.rows


def item(n, extra=""):
    return f"<li><h3><a href=/item/{n}>Item number {n}</a></h3><p>About thing {n * 7}</p>{extra}<b>$ {n}.50</b></li>"


@pytest.mark.browser
def test_the_main_region_fills_most_of_the_screen():
    items = "".join(item(n) for n in range(1, 9))
    found = pagerows.extract(f"{STYLE}{MENU}<div class=list><ol>{items}</ol></div>", method="derin")
    (region,) = found.regions
    assert region.evidence["xpath"] == "/html/body/div[1]/ol[1]"
    assert region.table.rows[0] == ["Item number 1", "About thing 7", "$ 1.50"]
    assert len(region.table.rows) == 8


@pytest.mark.browser
def test_a_large_element_whose_children_are_unlike_gives_way_to_a_list():
    items = "".join(item(n) for n in range(1, 9))
    words = "several words about a shop and its terms " * 12
    foot = f"<h2>About</h2><p>{words}</p><table><tr><td>{words}</table><form><b>News</b><input><p>{words}</form>"
    css = "<style>ol { height: 500px; overflow: hidden } .foot > * { min-height: 120px }</style>"
    page = f"{STYLE}{css}{MENU}<div class=list><ol>{items}</ol><div class=foot>{foot}</div></div>"
    paths = [
        pagerows.extract(page, method="derin", max_parent=0.9, likeness=likeness).regions[0].evidence["xpath"]
        for likeness in (0.0, 2.0)
    ]
    assert paths == ["/html/body/div[1]/div[1]", "/html/body/div[1]/ol[1]"]


@pytest.mark.browser
def test_records_of_two_parents_are_found_by_climbing_to_their_ancestor():
    """Fig. 4: two lists and an advertisement between them."""
    first, second = ("".join(item(n) for n in span) for span in (range(1, 8), range(8, 13)))
    lists = f"<div><ol>{first}</ol></div><div><p>Buy now<p>and here</div><div><ol>{second}</ol></div>"
    (region,) = pagerows.extract(f"{STYLE}{MENU}<div class=list>{lists}</div>", method="derin").regions
    assert region.evidence["xpath"] == "/html/body/div[1]"
    assert len(region.records) == 12


@pytest.mark.browser
def test_records_of_several_children_are_found_by_ngrams():
    """Fig. 6: a title and two texts, three children of one list."""
    triples = "".join(
        f"<dt><a href='/r{n}'>Result title {n}</a></dt><dd>Long text about result {n} and more of it</dd>"
        f"<dd><cite>http://site{n}.example/page</cite></dd>"
        for n in range(1, 7)
    )
    page = f"{STYLE}{MENU}<div class=list><dl>{triples}</dl></div>"
    found = rows(page)
    assert len(found) == 6
    assert found[2] == ["Result title 3", "Long text about result 3 and more of it", "http://site3.example/page"]
    separate = pagerows.extract(page, method="derin", use_ngrams=False, drop_outliers=False)
    assert len(separate.table.rows) == 18


FIGURE_6 = [
    ("http://test.com/", "Test.com Web Based Testing and Certification Software v2.0", "Easily Author and Administer"),
    ("http://www.speakeasy.net/speedtest/", "Speakeasy - Speed Test", "Test your Internet Connection. Your speed?"),
    (
        "http://en.wikipedia.org/wiki/Test_cricket",
        "Test cricket - Wikipedia",
        "Test cricket is the longest form of it.",
    ),
]


def figure_6():
    triples = "".join(
        f"<dt><a href='{url}'>{title}</a></dt><dd>{text}</dd><dd><a href='{url}'>{url}</a></dd>"
        for url, title, text in FIGURE_6
    )
    return pagerows.render(f"<dl class=webresults>{triples}</dl>")


@pytest.mark.browser
@pytest.mark.parametrize("preset", [None, "paper"])
def test_figure_6_has_three_records_although_its_list_has_nine_children(preset):
    (region,) = pagerows.extract(figure_6(), method="derin", preset=preset).regions
    assert region.xpath == "/html/body/dl[1]"
    assert region.table.rows == [[title, text, url] for url, title, text in FIGURE_6]  # Table 5, and the visible link


@pytest.mark.browser
def test_the_attributes_of_figure_6_are_those_of_table_3():
    page = figure_6()
    nodes = page.nodes
    tops = [Record(page, (Span(row, int(nodes.end[row])),)) for row in nodes.children(1).tolist()]
    cells = [_with_addresses(row) for row in cells_of(page, tops, CellParams())]
    reader = AttributeReader(page)
    pairs = zip(tops, cells, strict=True)
    numbers = concepts([reader.attributes(*pair) for pair in pairs], DerinParams.paper())
    assert numbers == [[0, 1], [2], [0, 3]] * 3  # AT01 AT02 / AT03 / AT01 AT04


@pytest.mark.browser
def test_a_list_whose_items_float_is_found_although_it_has_no_height():
    floating = "".join(
        f"<li style='float:left;width:300px;height:150px'><h3>Thing {n}</h3><p>About {n * 7}</p></li>"
        for n in range(12)
    )
    (region,) = pagerows.extract(f"{STYLE}{MENU}<div class=list><ul>{floating}</ul></div>", method="derin").regions
    assert region.xpath == "/html/body/div[1]/ul[1]"
    assert len(region.records) == 12


@pytest.mark.browser
def test_table_cells_count_where_elements_are_compared():
    """A table of another kind below the results has other cells in its rows."""
    rows = "".join(
        f"<tr><td><a href=/{n}>Result {n}</a></td><td>about {n * 7}</td><td>{n}.50</td></tr>" for n in range(9)
    )
    foot = "".join(f"<tr><td>Office {n}</td></tr>" for n in range(9))
    style = "<style>table{width:800px} td{height:40px;width:100px}</style>"
    page = f"{style}<div><table>{rows}</table><p>more</p><table>{foot}</table></div>"
    (region,) = pagerows.extract(page, method="derin").regions
    assert len(region.records) == 9


@pytest.mark.browser
def test_a_value_that_every_record_has_is_no_attribute_under_the_papers_setting():
    """Table 2: "and up" is gone."""
    items = "".join(f"<li><h3>Camera {n}</h3><p>$ {n}9</p><i>and up</i></li>" for n in range(1, 9))
    page = pagerows.render(f"{STYLE}{MENU}<div class=list><ol>{items}</ol></div>")
    assert pagerows.extract(page, method="derin").table.rows[0] == ["Camera 1", "$ 19", "and up"]
    assert pagerows.extract(page, method="derin", preset="paper").table.rows[0] == ["Camera 1", "$ 19"]


@pytest.mark.browser
def test_equation_4_as_printed_looks_at_parents_only():
    """Between the outer candidate and the list is an element with too few children to be one."""
    items = "".join(item(n) for n in range(1, 9))
    page = pagerows.render(f"<div class=list><p>a</p><p>b</p><div><ol>{items}</ol></div></div>")
    paths = [
        pagerows.extract(page, method="derin", preset="paper", any_ancestor=either).regions[0].xpath
        for either in (True, False)
    ]
    assert paths == ["/html/body/div[1]/div[1]/ol[1]", "/html/body/div[1]"]


@pytest.mark.browser
def test_separators_and_hidden_elements_are_no_records():
    items = "".join(item(n) + "<li class=line></li><li style='display:none'>stored</li>" for n in range(1, 8))
    assert len(rows(f"{STYLE}{MENU}<div class=list><ol>{items}</ol></div>")) == 7


@pytest.mark.browser
def test_an_element_unlike_the_others_is_removed_unless_switched_off():
    items = "<li><i>Results 1 to 8</i></li>" + "".join(item(n) for n in range(1, 9))
    page = f"{STYLE}{MENU}<div class=list><ol>{items}</ol></div>"
    assert len(rows(page)) == 8
    assert len(pagerows.extract(page, method="derin", drop_outliers=False).table.rows) == 9


@pytest.mark.browser
def test_a_page_without_candidates_falls_back_to_the_body():
    (region,) = pagerows.extract("<p>one</p><p>two</p>", method="derin").regions
    assert region.evidence["xpath"] == "/html/body"
    assert pagerows.extract("", method="derin").regions == []
    (region,) = pagerows.extract("only a text", method="derin").regions
    assert (region.xpath, region.records[0].text) == ("/html/body", "only a text")


def test_a_page_without_layout_is_refused_with_the_way_out():
    from pagerows.regions.derin import DerinParams, find_regions

    with pytest.raises(pagerows.RenderError, match=r"pagerows\.render"):
        find_regions(pagerows.parse("<p>one</p><p>two</p>"), DerinParams())


TREES = [(1, ()), (2, ()), (1, (2,)), (1, (2, 3)), (2, (2, 3, 2)), (3, (1,)), (3, (1, 2, 1, 3)), (1, (4, 4, 4))]


@pytest.mark.parametrize("a", TREES)
@pytest.mark.parametrize("b", TREES)
@pytest.mark.parametrize("rename", [1, 3])
def test_the_distance_of_two_levels_is_the_tree_edit_distance(a, b, rename):
    assert two_level_distance(a, b, rename) == slow_distance(a, b, rename)


def slow_distance(a, b, rename):
    """The textbook recursion over forests, obviously right and very slow."""

    def tree(shape):
        return (shape[0], tuple((leaf, ()) for leaf in shape[1]))

    @cache
    def forest(x, y):
        if not x and not y:
            return 0
        if not x:
            return forest(x, y[:-1] + y[-1][1]) + 1
        if not y:
            return forest(x[:-1] + x[-1][1], y) + 1
        return min(
            forest(x[:-1] + x[-1][1], y) + 1,
            forest(x, y[:-1] + y[-1][1]) + 1,
            forest(x[:-1], y[:-1]) + forest(x[-1][1], y[-1][1]) + (0 if x[-1][0] == y[-1][0] else rename),
        )

    return forest((tree(a),), (tree(b),))
