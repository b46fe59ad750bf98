"""The columns of the table say what a slow, obvious walk over the tree says."""

import string
from dataclasses import replace

import html5lib
import lxml.html
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate
from pagerows.page.nodes import TEXT

TAGS = ["div", "p", "b", "i", "a", "ul", "li", "table", "tr", "td", "span", "svg", "g", "script", "h2", "br", "img"]


def markup() -> st.SearchStrategy[str]:
    """Tags, end tags, text, comments and attributes in any order: what authors write and browsers repair."""
    tag = st.sampled_from(TAGS)
    attribute = st.sampled_from(["", " class=a", " class='a b'", " style='color:red'", " href=x", " hidden", " id=i"])
    word = st.text(string.ascii_lowercase + " \n&<é", min_size=1, max_size=6)
    piece = st.one_of(
        st.builds(lambda name, extra: f"<{name}{extra}>", tag, attribute),
        st.builds("</{}>".format, tag),
        word,
        st.sampled_from(["<!-- c -->", " ", "\n", "&nbsp;"]),
    )
    return st.lists(piece, max_size=60).map("".join)


class Oracle:
    """The same facts by following parents, one row at a time."""

    def __init__(self, nodes) -> None:
        self.nodes = nodes
        self.rows = range(len(nodes))

    def children(self, row: int) -> list[int]:
        return [other for other in self.rows if self.nodes.parent[other] == row]

    def depth(self, row: int) -> int:
        parent = int(self.nodes.parent[row])
        return 0 if parent < 0 else 1 + self.depth(parent)

    def end(self, row: int) -> int:
        below = self.children(row)
        return self.end(below[-1]) if below else row + 1

    def path(self, row: int) -> tuple:
        """The tags and styles from <body> down."""
        parent = int(self.nodes.parent[row])
        style = [] if self.nodes.kind[row] == TEXT else [p for p in self.nodes.data[row] if p[0] in ("class", "style")]
        return (*(self.path(parent) if parent >= 0 else ()), (self.nodes.tag_name(row), tuple(style)))

    def rank(self, row: int) -> int:
        if self.nodes.kind[row] == TEXT:
            return int(self.nodes.ordinal[row])
        tag = self.nodes.tag_name(row)
        before = [other for other in self.children(int(self.nodes.parent[row])) if other <= row]
        return sum(self.nodes.tag_name(other) == tag for other in before)


@given(markup())
def test_every_column_says_what_the_tree_says(html):
    nodes = pagerows.parse(html).nodes
    oracle = Oracle(nodes)
    assert nodes.parent[0] == -1
    codes: dict[tuple, int] = {}
    for row in oracle.rows:
        assert nodes.depth[row] == oracle.depth(row)
        assert nodes.end[row] == oracle.end(row)
        assert nodes.children(row).tolist() == oracle.children(row)
        assert nodes.path[row] == codes.setdefault(oracle.path(row), len(codes)), "ascending by first appearance"
        assert row == 0 or nodes.sibling_rank[row] == oracle.rank(row)
        assert (nodes.kind[row] == TEXT) == (nodes.tag_name(row) == "#text") == isinstance(nodes.data[row], str)
        assert nodes.text_length[row] == (len(nodes.data[row].strip()) if nodes.kind[row] == TEXT else 0)
    assert len(nodes.paths) == len(codes)


@given(markup())
def test_every_xpath_leads_back_to_its_row_and_no_two_rows_share_one(html):
    nodes = pagerows.parse(html).nodes
    xpaths = [nodes.xpath(row) for row in range(len(nodes))]
    assert len(set(xpaths)) == len(xpaths)
    assert [nodes.find(xpath) for xpath in xpaths] == list(range(len(nodes)))


@given(markup(), st.sampled_from(["tag", "tag and class"]))
def test_merged_path_codes_are_those_of_the_coarser_paths(html, kind):
    nodes = pagerows.parse(html).nodes

    def key(tag, style):
        return tag if kind == "tag" else (tag, dict(style).get("class"))

    oracle, codes = Oracle(nodes), {}
    for row in oracle.rows:
        coarse = tuple(key(tag, style) for tag, style in oracle.path(row))
        codes.setdefault(coarse, len(codes))
        assert nodes.paths.merged(key)[nodes.path[row]] == codes[coarse]


