"""Selectors: the shortest that mean exactly the given nodes, and the same nodes in CSS and XPath elsewhere."""

from itertools import product

import lxml.html
import numpy as np
import pytest

import pagerows
from pagerows.wrapper.select import Selector, Step, selector_for

PAGES = {
    "by class": "<ul><li class='a x'>1<li class='a y'>2</ul><ul><li class=b>3</ul>",
    "by ancestor": "<div id=m><ul class=goods><li>1<li>2</ul></div><ul class=menu><li>3<li>4</ul>",
    "below a heading row": "<table><tbody><tr><td>H<tr><td>1<tr><td>2</table>",
    "by position": "<div><p>a<p>b</div><div><p>1<p>2</div><div><p>c</div>",
    "of two kinds": "<div><p class=a>1</p><p class=b>2</p><p class=c>x</p><p class=a>3</p></div>",
    "by id": "<div id=menu><ul><li>3<li>4</ul></div><div id=results><ul><li>1<li>2</ul></div>",
    "odd class names": '<div><p class="a\'b">1</p><p class="a\'b c:d">2</p><p class=q>3</p></div>',
}
WANTED = {
    "by class": "12",
    "by ancestor": "12",
    "below a heading row": "12",
    "by position": "12",
    "of two kinds": "123",
    "by id": "12",
    "odd class names": "12",
}


def rows_saying(page, texts, tag):
    rows = page.nodes.rows_with_tag(tag)
    return np.array([row for row in rows.tolist() if page.nodes.text(row) in texts], np.intp)


@pytest.mark.parametrize("case", PAGES)
def test_the_selectors_mean_exactly_the_given_nodes_here_and_in_lxml(case):
    page = pagerows.parse(PAGES[case])
    tag = {"below a heading row": "tr", "by class": "li", "by ancestor": "li", "by id": "li"}.get(case, "p")
    wanted = rows_saying(page, WANTED[case], tag)
    selectors = selector_for([(page.nodes, wanted)])
    found = np.unique(np.concatenate([selector.rows(page.nodes) for selector in selectors]))
    assert found.tolist() == wanted.tolist()
    tree = lxml.html.document_fromstring(PAGES[case])
    by_xpath = {node for selector in selectors for node in tree.xpath(selector.xpath)}
    assert sorted("".join(node.itertext()).strip() for node in by_xpath) == sorted(WANTED[case])
    by_css = {node for selector in selectors for node in tree.cssselect(selector.css)}
    assert by_css == by_xpath


def test_css_and_xpath_are_spelled_as_other_tools_read_them():
    selector = Selector((Step("ul", ("goods",)), Step("li", (), 2), Step("a", ("w-1/2",), 1, 3)))
    assert selector.css == 'ul.goods > li:nth-of-type(n+2) > a[class~="w-1/2"]:nth-of-type(3)'
    assert selector.xpath == (
        ".//ul[contains(concat(' ',normalize-space(@class),' '),' goods ')]/li[position()>=2]"
        "/a[3][contains(concat(' ',normalize-space(@class),' '),' w-1/2 ')]"
    )


def test_a_table_body_that_the_page_does_not_write_is_no_hindrance_elsewhere():
    selector = Selector((Step("table", ("prices",)), Step("tbody"), Step("tr")))
    assert selector.css == "table.prices > tbody > tr, table.prices > tr"
    for body in ("<tr><td>1<tr><td>2", "<tbody><tr><td>1<tr><td>2</tbody>"):
        html = f"<table class=prices>{body}</table>"
        assert len(lxml.html.document_fromstring(html).xpath(selector.xpath)) == 2
        assert len(selector.rows(pagerows.parse(html).nodes)) == 2


def test_a_selector_survives_being_written_and_read():
    selector = Selector((Step("div", id="main"), Step("ul", ("a", "b")), Step("li", (), 3), Step("p", (), 1, 2)))
    assert Selector.read(selector.plain(), "here") == selector


def test_tables_in_each_other_may_be_written_with_tbody_or_without():
    steps = [Step("td", ("list",)), Step("table"), Step("tbody"), Step("tr"), Step("td")]
    selector = Selector((*steps, Step("table"), Step("tbody"), Step("tr")))
    for outer, inner in product(("{}", "<tbody>{}</tbody>"), repeat=2):
        rows = inner.format("<tr><td>1</td></tr><tr><td>2</td></tr>")
        nested = outer.format(f"<tr><td><table>{rows}</table></td></tr>")
        html = f"<table><tr><td class=list><table>{nested}</table></td></tr></table>"
        tree = lxml.html.fromstring(html)
        assert [row.text_content() for row in tree.cssselect(selector.css)] == ["1", "2"]
        assert [row.text_content() for row in tree.xpath(selector.xpath)] == ["1", "2"]
        assert len(selector.rows(pagerows.parse(html).nodes)) == 2


def test_ids_are_better_than_positions_unless_they_are_counted():
    for name, css in [("results", "ul#results > li"), ("list-4711", "ul:nth-of-type(2) > li")]:
        page = pagerows.parse(f"<ul><li>3<li>4<li>5</ul><ul id={name}><li>1<li>2</ul>")
        (selector,) = selector_for([(page.nodes, rows_saying(page, "12", "li"))])
        assert selector.css == css
