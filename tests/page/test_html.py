"""The walk from HTML to the table of nodes."""

import lxml.html
import numpy as np
import pytest

import pagerows
from pagerows.page.nodes import TEXT


def rows(html: str) -> list[str]:
    nodes = pagerows.parse(html).nodes
    return [
        str(nodes.data[row]).strip() if nodes.kind[row] == TEXT else nodes.tag_name(row) for row in range(len(nodes))
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", ["body"]),
        ("<html/>", ["body"]),
        ("a", ["body", "a"]),
        ("<p>a<p>b", ["body", "p", "a", "p", "b"]),
        ("<table><tr><td>x", ["body", "table", "tbody", "tr", "td", "x"]),
        ("<table>x<tr><td>y", ["body", "x", "table", "tbody", "tr", "td", "y"]),
        ("<p>a<script>b</script><style>c</style><template><i>d</i></template>e", ["body", "p", "a", "e"]),
        ("<p>a<noscript><b>n</b></noscript>", ["body", "p", "a"]),
        ("<head><title>t</title></head><body> <!-- c --> <p>x</p></body>", ["body", "p", "x"]),
        ("<frameset><frame src=a></frameset>", []),
        ("<b>1<p>2</b>3", ["body", "b", "1", "p", "b", "2", "3"]),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else None,
)
def test_the_table_holds_elements_and_text_of_the_html5_tree(html, expected):
    assert rows(html) == expected


def test_path_codes_ascend_by_first_appearance_and_depend_on_style():
    nodes = pagerows.parse("<ul><li class=a>1<li>2<li class=a>3</ul>").nodes
    assert nodes.path.tolist() == [0, 1, 2, 3, 4, 5, 2, 3]
    coarse = nodes.paths.merged(lambda tag, _style: tag)[nodes.path]
    assert coarse.tolist() == [0, 1, 2, 3, 2, 3, 2, 3]
    assert nodes.paths.string(3) == "body/ul/li.a/#text"


def test_hiding_markup_hides_the_whole_subtree():
    nodes = pagerows.parse("<div hidden><b>x</b></div><p style='display: none'>y</p><p aria-hidden=true>z<p>w").nodes
    assert [nodes.tag_name(row) for row in np.flatnonzero(~nodes.hidden)] == ["body", "p", "#text"]


def test_xpaths_name_the_same_nodes_in_lxml():
    html = "<body>a<!--c-->b <b>x</b> c<div><p>1</p> <p>2 <i>k</i> t</p></div><svg><g/></svg></body>"
    nodes = pagerows.parse(html).nodes
    tree = lxml.html.document_fromstring(html).getroottree()
    for row in range(len(nodes)):
        (found,) = tree.xpath(nodes.xpath(row))
        if nodes.kind[row] == TEXT:
            assert found == nodes.data[row]
        else:
            assert found.tag == nodes.tag_name(row)
        assert nodes.find(nodes.xpath(row)) == row
