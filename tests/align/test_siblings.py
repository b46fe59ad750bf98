"""The children of many rows at once, against a walk that anyone would write."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.align.fields._reading import SHOWN, TEXT, TOLD
from pagerows.align.fields._siblings import Siblings, are_single, gathered

PIECES = st.sampled_from(["<div>", "<div class=a>", "</div>", "<b>", "</b>", "x", "<p>", "<i>", "</i>", "<br>"])


def children(nodes, row):
    return [child for child in range(row + 1, int(nodes.end[row])) if nodes.parent[child] == row]


def obvious(nodes, look, owners, kept, key):
    """What stands in some rows: those kept, in groups by key, numbered by their position among what is shown."""
    rows, held, positions, groups = [], [], [], {}
    for owner in owners:
        shown = [child for child in children(nodes, owner) if look[child] & SHOWN]
        for position, child in enumerate(shown):
            if kept(child):
                groups.setdefault(key(child, shown[:position]), []).append(len(rows))
                rows.append(child)
                held.append(owner)
                positions.append(position)
    return rows, held, positions, groups


@given(st.lists(PIECES, max_size=40), st.randoms(use_true_random=False))
def test_siblings_are_the_shown_children_by_step_and_texts_those_by_what_stands_before(pieces, chance):
    nodes = pagerows.parse("".join(pieces)).nodes
    size = len(nodes)
    text = [nodes.tag_name(row) == "#text" for row in range(size)]
    look = np.array(
        [(chance.random() < 0.8) * SHOWN + own * TEXT + (own and chance.random() < 0.8) * TOLD for own in text],
        np.uint8,
    )
    step = np.array([chance.randrange(3) for _ in range(size)], np.int32)
    owners = [row for row in range(size) if not text[row]]
    spans = ([row + 1 for row in owners], [int(nodes.end[row]) for row in owners], owners)
    siblings = Siblings(nodes.end, nodes.depth, step, look, 0)
    assert siblings.are_whole(owners, spans[1])
    longer = [stop + (chance.random() < 0.1) for stop in spans[1]]
    assert siblings.are_whole(owners, longer) == (longer == spans[1])
    assert siblings.inside({row: row for row in owners}) == spans
    elements = siblings.elements(*spans)
    assert elements == obvious(nodes, look, owners, lambda row: not text[row], lambda row, _: step[row])
    place = dict.fromkeys(range(size), -1)
    for number in range(3):
        chosen = [index for index, row in enumerate(elements[0]) if place[row] < 0 and chance.random() < 0.4]
        if not chosen:
            break
        one = {elements[1][i]: elements[0][i] for i in chosen}
        order = sum(elements[2][i] for i in chosen) / len(chosen)
        assert siblings.take(chosen, *elements[:3]) == (one, order)
        every = {owner: [elements[0][i] for i in chosen if elements[1][i] == owner] for owner in one}
        assert gathered(chosen, *elements[:3]) == (every, {owner: own[0] for owner, own in every.items()}, order)
        assert are_single(chosen, elements[1]) == (len(one) == len(chosen))
        place |= {elements[0][index]: number for index in chosen}

    def before(_, earlier):
        return next((place[row] for row in reversed(earlier) if not text[row] and place[row] >= 0), -1)

    told = obvious(nodes, look, owners, lambda row: bool(look[row] & SHOWN and look[row] & TOLD), before)
    assert siblings.texts(*spans) == told
    assert siblings.has_texts == bool(told[0])


def test_stretches_of_one_owner_stand_side_by_side():
    nodes = pagerows.parse("<p>a</p><p>b</p>c<hr><p>d</p>").nodes
    tops = children(nodes, 0)
    look = np.full(len(nodes), SHOWN, np.uint8)
    step = np.zeros(len(nodes), np.int32)
    rows, held, positions, groups = Siblings(nodes.end, nodes.depth, step, look, 0).elements(
        [tops[0], tops[2], tops[4]], [tops[1], tops[3], len(nodes)], [7, 7, 8]
    )
    assert (rows, held, positions) == ([tops[0], tops[2], tops[4]], [7, 7, 8], [0, 1, 0])
    assert groups == {0: [0, 1, 2]}


@given(st.lists(st.sampled_from(["<a title=x>", "<b alt>", "</a>", "<i>", "y"]), max_size=20), st.integers(0, 5))
def test_rows_having_an_attribute_are_those_that_name_it(pieces, low):
    nodes = pagerows.parse("".join(pieces)).nodes
    wanted = [row for row in range(low, len(nodes)) if {"title", "alt"} & nodes.attributes(row).keys()]
    assert nodes.rows_having(("title", "alt", "none"), low, len(nodes) + 3) == wanted
