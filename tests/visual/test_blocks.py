from dataclasses import replace

import numpy as np
import pytest

from pagerows.visual.blocks import block_tree
from pagerows.visual.layers import layer_tree


def blocks_below(page, tag, **options):
    """The texts of the blocks directly below the (first) element with a tag."""
    tree = block_tree(layer_tree(page.nodes), **options)
    row = int(page.nodes.rows_with_tag(tag)[0])
    at = next(block for block in range(len(tree)) if tree.rows[block] == (row,))
    kids = sorted(tree.kids[at], key=lambda kid: tree.rows[kid])
    return [" ".join(page.nodes.text(top) for top in tree.rows[kid]) for kid in kids]


def flat_list(spaces, looks=("title", "plain")):
    """Titles and texts as siblings, each pair followed by a space of its own."""
    top, parts = 0, []
    for number, space in enumerate(spaces, 1):
        parts.append(f'<h3 box="0 {top} 300 20" look={looks[0]}>Title {number}</h3>')
        parts.append(f'<p box="0 {top + 22} 300 20" look={looks[1]}>Text {number}</p>')
        top += 42 + space
    return f'<body box="0 0 1000 1000"><div box="0 0 1000 {top}">{"".join(parts)}</div><p box="0 900 9 9">end</p>'


def test_records_without_an_element_of_their_own_become_one_block_each(lay_out):
    page = lay_out(flat_list([30, 30, 30, 30]))
    assert blocks_below(page, "div") == ["Title 1 Text 1", "Title 2 Text 2", "Title 3 Text 3", "Title 4 Text 4"]


def test_without_larger_spaces_the_repeated_look_decides(lay_out):
    page = lay_out(flat_list([2, 2, 2, 2]))
    assert blocks_below(page, "div") == ["Title 1 Text 1", "Title 2 Text 2", "Title 3 Text 3", "Title 4 Text 4"]


def test_siblings_that_resemble_each_other_stay_apart_whatever_the_spaces(lay_out):
    page = lay_out(flat_list([30, 30, 30, 30], looks=("plain", "plain")))
    assert len(blocks_below(page, "div")) == 8


def test_nothing_merges_when_asked_not_to(lay_out):
    assert len(blocks_below(lay_out(flat_list([30] * 4)), "div", merge="none")) == 8


def test_taken_literally_the_laws_merge_all_siblings(lay_out):
    # One block of all of them is their parent: nothing merges, records have no block of their own.
    tree = block_tree(layer_tree(lay_out(flat_list([30] * 4)).nodes), merge="literal")
    assert max(len(kids) for kids in tree.kids) == 8
    assert len(tree) == 11


LITERAL = {
    "nothing in common": ("", 4),
    "the same look and size": ("look", 3),
    "the same left edge": ("left", 3),
    "the same distance between all, besides": ("even", 4),  # all of them: their parent
    "the same position": ("fate", 2),
}


@pytest.mark.parametrize(("law", "count"), LITERAL.values(), ids=LITERAL)
def test_taken_literally_one_law_is_enough(lay_out, law, count):
    boxes = [(0, 0, 50, 10), (70, 13, 61, 21), (150, 48, 72, 33), (333, 99, 85, 47)]
    if law == "left":
        boxes[2] = (0, 48, 72, 33)
    if law == "even":
        boxes = [(40 * n, 33 * n, 30, 20) for n in range(4)]
    if law == "look":
        boxes[3] = (333, 99, 72, 33)
    looks = ["a", "b", "c", "c" if law in ("look", "even") else "d"]
    parts = "".join(
        f'<p box="{x} {y} {w} {h}" look={look}>{look}</p>' for (x, y, w, h), look in zip(boxes, looks, strict=True)
    )
    page = lay_out(f'<body box="0 0 1000 1000"><div box="0 0 500 200">{parts}</div><p box="0 900 9 9">end</p>')
    layers = layer_tree(page.nodes)
    fates = np.arange(len(layers)) if law != "fate" else np.r_[0, 1, 2, 3, 3, 3, 4][: len(layers)]
    tree = block_tree(replace(layers, fate=fates), merge="literal")
    row = int(page.nodes.rows_with_tag("div")[0])
    kids = next(tree.kids[block] for block in range(len(tree)) if tree.rows[block] == (row,))
    assert len(kids) == count


@pytest.mark.parametrize(
    ("looks", "count"),
    [(("plain", "plain"), 1), (("plain", "bold"), 2)],
    ids=["alike: one item", "different: two"],
)
def test_leaves_in_one_line_that_look_alike_are_one_block(lay_out, looks, count):
    page = lay_out(
        f"""<body box="0 0 1000 1000"><div box="0 0 300 20"><b box="0 0 50 20" look={looks[0]}>4</b>
        <i box="60 0 50 20" look={looks[1]}>stars</i></div><p box="0 100 300 20">x</p>"""
    )
    assert len(blocks_below(page, "div")) == count
