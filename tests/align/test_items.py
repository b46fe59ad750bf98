import pytest

from pagerows import extract, parse, render
from pagerows.align.items import ItemParams, align
from pagerows.values import Record, Span


def rows(html, **options):
    """The table of the list items of a page; without a renderer tags stand for looks."""
    page = parse(html)
    items = page.nodes.rows_with_tag("li").tolist()
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in items]
    return [[cell and cell.text for cell in row] for row in align(page, records, ItemParams(**options))]


def test_a_leaf_is_an_item():
    assert rows("<ul><li><h3>A</h3><p>1</p></li><li><h3>B</h3><p>2</p></li></ul>") == [["A", "1"], ["B", "2"]]


@pytest.mark.parametrize(
    ("inner", "cells"),
    [
        ("<p>one <b>two</b> three</p>", ["one two three"]),
        ("<p><b>two</b> three</p>", ["two three"]),
        ("<p><b>two</b><i>three</i></p>", ["two", "three"]),
        ("<p>one <a href=x><b>two</b></a>, three</p>", ["one two, three"]),
        ("<p>one<br>two <b>three</b></p>", ["one two three"]),
        ("<p>one <span><b>two</b><i>three</i></span> four</p>", ["one", "two", "three", "four"]),
        ("one <span><em>two</em></span> three", ["one two three"]),
        ("one <div><p>two</p></div> three", ["one", "two", "three"]),
    ],
    ids=[
        "text on both sides of a leaf",
        "text after a leaf",
        "leaves without text beside them",
        "a leaf in wrappers",
        "a line break is a space",
        "several leaves are no leaf",
        "a lonely leaf inside",
        "a block is on lines of its own",
    ],
)
def test_text_beside_a_leaf_is_joined_with_it_in_order(inner, cells):
    assert rows(f"<ul><li>{inner}</li></ul>") == [cells]


def test_hidden_text_is_no_item():
    html = "<ul>" + "<li><p>one</p><p hidden>two</p><h3>three</h3></li>" * 4 + "</ul>"
    assert rows(html) == [["one", "three"]] * 4


def test_line_breaks_can_end_items():
    assert rows("<ul><li><p>one<br>two</p></li></ul>", split_lines=True) == [["one", "two"]]


def test_items_that_the_base_has_not_open_optional_columns_where_they_stand():
    html = """<ul><li><h3>A</h3><p>1</p><b>x</b></li><li><h3>B</h3><i>new</i><p>2</p></li>
        <li><h3>C</h3><b>y</b></li><li><h3>D</h3><i>old</i><p>4</p><b>z</b></li></ul>"""
    assert rows(html) == [
        ["A", None, "1", "x"],
        ["B", "new", "2", None],
        ["C", None, None, "y"],
        ["D", "old", "4", "z"],
    ]


def test_of_items_of_one_look_the_first_ones_are_in_the_first_columns():
    tags = "<ul>{}</ul>".format("".join(f"<li>{'<b>x</b>' * count}<i>end</i></li>" for count in (1, 3, 2)))
    assert rows(tags) == [["x", None, None, "end"], ["x", "x", "x", "end"], ["x", "x", None, "end"]]


def test_an_item_outside_of_the_base_gets_a_column_of_its_own():
    html = "<ul><li><h3>A</h3><p>1</p><p>2</p></li><li><h3>B</h3><i>new</i></li><li><h3>C</h3><i>old</i></li></ul>"
    assert rows(html) == [["A", None, "1", "2"], ["B", "new", None, None], ["C", "old", None, None]]


def test_links_and_images_keep_their_addresses():
    page = "<ul>" + "".join(f"<li><a href=/{n}>T{n}</a> <img src=/{n}.png alt=pic></li>" for n in range(4)) + "</ul>"
    table = extract(page, url="http://example.com/", method="same_path", align="items").table
    kinds = [(column.kind, column.urls[1]) for column in table.all_columns]
    assert kinds == [("link", "http://example.com/1"), ("image", "http://example.com/1.png")]


def test_no_records_no_rows():
    assert align(parse("<p>x"), [], ItemParams()) == []


def test_items_are_matched_as_printed_to_the_first_free_column_of_their_look():
    """[E17 s. 5.5.3]: what the base has not is a column at the end, whatever stands beside it."""
    html = "<ul><li><h3>A</h3><p>1</p><b>x</b></li><li><i>new</i><h3>B</h3><b>y</b></li></ul>"
    assert rows(html, leaves="document")[1] == ["new", "B", None, "y"]
    assert rows(html, leaves="blocks") == [["A", "1", "x", None], ["B", None, "y", "new"]]


@pytest.mark.browser
def test_leaves_of_one_look_in_one_line_are_one_block():
    colours = "<p><span>red {0}</span> <span>blue {0}</span></p>"
    items = "".join(f"<li><h3>A{n}</h3>{colours.format(n)}<p>{n}</p></li>" for n in range(3))
    page = render(f"<ul>{items}</ul>")
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in page.nodes.rows_with_tag("li").tolist()]
    apart, joined = (align(page, records, ItemParams(leaves=leaves)) for leaves in ("document", "blocks"))
    assert [cell.text for cell in apart[1]] == ["A1", "red 1", "blue 1", "1"]
    assert [cell.text for cell in joined[1]] == ["A1", "red 1 blue 1", "1"]


