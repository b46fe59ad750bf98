"""The elements around cells, beside what anyone would write."""

import random
from bisect import bisect_left

import numpy as np

from pagerows import parse
from pagerows.columns.names._chains import chains
from pagerows.page.around import chosen
from pagerows.page.nodes import ELEMENT, NodeTable

#: Elements around a cell that are looked at.
DEEPEST = 6


def by_definition(nodes: NodeTable, starts: list[int], start: int, deepest: int, few: int) -> tuple[list[int], int]:
    others = [other for other in starts if other != start]
    row = start if nodes.kind[start] == ELEMENT else int(nodes.parent[start])
    own = []
    while row > 0 and not any(row <= other < nodes.end[row] for other in others):
        own.append(row)
        row = int(nodes.parent[row])
    inside = bisect_left(starts, int(nodes.end[row])) - bisect_left(starts, row)
    return own[:deepest], row if row > 0 and inside <= few else -1


def test_elements_around_a_cell_hold_no_other_cell():
    drawn = random.Random(25)
    for _ in range(200):
        pieces = drawn.choices(["<div>", "<p>", "</div>", "<b>", "</b>", "x", "y<br>"], k=drawn.randrange(4, 60))
        nodes = parse("".join(pieces)).nodes
        rows = list(range(1, len(nodes)))
        # Cells of a table do not hold each other.
        starts = sorted(row for row in drawn.sample(rows, len(rows) // 2) if nodes.end[row] == row + 1)
        asked = drawn.choices(starts, k=5) if starts else []
        few = drawn.randrange(1, 4)
        found = chains(nodes.parent, nodes.end, nodes.kind, np.array(starts, np.int64), asked, few)
        assert found == [by_definition(nodes, starts, start, DEEPEST, few) for start in asked]


def test_chosen_attributes_are_those_that_are_wanted_and_say_something():
    nodes = parse("<p class=a id='' title=b data-x=c>x</p><p>").nodes
    wanted = chosen(nodes, lambda name: name in ("class", "id", "title"))
    assert [wanted(row) for row in range(1, 4)] == [(("class", "a"), ("title", "b")), (), ()]
