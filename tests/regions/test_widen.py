"""Records cut to an inner box are widened in step to the boxes that are theirs alone."""

import numpy as np
import pytest

from pagerows import extract, parse
from pagerows.measures.candidates import Candidates
from pagerows.measures.columns import columns_of
from pagerows.regions.auto._regions import regions_of


def tags(html, *lists):
    """The tags of the records of each region, where elements with some tags are the candidates, best first."""
    nodes = parse(html).nodes
    rows = [nodes.rows_with_tag(tag) for tag in lists]
    starts, first = np.concatenate(rows), np.cumsum([0, *map(len, rows)])
    found = Candidates(starts, nodes.end[starts], first, np.zeros(len(lists)))
    regions = regions_of(columns_of(nodes).sheet, found, np.linspace(1, 0, len(lists)), 8, wide=True)
    return [[nodes.tag_name(row) for row in start.tolist()] for _, start, _, _ in regions]


@pytest.mark.parametrize(
    ("html", "tag", "found"),
    [
        ("<ul><li><img src=1><h3>a</h3><li><img src=2><h3>b</h3></ul>", "h3", "li"),
        ("<div><a href=1><p><h3>a</h3></p></a><a href=2><p><h3>b</h3></p></a></div>", "h3", "a"),
        ("<ul><li>a<li>b</ul>", "li", "li"),
        ("<ul><li><b>a</b><b>b</b><li><b>c</b></ul>", "b", "b"),
        ("<div><i>a</i></div><p><i>b</i></p>", "i", "i"),
        ("<div><i>a</i><div><i>b</i></div></div>", "i", "i"),
        ("<i>a</i>", "i", "i"),
    ],
    ids=["caption to item", "to the link around", "items of one list", "two in one box", "boxes of two tags",
         "one box in another", "a single record"],
)  # fmt: skip
def test_records_are_widened_while_each_has_a_box_of_its_own(html, tag, found):
    assert set(tags(html, tag)[0]) == {found}


def test_no_record_becomes_the_body():
    assert tags("<body><i>a</i>", "i") == [["i"]]


def test_regions_inside_of_a_better_ones_records_are_parts_of_them():
    html = "<ul>" + "<li><b>a</b><i>b</i>" * 3 + "</ul><p>c<p>d"
    assert tags(html, "b", "i", "p") == [["li"] * 3, ["p"] * 2]


def test_a_card_keeps_its_picture():
    cards = "".join(
        f"<div class=card><a href=/{n}><img src=/{n}.jpg></a>"
        f"<div class=caption><h3>Tree number {n}</h3><p>Tall, green, seen in wood {n}.</p><p>{n}.50 €</p></div></div>"
        for n in range(12)
    )
    found = extract(f"<h1>Trees</h1><div>{cards}</div>", url="http://shop.example/")
    pictures = [column for column in found.table.all_columns if column.kind == "image"]
    assert len(found.best) == 12
    assert [column.urls[3] for column in pictures] == ["http://shop.example/3.jpg"]