def seen(inner, style=""):
    """The cells of the list item of a rendered page."""
    page = render(f"<style>a {{ color: blue }} {style}</style><ul>{f'<li>{inner}</li>' * 3}</ul>")
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in page.nodes.rows_with_tag("li").tolist()]
    return [cell.text for cell in align(page, records, ItemParams())[1]]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("inner", "cells"),
    [
        ("<p>by <a href=x>Ann</a> in <a href=y>News</a>, today</p>", ["by Ann", "in News", ", today"]),
        ("<p><a href=x>Chia</a> (<a href=y>Aware</a>)</p>", ["Chia", "(Aware)"]),
        ("<p><a href=x>Oslo</a>, <a href=y>Bergen</a></p>", ["Oslo,", "Bergen"]),
        ("<p>by <a href=x style='color: black'>Ann</a> today</p>", ["by Ann today"]),
        ("<p>big <b style='color: red'>red</b> cars</p>", ["big red cars"]),
        ("<p>we went to see <a href=x>the house</a> again</p>", ["we went to see the house again"]),
        ("<a href=x>one <span style='color: red'>two</span> three</a>", ["one two three"]),
    ],
    ids=[
        "words lead into the link after them",
        "brackets open the item after them",
        "marks end the item before them",
        "one colour is one item",
        "formatted words are of the sentence",
        "sentences stay whole",
        "links stay whole",
    ],
)
def test_links_of_another_colour_among_few_words_are_items(inner, cells):
    assert seen(inner) == cells


@pytest.mark.browser
@pytest.mark.parametrize(
    ("style", "cells"),
    [
        ("p { width: 90px; overflow: hidden; white-space: nowrap } i { margin-right: 80px }", ["A", "one", "two"]),
        ("p { height: 20px; overflow: hidden } i { display: block; height: 30px }", ["A", "one", "two"]),
        ("i + i { opacity: 0 }", ["A", "one"]),
        ("i + i { display: none }", ["A", "one"]),
        ("i + i { position: absolute; left: -999px }", ["A", "one"]),
        ("i + i { position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap }", ["A", "one"]),
    ],
    ids=["cut at the right", "cut below", "transparent", "not displayed", "left of the page", "for screen readers"],
)
def test_what_a_box_cuts_away_is_shown_but_not_what_is_hidden(style, cells):
    assert seen("<h3>A</h3><p><i>one</i><i>two</i></p>", style) == cells


def laid_out(lay_out, *items):
    """A list of items with boxes; the cells of each under the preset of the paper."""
    parts, top = [], 0
    for inner in items:
        parts.append(f'<li box="0 {top} 500 90" look=item>{inner.format(a=top, b=top + 30, c=top + 60)}</li>')
        top += 100
    page = lay_out(f'<body box="0 0 1000 900"><ul box="0 0 600 {top}">{"".join(parts)}</ul><p box="0 800 9 9">end</p>')
    rows_of = page.nodes.rows_with_tag("li").tolist()
    records = [Record(page, (Span(row, int(page.nodes.end[row])),)) for row in rows_of]
    return [[cell and cell.text for cell in row] for row in align(page, records, ItemParams.paper())]


TITLE = '<h3 box="0 {a} 300 20" look=title>Title</h3>'
TEXT = '<p box="0 {c} 300 20" look=text>Text</p>'


def test_a_leaf_block_is_an_item_however_many_elements_are_in_it(lay_out):
    wrapped = TITLE + '<p box="0 {c} 300 20" look=text><span box="0 {c} 300 20" look=text>one two</span></p>'
    assert laid_out(lay_out, wrapped, wrapped) == [["Title", "one two"]] * 2


def test_text_beside_a_leaf_block_is_joined_with_it_and_has_its_look(lay_out):
    marked = TITLE + '<p box="0 {c} 300 20" look=text>one <b box="30 {c} 30 20" look=mark>two</b> three</p>'
    # The highlighted word makes the item another one for the eye, as [E17 s. 6.5] says of its own failures.
    assert laid_out(lay_out, TITLE + TEXT, marked) == [["Title", "Text", None], ["Title", None, "one two three"]]


def test_records_that_look_the_same_with_most_items_are_the_base(lay_out):
    short, full = TITLE + TEXT, TITLE + '<i box="0 {b} 90 20" look=new>New</i>' + TEXT
    missing = ["Title", None, "Text"]
    assert laid_out(lay_out, short, full, short) == [missing, ["Title", "New", "Text"], missing]


def test_an_item_that_looks_like_none_of_the_base_opens_a_column_at_the_end(lay_out):
    odd = '<b box="0 {a} 90 20" look=odd>Odd</b>' + TEXT
    assert laid_out(lay_out, TITLE + TEXT, odd, TITLE + TEXT) == [
        ["Title", "Text", None],
        [None, "Text", "Odd"],
        ["Title", "Text", None],
    ]
