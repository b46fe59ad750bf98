"""Pages without some of their rows, and the way back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.page import parse
from pagerows.page.nodes import Layout
from pagerows.prune import pruned
from pagerows.prune._html import pruned_html
from pagerows.values import Record, Region, Span

HTML = (
    "<title>T</title><body><nav><a>Home</a></nav><div><p>A</p><aside>Ad</aside><p>B</p></div>"
    "<ul><li><b>1</b><i>x</i></li><li><b>2</b></li></ul>"
)
PAGE = parse(HTML)
ROWS = len(PAGE.nodes)


@given(st.lists(st.booleans(), min_size=ROWS, max_size=ROWS))
def test_a_row_stays_if_it_or_a_descendant_is_kept(flags):
    keep = np.array(flags)
    small, back = pruned(PAGE, keep)
    nodes, ends = small.nodes, PAGE.nodes.end
    expected = [row for row in range(ROWS) if row == 0 or keep[row : ends[row]].any()]
    assert back.rows.tolist() == expected
    for new, old in enumerate(expected):
        assert nodes.tag_name(new) == PAGE.nodes.tag_name(old)
        assert [expected[row] for row in range(new, nodes.end[new])] == [r for r in expected if old <= r < ends[old]]
        assert nodes.parent[new] == (expected.index(PAGE.nodes.parent[old]) if new else -1)
        assert nodes.paths.string(nodes.path[new]) == PAGE.nodes.paths.string(PAGE.nodes.path[old])
    _, first = np.unique(nodes.path, return_index=True)
    assert first.tolist() == sorted(first)  # numbered by first appearance
    assert len(nodes.paths) == len(first)


@given(st.lists(st.booleans(), min_size=ROWS, max_size=ROWS), st.integers(0, ROWS), st.integers(0, ROWS))
def test_a_span_goes_back_to_exactly_the_rows_that_were_kept(flags, a, b):
    small, back = pruned(PAGE, np.array(flags))
    start, stop = sorted((min(a, len(small.nodes)), min(b, len(small.nodes))))
    if start == stop:
        return
    (record,) = back.back(Region((Record(small, (Span(start, stop),)),))).records
    assert record.page is PAGE
    rows = [row for first, last in record.parts for row in range(first, last)]
    assert rows == back.rows[start:stop].tolist()


def test_a_record_that_lost_its_middle_has_two_parts_but_one_top():
    div = PAGE.nodes.find("/html/body/div[1]")
    keep = np.ones(ROWS, bool)
    aside = PAGE.nodes.find("/html/body/div[1]/aside[1]")
    keep[aside : aside + 2] = False
    small, back = pruned(PAGE, keep)
    row = back.rows.tolist().index(div)
    (record,) = back.back(Region((Record(small, (Span(row, int(small.nodes.end[row])),)),))).records
    assert record.parts == ((div, aside), (aside + 2, aside + 4))
    assert record.text == "A B"
    assert record.xpaths == ["/html/body/div[1]"]


def test_the_layout_of_a_rendered_page_is_pruned_with_its_rows():
    count = np.arange(ROWS)
    layout = Layout(
        boxes=np.repeat(count[:, None], 4, axis=1).astype(float),
        visible=count % 2 == 0,
        paint=count.astype(np.int32),
        styles=count[:, None].astype(np.int32),
        style_names=("color",),
        style_values=(tuple(f"c{n}" for n in range(ROWS)),),
        size=(100.0, 100.0),
    )
    rendered = replace(PAGE, nodes=replace(PAGE.nodes, layout=layout))
    small, back = pruned(rendered, count == ROWS - 1)
    left = small.nodes.layout
    assert 1 < len(small.nodes) < ROWS
    assert left.boxes[:, 0].tolist() == left.paint.tolist() == back.rows.tolist()
    assert left.visible.tolist() == layout.visible[back.rows].tolist()
    assert left.style(len(small.nodes) - 1, "color") == f"c{ROWS - 1}"


def test_a_page_without_a_layout_has_none_afterwards():
    assert pruned(PAGE, np.ones(ROWS, bool))[0].nodes.layout is None


@pytest.mark.parametrize(
    ("html", "kept", "expected"),
    [
        ("<p>a<p>b", [3, 4], "<p>b</p>"),
        ("<p>a<script>1</script><!-- c --><b>x</b>", [2, 3, 4], "<p>a<b>x</b></p>"),
        ("<p>a</p> <style>p{}</style><p>&lt;b&gt;", [1, 2, 3, 4], "<p>a</p> <style>p{}</style><p>&lt;b&gt;</p>"),
        ("<textarea>\n\na</textarea><br>", [1, 2, 3], "<textarea>\n\na</textarea><br>"),
    ],
    ids=["a paragraph", "scripts and comments go", "styles and white space stay", "raw text and void elements"],
)
def test_the_pruned_page_is_written_as_html(html, kept, expected):
    page = parse(html)
    keep = np.zeros(len(page.nodes), bool)
    keep[kept] = True
    assert pruned_html(page, keep).partition("<body>")[2] == f"{expected}</body></html>"


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<!-- b -->c<i>d</i>e",
        "<noscript><img></noscript><p>a<noscript><p>b</noscript>c",
        "<p>a<table><tr><td>b</table>",
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>a<table><tr><td>b</table>',
        "<!DOCTYPE html><p>a<table><tr><td>b</table>",
        "<p>中<table><tr><td><input TYPE=HIDDEN>b</table>",
    ],
    ids=["texts apart", "noscript", "no doctype", "an old doctype", "a doctype", "an input that is hidden"],
)
def test_what_is_written_is_read_as_the_same_nodes(html):
    page = parse(html)
    keep = np.ones(len(page.nodes), bool)
    keep[2] = False
    small, again = pruned(page, keep)[0].nodes, parse(pruned_html(page, keep)).nodes
    assert [again.tag_name(row) for row in range(len(again))] == [small.tag_name(row) for row in range(len(small))]
    assert again.parent.tolist() == small.parent.tolist()
    assert again.texts(0, len(again)) == small.texts(0, len(small))


def test_what_is_written_declares_its_own_encoding_once():
    head = "<meta charset=gb2312><meta http-equiv=content-type content='text/html; charset=x'>"
    page = parse(f"{head}<p>中文".encode("gbk"))
    html = pruned_html(page, np.ones(len(page.nodes), bool))
    assert html.startswith('<!DOCTYPE html><html><head><meta charset="utf-8"></head>')
    assert parse(html.encode()).nodes.text(0) == page.nodes.text(0)
