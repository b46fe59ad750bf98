"""What stands around rows, as walking up from each row tells it."""

import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.page._around import marked_above

PIECES = st.sampled_from(
    ["<div class='a b'>", "<div>", "</div>", "<p class=c>", "<a role=button title=''>", "</a>", "x", "<b>", "</b>", " "]
)


@given(st.lists(PIECES, max_size=40), st.integers(1, 6))
def test_tags_classes_and_values_are_those_of_the_rows_above(pieces, most):
    nodes = pagerows.parse("".join(pieces)).nodes
    for row in range(len(nodes)):
        above = [row, *nodes.ancestors(row)][:most]
        assert nodes.around.above(row, most) == [one for one in above if one > 0]
        assert nodes.around.tags(row, most) == tuple(map(nodes.tag_name, above))
        assert nodes.around.classes(row, most) == tuple(nodes.attribute(one, "class") or "" for one in above)


@given(st.lists(PIECES, max_size=40), st.integers(1, 6), st.integers(1, 7))
def test_marked_rows_are_found_above_others(pieces, most, wanted):
    nodes = pagerows.parse("".join(pieces)).nodes
    marks = np.arange(len(nodes), dtype=np.uint8)
    above = [[one for one in nodes.around.above(row, most) if marks[one] & wanted] for row in range(len(nodes))]
    assert marked_above(nodes.parent, marks, wanted, range(len(nodes)), most) == above


def test_a_question_about_the_page_is_asked_once():
    nodes, asked = pagerows.parse("<p>x").nodes, []
    assert [nodes.around.noted(lambda page: len(page)), len(nodes)] == [3, 3]
    assert [nodes.around.noted(asked.append), nodes.around.noted(asked.append), len(asked)] == [None, None, 1]


def test_a_question_is_asked_once_for_each_path():
    nodes = pagerows.parse("<ul><li>a<li>b<li class=x>c</ul>").nodes
    asked = []
    texts = [row for row in range(len(nodes)) if nodes.tag_name(row) == "#text"]

    def question(around, row):
        asked.append(row)
        return around.tags(row, 2)

    assert [nodes.around.asked(question, row) for row in texts] == [("#text", "li")] * 3
    assert asked == [texts[0], texts[2]]


def test_a_table_is_pickled_without_it():
    nodes = pagerows.parse("<p class=a>x").nodes
    assert nodes.around.classes(1, 1) == ("a",)
    again = pickle.loads(pickle.dumps(nodes))
    assert "around" not in vars(again)
    assert again.around.classes(1, 1) == ("a",)
