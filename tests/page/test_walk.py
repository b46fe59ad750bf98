"""The table, column by column, against a plain walk over the tree's nodes."""

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import Element, Text

from pagerows.page._hiding import WAITING, hides
from pagerows.page.html import UNREAD, node_table
from pagerows.page.nodes import STYLE_ATTRIBUTES

COLUMNS = ("tag", "parent", "depth", "path", "ordinal", "spaced", "data")

TORTURE = {
    "raw text": "<iframe><b>&amp;</b></iframe><xmp><i></xmp><textarea>\n\n<b>t</b></textarea><plaintext></p>&lt;",
    "comments split text": "a<!--<p>-->b<!x>c<?y z>d<script>1<2</script>e",
    "odd attributes": "<p a<b=1 c\"d='\"<>&amp;' =e title='x\ny' title=z class><p class=''>x<p CLASS=' a  b '>y",
    "odd names": '<a<b c="1">x</a<b><o:p>y</o:p><a"b">z',
    "foreign": "<svg width=1><title>t<p>u</p></title><source/><![CDATA[x<y]]>z<desc><br>q</desc></svg><math><mi>m<b>n",
    "tables": "x<table>y<tr>z<td align=left>1<table><tr><td>2</table>3<td>4</table>w",
    "formatting": "<b class=q>1<p>2</b>3<i>4<div>5</i>6</div>7<a>8<a>9",
    "forms": "<form><select><option>1<option>2<optgroup><option>3</select><input type=hidden><button>b<button>c",
    "head": "<html lang=de><base href=/b><title>a &lt; b</title><title>c</title><body><base href=/d><title>no",
    "two bodies": "<body class=a><p>x<body id=b class=c><html lang=x><p>y",
    "frames": "<html lang=en><title>t</title><frameset><frame><noframes><p>x</noframes></frameset>",
    "nothing": "",
    "template": "a<template><p>x<base href=1></template>b<template shadowrootmode=open><i>s</i></template>c",
    "controls": "<p>\x01</p><p>\x00a\x0b</p><p>&nbsp;\u3000</p>\u2028<p>&nbsp;x",
    "hidden": "<p hidden>1<p>2<p>3<p>4<p aria-hidden=true>5<p aria-hidden=x>6<p style='DISPLAY : none'>7<p>8",
    "mostly hidden": "<div hidden><p>1<p>2<p>3</div><p>4",
    "deep": "<div>" * 700 + "x",
    "noscript": "<head><noscript><link><style>p</style></noscript></head><p>a<noscript><b>n</b></noscript>b",
}


def read(html: str) -> dict[str, Any]:
    """Return the table's columns, made in the plainest way."""
    document = turbohtml.parse(html)
    root = document.root
    body = next((part for part in root or () if isinstance(part, Element) and part.tag == "body"), None)
    columns: dict[str, list[Any]] = {
        name: [] for name in ("tag", "parent", "depth", "path", "ordinal", "spaced", "data")
    }
    end: dict[int, int] = {}
    hiders: list[int] = []
    paths: dict[tuple[int, str, object], int] = {}
    ordinals: Counter[int] = Counter()
    blank = [False]

    def add(node: Element | Text, above: int, depth: int, path: int) -> None:
        row = len(columns["tag"])
        if isinstance(node, Text):
            ordinals[above] += 1
            if node.data.isspace():
                blank[0] = True
                return
            values: tuple[Any, ...] = ("#text", (path, "#text", ()), ordinals[above], blank[0], node.data)
            blank[0] = False
        elif isinstance(node, Element):
            if node.tag in UNREAD:
                return
            attributes = tuple((name, node.attr(name) or None) for name in node.attrs)
            style = tuple(pair for pair in attributes if pair[0] in STYLE_ATTRIBUTES)
            if row and hides(attributes):
                hiders.append(row)
            values = (node.tag, (path, node.tag, style), 0, False, attributes)
        else:
            return
        code = paths.setdefault(values[1], len(paths))
        for name, value in zip(columns, (values[0], above, depth, code, *values[2:]), strict=True):
            columns[name].append(value)
        for child in node if isinstance(node, Element) else ():
            add(child, row, depth + 1, code)
        end[row] = len(columns["tag"])

    if body is not None:
        add(body, -1, 0, -1)
    ends = [end[row] for row in range(len(end))]
    leaves = [row for row, stop in enumerate(ends) if stop == row + 1]
    hidden = np.zeros(len(ends), bool)
    for row in hiders:
        if sum(row <= leaf < ends[row] for leaf in leaves) <= WAITING * len(leaves):
            hidden[row : ends[row]] = True
    return {**columns, "end": ends, "hidden": hidden.tolist(), "paths": list(paths)}


def columns_of(html: str) -> dict[str, Any]:
    nodes, _ = node_table(html, noscript=True)
    assert (nodes.kind == [isinstance(item, str) for item in nodes.data]).all()
    assert list(nodes.tags) == list(dict.fromkeys(["#text", *nodes.paths.tag]))
    columns = {name: getattr(nodes, name).tolist() for name in ("parent", "depth", "path", "ordinal", "spaced")}
    return {
        "tag": [nodes.tag_name(row) for row in range(len(nodes))],
        **columns,
        "data": list(nodes.data),
        "end": nodes.end.tolist(),
        "hidden": nodes.hidden.tolist(),
        "paths": list(zip(nodes.paths.parent.tolist(), nodes.paths.tag, nodes.paths.style, strict=True)),
    }


@pytest.mark.parametrize("html", TORTURE.values(), ids=TORTURE)
def test_the_table_is_the_tree(html):
    assert columns_of(html) == read(html)


TAGS = (
    "a b i p div table tr td tbody ul li form select option svg math title desc foreignObject mi script style textarea",
    "template iframe xmp frameset body html head caption col input br hr pre font nobr h1 button noscript",
)
STYLES = ["", " class=a", " class", " class='b c'", " style=display:none", " hidden", " width=1 class=a"]
OTHERS = ["x", " ", "\n", "&nbsp;", "&lt;b&gt;", "\0", "\x01", "<!--<i>-->", "<![CDATA[q]]>", "<?p>", "<a<b>"]

tags = st.sampled_from(" ".join(TAGS).split())
attributes = st.sampled_from([*STYLES, " href='?<a>&amp;\"'", ' q"r'])
markup = st.lists(
    st.one_of(st.builds("<{}{}>".format, tags, attributes), st.builds("</{}>".format, tags), st.sampled_from(OTHERS)),
    max_size=40,
).map("".join)


@given(markup)
def test_any_markup_gives_the_table_of_its_tree(html):
    assert columns_of(html) == read(html)


@given(markup.filter(lambda html: "noscript" not in html))
def test_the_option_for_noscript_changes_nothing_else(html):
    with_, without = node_table(html, noscript=True)[0], node_table(html)[0]
    assert list(with_.data) == list(without.data)
    assert with_.path.tolist() == without.path.tolist()


@given(markup)
def test_subtrees_are_nested_slices(html):
    nodes, _ = node_table(html)
    rows = np.arange(len(nodes))
    assert (nodes.end > rows).all()
    assert (nodes.end <= nodes.end[nodes.parent] if len(nodes) else rows).all()
    assert all(after <= row + 1 or nodes.depth[row + 1] > nodes.depth[row] for row, after in enumerate(nodes.end[:-1]))
    assert all(second <= first + 1 for first, second in pairwise(nodes.depth.tolist()))
