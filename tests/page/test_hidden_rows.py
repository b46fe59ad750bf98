"""Which rows the markup hides: the kernel against what anyone would write."""

import random

import numpy as np
import pytest

from pagerows.page import parse
from pagerows.page._hidden import covered, says


def plain(style):
    return "".join(style.lower().split())


def hidden_oracle(of_path, hiders, path, parent, end, waiting):
    """Row by row: it is hidden where it, or one above it, hides and is not most of the page."""
    leaves = [row for row in range(len(path)) if end[row] == row + 1]

    def hides(row):
        said = of_path[path[row]]
        small = sum(row <= leaf < end[row] for leaf in leaves) <= waiting * len(leaves)
        return row > 0 and small and bool(said & 1 or (row in hiders and not said & 2))

    found = []
    for row in range(len(path)):
        found.append(hides(row) or (row > 0 and found[parent[row]]))
    return found


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("", 0), ("display:none", 1), ("color: red; DISPLAY :\n None", 1), ("visibility: hidden", 1),
        ("display: block", 2), ("display:block; visibility:hidden", 3), ("display: inline-block", 0),
        ("display: non", 0),
        ("background: url(display:no", 0), ("ddisplay:none", 1), ("é display:none", 1),
    ],
)  # fmt: skip
def test_what_an_inline_style_says(style, said):
    assert says(style) == said
    nodes = parse(f'<p>a<p>b<p>c<p style="{style}">d').nodes
    assert nodes.hidden[-1] == bool(said & 1)
    assert bool(said & 1) == ("display:none" in plain(style) or "visibility:hidden" in plain(style))
    assert bool(said & 2) == ("display:block" in plain(style))


@pytest.mark.parametrize("seed", range(40))
def test_subtrees_are_hidden_with_their_tops_unless_they_are_most_of_the_page(seed):
    chance = random.Random(seed)
    rows = chance.randrange(1, 40)
    parent = [-1]
    for _ in range(rows - 1):  # a child of the row before or of one above it: document order
        above = len(parent) - 1
        while above > 0 and chance.random() < 0.4:
            above = parent[above]
        parent.append(above)
    end = list(range(1, rows + 1))
    for row in range(rows - 1, 0, -1):
        end[parent[row]] = max(end[parent[row]], end[row])
    path = [chance.randrange(6) for _ in range(rows)]
    of_path = [chance.choice([0, 0, 0, 1, 2, 3]) for _ in range(6)]
    hiders = sorted(chance.sample(range(rows), chance.randrange(min(4, rows))))
    found = covered(np.array(of_path, np.uint8), hiders, np.array(path, np.int32), np.array(end, np.int32), 0.4)
    assert found.tolist() == hidden_oracle(of_path, hiders, path, parent, end, 0.4)


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("<link rel=canonical href=https://a.example/x>", "https://a.example/x"),
        ("<link href=' https://a.example/x ' rel='Alternate CANONICAL'>", "https://a.example/x"),
        ("<meta property=og:url content=https://b.example/><link rel=canonical href=https://a.example/>", "https://a.example/"),
        ("<link rel=canonical href=/x><link rel=canonical href=http://a.example/y>", "http://a.example/y"),
        ("<meta property=OG:url content='https://a.example/?a=1&amp;b=2'>", "https://a.example/?a=1&b=2"),
        ("<!-- <link rel=canonical href=https://a.example/> -->", None),
        ("<script>'<link rel=canonical href=https://a.example/>'</script>", None),
        ("<link rel=canonicals href=https://a.example/><meta name=og:url content=https://a.example/>", None),
        ("<p>text</p><link rel=canonical href=https://a.example/late>", "https://a.example/late"),
    ],
    ids=["link", "words", "link first", "whole address", "og:url", "comment", "script", "other names", "in the body"],
)  # fmt: skip
def test_a_page_says_its_own_address(head, base):
    assert parse(head).base_url == base