@pytest.mark.parametrize(
    "xpath",
    [
        "",
        "/",
        "/html",
        "/html/body/p[9]",
        "/html/body/nosuch",
        "//p",
        "/html/body/p[last()]",
        "html/head/title",
        "x[",
        "]",
    ],
)
def test_an_xpath_that_names_no_row_gives_none(xpath):
    assert pagerows.parse("<p>1</p><p>2</p>").nodes.find(xpath) is None


def test_positions_may_be_left_out_where_they_are_1():
    nodes = pagerows.parse("<ul><li>1<li>2</ul>").nodes
    assert nodes.find("/html/body/ul/li[2]/text()") == nodes.find("/html[1]/body[1]/ul[1]/li[2]/text()[1]") == 5


@pytest.mark.filterwarnings("ignore:Comments cannot contain adjacent dashes")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_lxml_finds_the_same_nodes_on_generated_pages(layout):
    page = generate(PageSpec(seed=3, layout=layout, records=6, optional=1, damage=0.2, highlight=0.2, inner_nesting=2))
    nodes = pagerows.parse(page.html).nodes
    # lxml's own parser builds another tree from damaged markup; html5lib's is the browser's.
    tree = html5lib.parse(page.html, treebuilder="lxml", namespaceHTMLElements=False)
    for row in range(len(nodes)):
        (found,) = tree.xpath(nodes.xpath(row))
        assert found == nodes.data[row] if nodes.kind[row] == TEXT else found.tag == nodes.tag_name(row)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_lxmls_own_parser_finds_the_same_nodes_on_whole_pages(layout):
    html = generate(PageSpec(seed=5, layout=layout, records=6, highlight=0.2)).html
    nodes = pagerows.parse(html).nodes
    tree = lxml.html.document_fromstring(html).getroottree()
    for row in range(len(nodes)):
        (found,) = tree.xpath(nodes.xpath(row))
        assert found == nodes.data[row] if nodes.kind[row] == TEXT else found.tag == nodes.tag_name(row)


def test_derived_columns_are_quick_on_pages_full_of_svg():
    nodes = pagerows.parse("<svg><g><path d=x></g></svg>" * 20_000).nodes
    rows = np.flatnonzero(nodes.rows_with_tag("path"))
    assert len(rows)
    assert nodes.xpath(len(nodes) - 1).endswith("*[local-name()='g'][1]/*[local-name()='path'][1]")
    assert nodes.find(nodes.xpath(len(nodes) - 1)) == len(nodes) - 1


def test_children_of_broken_pages_partition_their_parents():
    data = generate(PageSpec(records=4)).html.encode()
    for seed in range(30):
        nodes = pagerows.parse(mutate(data, seed)).nodes
        for row in range(0, len(nodes), 7):
            below = nodes.children(row).tolist()
            assert below == [] or below[0] == row + 1
            assert [int(nodes.end[child]) for child in below] == [*below[1:], *([int(nodes.end[row])] if below else [])]


@pytest.mark.parametrize("made", [True, False], ids=["as the parser has them", "as a list"])
def test_attributes_that_may_have_a_digit_are_found_in_a_stretch(made):
    page = pagerows.parse("<b title=4></b><p title=a>x</p><i alt='5 of 6' title='é' class=7></i><u title=8></u>")
    nodes = page.nodes if made else replace(page.nodes, data=list(page.nodes.data))
    rows = {nodes.tag_name(row): row for row in range(len(nodes))}
    found = [one for one in nodes.figures(("title", "alt"), rows["p"], rows["u"]) if not one[2].isalpha()]
    assert found == [(rows["i"], "alt", "5 of 6")]
    every = nodes.figures(("title", "alt", "none"), 0, len(nodes) + 5)
    assert [one for one in every if one[2] != "a"] == [
        (rows["b"], "title", "4"), (rows["i"], "alt", "5 of 6"), (rows["i"], "title", "é"), (rows["u"], "title", "8"),
    ]  # fmt: skip
