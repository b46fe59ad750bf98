"""DERIN on pages that we wrote [F17]."""

from functools import cache

import pytest

import pagerows
from pagerows.regions.derin.area import two_level_distance

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
