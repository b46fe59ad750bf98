"""Distances and matchings of tags against slow, obvious oracles."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from pagerows.page import parse
from pagerows.trees import EditCosts, Elements, Shapes, Tree, string_distance, subtree, tree_edit_distance

LABELS = st.sampled_from("abc")
TREES = st.recursive(
    LABELS.map(Tree),
    lambda below: st.tuples(LABELS, st.lists(below, max_size=4).map(tuple)).map(lambda pair: Tree(*pair)),
    max_leaves=10,
)
DERIN = EditCosts(rename=3)


@cache
def edit_distance_oracle(left: tuple[Tree, ...], right: tuple[Tree, ...], costs: EditCosts) -> float:
    """The textbook recursion on forests: delete, insert or map the last roots."""
    if not left and not right:
        return 0
    ways = []
    if left:
        ways.append(edit_distance_oracle(left[:-1] + left[-1].below, right, costs) + costs.delete)
    if right:
        ways.append(edit_distance_oracle(left, right[:-1] + right[-1].below, costs) + costs.insert)
    if left and right:
        a, b = left[-1], right[-1]
        ways.append(
            edit_distance_oracle(left[:-1], right[:-1], costs)
            + edit_distance_oracle(a.below, b.below, costs)
            + (0 if a.label == b.label else costs.rename)
        )
    return min(ways)


@cache
def matching_oracle(a: Tree, b: Tree) -> int:
    """Simple tree matching by trying every way to pair children in order."""
    if a.label != b.label:
        return 0

    @cache
    def pair(i: int, j: int) -> int:
        if i == len(a.below) or j == len(b.below):
            return 0
        return max(pair(i + 1, j), pair(i, j + 1), pair(i + 1, j + 1) + matching_oracle(a.below[i], b.below[j]))

    return 1 + pair(0, 0)


def markup(tree: Tree) -> str:
    return f"<x-{tree.label}>{''.join(map(markup, tree.below))}</x-{tree.label}>"


def shapes_of(*trees: Tree) -> tuple[Shapes, list[int]]:
    nodes = parse("<body>" + "".join(map(markup, trees))).nodes
    elements = Elements.of(nodes)
    shapes = Shapes(elements, nodes.tag)
    return shapes, [shapes.slice(e, int(elements.end[e])) for e in elements.children(0)]


@settings(deadline=None)
@given(TREES, TREES, st.sampled_from([EditCosts(), DERIN, EditCosts(insert=2, delete=0.5)]))
def test_tree_edit_distance_is_the_least_cost_of_edits(a, b, costs):
    assert tree_edit_distance(a, b, costs) == pytest.approx(edit_distance_oracle((a,), (b,), costs))


@settings(deadline=None)
@given(TREES, TREES)
def test_simple_tree_matching_is_the_largest_pairing_in_order(a, b):
    shapes, (x, y) = shapes_of(a, b)
    assert shapes.matching(x, y) == shapes.matching(y, x) == matching_oracle(a, b)


@given(st.text("abcd", max_size=20), st.text("abcd", max_size=20), st.floats(0, 1))
def test_string_distance_is_the_edit_distance_over_the_mean_length(a, b, most):
    mean = (len(a) + len(b)) / 2
    distance = Levenshtein.distance(a, b) / mean if mean else 0.0
    expected = distance if Levenshtein.distance(a, b) <= int(most * mean) else 1.0
    assert string_distance(a, b, most) == expected


def test_the_matching_of_a_known_pair():
    left = Tree("R", (Tree("p", (Tree("a"), Tree("b"))), Tree("k"), Tree("p", (Tree("c"), Tree("d")))))
    right = Tree("R", (Tree("p", (Tree("a"),)), Tree("p", (Tree("c"), Tree("d"), Tree("e")))))
    shapes, (x, y) = shapes_of(left, right)
    assert shapes.matching(x, y) == 6
    assert shapes.similarity(x, y) == pytest.approx(6 / 7.5)


def test_siblings_are_compared_as_a_forest():
    nodes = parse("<body><dt><b></b></dt><dd><p></p></dd><dt><b></b></dt><dd><p></p><i></i></dd>").nodes
    elements = Elements.of(nodes)
    shapes = Shapes(elements, nodes.tag)
    first, _, middle, _ = elements.children(0)
    a, b = shapes.slice(first, middle), shapes.slice(middle, len(elements))
    assert shapes.similarity(a, b) == pytest.approx(4 / 4.5)


def test_matching_work_is_bounded():
    rng = np.random.default_rng(7)

    def wide(seed):
        return Tree("t", tuple(Tree("s", (Tree(f"n{k}"),)) for k in rng.integers(0, 10**6, 300)))

    nodes = parse("<body>" + markup(wide(1)) + markup(wide(2))).nodes
    elements = Elements.of(nodes)
    shapes = Shapes(elements, nodes.tag, budget=10_000)
    a, b = (shapes.slice(e, int(elements.end[e])) for e in elements.children(0))
    assert shapes.matching(a, b) == 0  # 90 000 cells would be needed
    assert shapes.matching(a, a) == 601


def test_deep_trees_need_no_recursion():
    html = "<body>" + "".join(
        "<section>" + "<div>" * 400 + end + "</div>" * 400 + "</section>" for end in ("<p>", "<b>")
    )
    nodes = parse(html).nodes
    elements = Elements.of(nodes)
    shapes = Shapes(elements, nodes.tag)
    a, b = (shapes.slice(e, int(elements.end[e])) for e in elements.children(0))
    assert shapes.matching(a, b) == 401


def test_trees_for_the_edit_distance_are_cut_at_64_levels():
    left, right = (subtree(parse("<div>" * 400 + end).nodes, 1) for end in ("<p>", "<b>"))
    assert left == right
    assert tree_edit_distance(left, Tree("div")) == 63


def test_a_subtree_is_cut_and_leaves_tags_out():
    nodes = parse("<ul><li><a><b>x</b></a><i></i></li><li>t</li></ul>").nodes
    whole = Tree("ul", (Tree("li", (Tree("a", (Tree("b"),)), Tree("i"))), Tree("li")))
    assert subtree(nodes, 1) == whole
    assert subtree(nodes, 1, levels=2) == Tree("ul", (Tree("li"), Tree("li")))
    assert subtree(nodes, 1, ignore=frozenset({"a"})).below[0] == Tree("li", (Tree("b"), Tree("i")))


def test_tag_strings_are_slices_of_one_string():
    elements = Elements.of(parse("<ul><li>a<b>x</b></li><li><b>y</b></li></ul>").nodes)
    first, second = elements.children(1)
    assert elements.string[first : elements.end[first]] == elements.string[second : elements.end[second]]
    assert elements.height.tolist() == [3, 2, 1, 0, 1, 0]
