"""Where records start and end in the tree: the kernel against plain lists."""

import random

import numpy as np
import pytest

import pagerows
from pagerows.regions.signal import SignalParams
from pagerows.regions.signal._extent import Fit, Tree
from pagerows.regions.signal.sequence import tag_path_sequences

from .oracle import Tree as Lists
from .oracle import fit_to_tree


def part(chance, depth=0):
    """A piece of a page: texts, rows of alike pieces, sections, parts in turn."""
    kind = chance.randrange(7 if depth < 2 else 2)
    if kind == 0:
        return f"<p>{'word ' * chance.choice([1, 2, 9])}</p>"
    if kind == 1:
        return f"<b class={chance.choice('xyz')}>b</b><br>"
    if kind in (2, 3):
        own = [part(chance, depth + 1) for _ in range(chance.randrange(1, 4))]
        return "".join(
            f"<div class={chance.choice('iiiij')}>{''.join(own)}</div>" for _ in range(chance.randrange(3, 9))
        )
    if kind == 4:
        rows = "<tr><td>title</td></tr><tr class=d><td><i>1</i><td>2</td></tr>"
        return f"<table>{'<tr><th>h</th></tr>' * chance.randrange(2)}{rows * chance.randrange(3, 9)}</table>"
    if kind == 5:
        items = "".join(f"<li><h4>{'title ' * 8}</h4><p><i>1</i></p></li>" for _ in range(chance.randrange(3, 6)))
        return f"<section><h2>h</h2><ul>{items}</ul></section>" * chance.randrange(3, 5)
    inner = "<a><img><em>1</em><s>2</s><u>3</u></a>" * chance.randrange(2, 5)
    return f"<div class=row>{inner}{part(chance, depth + 1) if chance.random() < 0.3 else ''}</div>" * chance.randrange(
        3, 7
    )


def fitted(tree, starts, how):
    starts, stops, _ = tree.fit(np.array(starts, np.int64), np.array([0]), np.array([len(starts) - 1]), how)
    return [starts.tolist(), stops.tolist()]


def compare(nodes, chance, params):
    codes, shape = tag_path_sequences(nodes, params.style)
    tree, lists, how = Tree(nodes, codes, shape), Lists.of(nodes, codes, shape), Fit(params)
    compared = 0
    for symbol in range(1, int(codes.max(initial=0)) + 1):
        starts = np.flatnonzero(codes == symbol)
        if chance.random() < 0.5:  # as the contour cuts them
            low = chance.randrange(len(starts))
            starts = starts[low : low + chance.randrange(2, 40)]
        if len(starts) >= 2:
            found = fitted(tree, starts, how)
            assert found == list(map(list, fit_to_tree(lists, starts.tolist(), params)))
            compared += 1
    return compared


@pytest.mark.parametrize(
    "params",
    [
        SignalParams(),
        SignalParams(split_alike=1.0, fold=1),
        SignalParams(min_overlap=1.0, min_alike=1.0),
        SignalParams(section_text=0, fold_gain=0.05, split_alike=0.3),
    ],
    ids=["as it is", "neither split nor folded", "not completed", "more of all"],
)
def test_records_are_those_that_plain_lists_give(params):
    chance, compared = random.Random(7), 0
    for _ in range(30):
        page = pagerows.parse("".join(part(chance) for _ in range(chance.randrange(1, 4))))
        compared += compare(page.nodes, chance, params)
    assert compared > 100


@pytest.mark.corpora
def test_records_on_dev_pages_are_those_that_plain_lists_give(corpora):
    chance = random.Random(3)
    for path in sorted(corpora.glob("*/*/page.html"))[::60]:
        compare(pagerows.parse(path).nodes, chance, SignalParams())


def test_no_record_starts_outside_of_the_page():
    nodes = pagerows.parse("<ul><li>a<li>b<li>c</ul>").nodes
    codes, shape = tag_path_sequences(nodes, "normal")
    for starts in ([0, 2], [2, 99], []):
        with pytest.raises((IndexError, ValueError)):
            fitted(Tree(nodes, codes, shape), starts, Fit(SignalParams()))
