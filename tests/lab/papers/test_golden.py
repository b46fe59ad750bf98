"""Gold records are found on a page by their texts; the measure of main data regions is the same for all systems."""

import numpy as np
import pytest

from pagerows.lab.bench.corpora import Gold
from pagerows.lab.papers.golden import Golden

GOLD = Gold(page="p", kind="anchors", anchors=[f"Record number {n}" for n in range(6)], count=6)
MENU = "".join(f'<a box="0 {n * 20} 100 20">Link {n}</a>' for n in range(8))


def records(places, wrap="{}"):
    texts = [f'<li box="{x} {y} 100 30"><b box="{x} {y} 90 20">Record number {n}</b></li>' for n, (x, y) in places]
    return "".join(wrap.format(text) for text in texts)


def page_of(lay_out, inner):
    menu = f'<ul box="0 0 100 200">{MENU}</ul>'
    return lay_out(f'<body box="0 0 1000 900">{menu}<div box="200 0 700 800">{inner}</div></body>')


def listed(inner):
    return f'<ol box="200 0 700 300">{inner}</ol>'


LIST = listed(records([(n, (200, 40 * n)) for n in range(6)]))
GRID = listed(records([(n, (200 + 150 * (n % 3), 40 * (n // 3))) for n in range(6)]))
GROUPS = "".join(listed(records([(n, (200, 40 * n)) for n in group])) for group in (range(3), range(3, 6)))


@pytest.mark.parametrize(
    ("inner", "layout"),
    [(LIST, "list"), (GRID, "grid"), (GROUPS, "groups"), (listed(""), "unknown")],
    ids=["below each other", "side by side", "parents of their own", "not on the page"],
)
def test_the_layout_is_told_from_the_elements_of_the_records(lay_out, inner, layout):
    assert Golden(page_of(lay_out, inner).nodes, GOLD).layout == layout


def test_a_region_is_right_if_it_holds_the_records_and_no_other_list(lay_out):
    nodes = page_of(lay_out, LIST).nodes
    golden = Golden(nodes, GOLD)
    top, menu, body = int(nodes.rows_with_tag("ol")[0]), int(nodes.rows_with_tag("ul")[0]), 0
    assert golden.smallest == top
    assert golden.is_right(golden.below(top))
    assert not golden.is_right(golden.below(menu))
    assert golden.holds(golden.below(body))
    assert not golden.is_right(golden.below(body))  # the menu is in it
    assert not golden.is_right(np.zeros(len(nodes), bool))


def test_nine_tenths_of_the_records_are_enough(lay_out):
    nodes = page_of(lay_out, LIST).nodes
    golden = Golden(nodes, GOLD)
    kept = golden.below(golden.smallest)
    kept[golden.places[0][0]] = False
    assert not golden.holds(kept)  # five of six
