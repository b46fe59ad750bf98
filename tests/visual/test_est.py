from itertools import product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagerows.visual.est import Forest

trees = st.recursive(
    st.sampled_from("abc").map(lambda label: (label, ())),
    lambda kids: st.tuples(st.sampled_from("abc"), st.lists(kids, max_size=3).map(tuple)),
    max_leaves=8,
)


def plant(forest, tree):
    label, kids = tree
    return forest.add(label, [plant(forest, kid) for kid in kids])


def post_order(tree, depth=0, out=None):
    """Nodes as (label, positions of the children, depth), children first."""
    out = [] if out is None else out
    kids = []
    for kid in tree[1]:
        post_order(kid, depth + 1, out)
        kids.append(len(out) - 1)
    out.append((tree[0], kids, depth))
    return out


def slow_common(p, q, i, j):
    """The largest mapping with roots i and j, as a set of pairs of nodes; found by trying all alignments."""
    if p[i][0] != q[j][0]:
        return None

    def best(one, two):
        if not one or not two:
            return []
        options = [best(one[1:], two), best(one, two[1:])]
        if (inner := slow_common(p, q, one[0], two[0])) is not None:
            options.append(inner + best(one[1:], two[1:]))
        return max(options, key=len)

    return [(i, j), *best(p[i][1], q[j][1])]


def slow_similarity(tree_p, tree_q, beta=0.5):
    """[E17 s. 5.2], step by step as the text goes through Figure 8."""
    p, q = post_order(tree_p), post_order(tree_q)
    mappings = {}
    for i, j in product(range(len(p)), range(len(q))):
        if (found := slow_common(p, q, i, j)) is not None:
            mappings[i, j] = found
    largest = [{}, {}]
    for side in (0, 1):
        for key, pairs in mappings.items():
            for pair in pairs:
                held = largest[side].get(pair[side])
                if held is None or len(mappings[held]) < len(pairs):
                    largest[side][pair[side]] = key
    total = 0.0
    for key in mappings:
        weight = sum(held == key for side in largest for held in side.values()) / 2
        total += (1 if p[key[0]][2] == q[key[1]][2] else beta) * weight**2
    return sqrt(total) / max(len(p), len(q))


def leaf(label):
    return (label, ())


@pytest.mark.parametrize(
    ("p", "q", "similarity"),
    [
        (("a", (leaf("b"), ("c", (leaf("d"),)))), ("a", (leaf("d"), leaf("c"))), 0.530),
        (("a", (leaf("b"),)), ("a", (leaf("b"),)), 1.0),
        (leaf("a"), leaf("b"), 0.0),
        (("a", (leaf("b"), leaf("c"))), ("x", (leaf("b"), leaf("c"))), sqrt(2) / 3),
        (("a", (leaf("b"), leaf("c"))), ("a", (leaf("c"), leaf("b"))), sqrt(2**2 + 1**2) / 3),
    ],
    ids=["Figure 8", "equal", "nothing shared", "other root", "other order"],
)
def test_worked_examples(p, q, similarity):
    forest = Forest()
    assert forest.similarity(plant(forest, p), plant(forest, q)) == pytest.approx(similarity, abs=5e-4)
    assert slow_similarity(p, q) == pytest.approx(similarity, abs=5e-4)


@settings(max_examples=300)
@given(trees, trees)
def test_a_forest_gives_what_the_definition_gives(p, q):
    forest = Forest()
    one, two = plant(forest, p), plant(forest, q)
    fast = forest.similarity(one, two)
    # The definition does not say which of several equally large mappings is meant: small differences are ties.
    assert fast == pytest.approx(slow_similarity(p, q), abs=0.15)


@given(trees, trees)
def test_similarity_is_between_zero_and_its_bound(p, q):
    forest = Forest()
    one, two = plant(forest, p), plant(forest, q)
    assert 0 <= forest.similarity(one, two) <= forest.bound(one, two) + 1e-9
    assert forest.bound(one, two) <= 1 + 1e-9
    assert forest.similarity(one, one) == 1


@given(trees)
def test_equal_subtrees_are_one_entry(tree):
    forest = Forest()
    assert plant(forest, tree) == plant(forest, tree)
