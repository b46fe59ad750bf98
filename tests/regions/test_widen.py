"""Records cut to an inner box are widened in step to the boxes that are theirs alone."""

import pytest

from pagerows import extract, parse
from pagerows.regions._widen import apart, widened
from pagerows.values import Record, Region, Span


def region_of(html: str, tag: str) -> Region:
    page = parse(html)
    end = page.nodes.end
    rows = page.nodes.rows_with_tag(tag).tolist()
    return Region(tuple(Record(page, (Span(row, int(end[row])),)) for row in rows))


def tags(html: str, tag: str) -> list[str]:
    region = region_of(html, tag)
    records = widened(region.records[0].page, region)
    return [record.page.nodes.tag_name(record.span.start) for record in records]


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
    assert set(tags(html, tag)) == {found}


def test_no_record_becomes_the_body():
    assert tags("<body><i>a</i>", "i") == ["i"]


def test_regions_inside_of_a_better_ones_records_are_parts_of_them():
    html = "<ul>" + "<li><b>a</b><i>b</i>" * 3 + "</ul><p>c<p>d"
    whole, part, other = (region_of(html, tag) for tag in ("li", "b", "p"))
    assert apart([whole, part, other]) == [whole, other]


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
