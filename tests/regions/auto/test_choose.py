"""Candidates compared with each other: the kernels against plain definitions."""

import random
from itertools import permutations
from statistics import mean, median

import numpy as np
import pytest

from pagerows.regions._apart import outermost
from pagerows.regions.auto._choose import cleaned, duel_table, support


def spans(chance, count):
    """Disjoint spans, in order."""
    edges = sorted(chance.sample(range(60), 2 * count))
    return list(zip(edges[::2], edges[1::2], strict=True))


def candidates(chance, count):
    own = [spans(chance, chance.choice([3, 3, 4, 6])) for _ in range(count)]
    for other in range(1, count, 2):  # the same records, cut narrower or shifted
        shift = chance.choice([0, 0, 0, -1])
        own[other] = [(start + 1 + shift, max(start + 2, stop + shift)) for start, stop in own[other - 1]]
    first = np.cumsum([0, *map(len, own)])
    start, stop = (np.array([span[side] for each in own for span in each], np.int64) for side in (0, 1))
    return own, start, stop, first


def inside(one, other):
    return len(one) == len(other) and all(b[0] <= a[0] and a[1] <= b[1] for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_candidates_inside_of_each_other_support_each_other_with_their_scores(seed):
    chance = random.Random(seed)
    own, start, stop, first = candidates(chance, 8)
    scores = np.array([chance.uniform(-0.1, 1) for _ in own])
    order = np.array(chance.sample(range(8), 6))
    found = support(start, stop, first, scores, order)
    for one, got in zip(order.tolist(), found.tolist(), strict=True):
        others = [other for other in order.tolist() if other != one]
        agreeing = [each for each in others if inside(own[one], own[each]) or inside(own[each], own[one])]
        assert got == pytest.approx(sum(max(0.0, scores[each]) for each in agreeing))


def lie(one, other):
    """For each record, the last of the other's that starts no later, or else its first."""
    pairs = [(record, max((each for each in other if each[0] <= record[0]), default=other[0])) for record in one]
    held = [a[0] >= b[0] and a[1] <= b[1] for a, b in pairs]
    return mean(map(int, held)), mean(int(a[0] == b[0]) for a, b in pairs)


@pytest.mark.parametrize("seed", range(20))
def test_two_that_duel_are_compared_in_all_features_and_in_how_they_lie(seed):
    chance = random.Random(seed)
    own, start, stop, first = candidates(chance, 6)
    features = np.random.default_rng(seed).normal(size=(6, 4))
    scores = np.array([chance.random() for _ in own])
    order = np.array(chance.sample(range(6), chance.choice([1, 2, 4])))
    rows = []
    for a, b in permutations(order.tolist(), 2):
        (within, shared), (around, of_other) = lie(own[a], own[b]), lie(own[b], own[a])
        later = np.sign(own[a][0][0] - own[b][0][0]), np.sign(own[a][-1][1] - own[b][-1][1])
        more = (features[a] - features[b]).tolist()
        rows.append([*more, scores[a] - scores[b], scores[a], within, around, shared, of_other, *later])
    assert duel_table(start, stop, first, features, scores, order).tolist() == rows


@pytest.mark.parametrize("seed", range(40))
def test_records_are_kept_without_what_stands_between_them(seed):
    chance = random.Random(seed)
    records = spans(chance, chance.choice([3, 5, 10]))
    leaves = np.cumsum([0, *(chance.choice([0, 1, 1]) for _ in range(60))])
    end = [row + chance.randrange(1, 7) for row in range(60)]
    starts, stops = (np.array(side, np.int64) for side in zip(*records, strict=True))
    first_nodes = [min(end[start], stop) for start, stop in records]
    several = sum(leaves[a] < leaves[b] for a, (_, b) in zip(first_nodes, records, strict=True))
    kept = [
        (start, node if several <= len(records) / 3 else stop)
        for (start, stop), node in zip(records, first_nodes, strict=True)
    ]
    held = [leaves[stop] - leaves[start] for start, stop in kept]
    bars = sum(each <= 1 for each in held)
    if 0 < bars <= min(0.2 * len(kept), len(kept) - 2) and median(held) >= 3:
        kept = [span for span, each in zip(kept, held, strict=True) if each > 1]
    found = cleaned(leaves, np.array(end, np.int32), starts, stops, 1 / 3, 3, 0.2)
    assert list(zip(*(side.tolist() for side in found), strict=True)) == kept


def test_records_of_several_nodes_are_no_boxes_to_widen():
    tag, parent, end = (np.array(column, np.int32) for column in ([0] * 5, [-1, 0, 1, 0, 3], [5, 3, 3, 5, 5]))
    both = np.array([2, 4]), np.array([3, 5])
    assert outermost(tag, parent, end, *both).tolist() == [1, 3]
    assert outermost(tag, parent, end, np.array([1, 3]), both[1]) is None
    assert outermost(tag, parent, end, both[0], np.array([3, 4])) is None
