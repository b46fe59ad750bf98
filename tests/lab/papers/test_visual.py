"""What [E17] found out about its own parts, on pages whose answer is plain to see."""

import numpy as np
import pytest

from pagerows.lab.bench.corpora import Gold
from pagerows.lab.papers import visual

RECORDS = 5
GOLD = Gold(page="p", kind="table", records=[[f"Title of {n}", f"Text about {n}"] for n in range(RECORDS)])


@pytest.fixture
def page(lay_out):
    items = "".join(
        f'<li box="200 {y} 700 80" look=item><h3 box="200 {y} 300 20" look=title>Title of {n}</h3>'
        f'<p box="200 {y + 30} 700 40" look=text>Text about {n}</p></li>'
        for n, y in enumerate(range(100, 100 + 90 * RECORDS, 90))
    )
    menu = "".join(f'<a box="0 {100 + n * 20} 100 20" look=link>Link {n}</a>' for n in range(4))
    bar = '<i box="0 600 90 20" look=i>one</i><b box="200 600 90 20" look=b>two</b>'
    return lay_out(
        f'<body box="0 0 1000 700" look=body><h1 box="0 0 1000 50" look=head>Head</h1>'
        f'<ul box="0 100 100 300" look=menu>{menu}</ul><ol box="200 100 700 450" look=list>{items}</ol>'
        f'<div box="0 600 1000 60" look=bar>{bar}</div></body>'
    )


def test_records_are_alike_and_other_blocks_are_not(page):
    (pairs, other) = visual.drawn([(GOLD, page), (GOLD, page)], volunteers=2)
    assert pairs.alike.tolist() == other.alike.tolist() == [1.0]
    assert max(pairs.different[0], other.different[0]) < 0.4


def test_pairs_are_drawn_the_same_in_every_run(page):
    first, second = ([p.different.tolist() for p in visual.drawn([(GOLD, page)] * 6)] for _ in range(2))
    assert first == second


def test_effect_sizes_are_those_of_their_definitions():
    pairs = visual.Pairs(np.array([3.0, 4.0, 5.0]), np.array([1.0, 2.0, 3.0]))
    assert visual.cohen(pairs) == pytest.approx(2.0)
    assert visual.cliff(pairs) == pytest.approx(8 / 9)


def test_rates_follow_from_the_counts():
    pairs = visual.Pairs(np.array([0.9, 0.5, 0.3, 1.0]), np.array([0.1, 0.45, 0.2, 0.0]))
    rates = visual.counted([pairs], 0.4)
    assert rates == (3, 3, 1, 1)
    assert rates.figures == [75.0, 75.0, 75.0, 75.0, 75.0]
    assert visual.Rates(0, 0, 0, 4).figures == [0.0, None, 0.0, 0.0, None]


def test_the_data_region_is_the_list_as_long_as_it_is_large_enough(page):
    (found,) = visual.located([(GOLD, page)], "gestalt", [0.2, 0.9])
    assert found == [visual.Located(True, True, True, True), visual.Located(True, False, False, False)]


def test_every_record_has_one_block_of_its_own(page):
    from pagerows.lab.papers.golden import Golden

    tree, golden = visual.blocks_of(page), Golden(page.nodes, GOLD)
    assert visual.one_block(tree, golden) == RECORDS
    assert len(visual.own_blocks(tree, golden)) == RECORDS
