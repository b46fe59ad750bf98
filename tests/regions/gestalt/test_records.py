from itertools import pairwise

import pytest

from pagerows import extract, parse, registry
from pagerows.errors import ParameterError
from pagerows.regions.gestalt import GestaltParams, find_regions


def record(x, y, text, *, width=300, height=80, look="card", extra=""):
    """One record: a title, a line of text and what else it has."""
    return f"""<div class=record look={look} box="{x} {y} {width} {height}">
        <h3 look="{look} title" box="{x} {y} {width} 20">{text}</h3>
        <p look="{look} body" box="{x} {y + 30} {width} 20">About {text}</p>
        {extra}</div>"""


def page_of(*parts, height=1000):
    return f'<body box="0 0 1000 {height}">{"".join(parts)}'


def box(x, y, width, height, inner, look="plain"):
    return f'<div look={look} box="{x} {y} {width} {height}">{inner}</div>'


def names(regions):
    """The titles of the records of each region."""
    return [[one.text.split(" About")[0] for one in region.records] for region in regions]


def column(x, y, texts, gap=100, **options):
    return "".join(record(x, y + gap * k, text, **options) for k, text in enumerate(texts))


def test_a_list_of_similar_aligned_siblings_is_a_set(lay_out):
    html = page_of(box(200, 100, 600, 400, column(350, 100, ["A", "B", "C", "D"])), box(0, 900, 99, 9, "end"))
    assert names(find_regions(lay_out(html), GestaltParams()))[0] == ["A", "B", "C", "D"]


def test_a_grid_is_one_set_in_reading_order(lay_out):
    rows = "".join(
        box(50, 100 * r, 900, 90, "".join(record(50 + 310 * c, 100 * r, f"{r}{c}") for c in range(3)))
        for r in range(1, 5)
    )
    html = page_of(box(50, 100, 900, 400, rows), box(0, 900, 99, 9, "end"))
    found = names(find_regions(lay_out(html), GestaltParams()))
    assert found[0] == [f"{r}{c}" for r in range(1, 5) for c in range(3)]  # the rows themselves are type 2


def test_records_in_groups_are_one_set(lay_out):
    groups = "".join(
        box(100, top, 800, 260, column(120, top, [f"{name}{k}" for k in range(size)], gap=90))
        for name, top, size in (("x", 100, 3), ("y", 420, 2))
    )
    html = page_of(groups, box(0, 900, 99, 9, "end"))
    assert names(find_regions(lay_out(html), GestaltParams()))[0] == ["x0", "x1", "x2", "y0", "y1"]


def test_similar_items_of_a_record_are_not_records(lay_out):
    def star(x, y):
        return f'<i look=star box="{x} {y} 30 20"><b box="{x} {y} 9 9">*</b> s</i>'

    def stars(y):
        return star(20, y) + star(100, y)

    parts = "".join(record(20, y, f"R{y}", extra=stars(y + 55)) for y in (100, 200, 300))
    found = find_regions(lay_out(page_of(box(20, 100, 600, 300, parts), box(0, 900, 9, 9, "end"))), GestaltParams())
    assert names(found)[0] == ["R100", "R200", "R300"]
    assert all("*" not in one[0][:1] for one in names(found))  # type 1


def test_bars_above_and_below_are_no_records(lay_out):
    bars = [record(100, y, f"bar {y}", look="bar") for y in (10, 900)]
    html = page_of(bars[0], box(100, 200, 300, 400, column(100, 200, "ABCD")), bars[1])
    found = find_regions(lay_out(html), GestaltParams(choose="centre"))
    assert names(found)[0] == list("ABCD")
    assert not any("bar" in name for one in names(found) for name in one)
    wide = find_regions(lay_out(html), GestaltParams(choose="centre", bar_space=1.0))
    assert any("bar" in name for one in names(wide) for name in one)


@pytest.mark.parametrize(("choose", "first"), [("centre", "p"), ("area", "A")])
def test_a_pager_at_the_centre_wins_by_position_alone(lay_out, choose, first):
    pager = box(
        450,
        490,
        90,
        20,
        "".join(
            f'<a look=n box="{450 + 50 * k} 490 20 20">p<b look=z box="{450 + 50 * k} 490 9 9">{k}</b></a>'
            for k in (0, 1)
        ),
    )
    html = page_of(box(100, 50, 300, 400, column(100, 50, "ABCD")), pager, box(0, 990, 9, 9, "end"))
    found = names(find_regions(lay_out(html), GestaltParams(choose=choose, merge="none")))
    assert found[0][0].startswith(first)


def test_records_with_and_without_an_extra_part_are_one_set_if_they_look_alike(lay_out):
    extra = "".join(f'<b look=k{n} box="100 0 9 9">x</b>' for n in range(9))
    parts = "".join(record(100, y, f"R{y}", extra=extra if y in (200, 400) else "") for y in (100, 200, 300, 400))
    page = lay_out(page_of(box(100, 100, 400, 400, parts), box(0, 990, 9, 9, "end")))
    assert names(find_regions(page, GestaltParams()))[0] == ["R100", "R200", "R300", "R400"]
    assert len(names(find_regions(page, GestaltParams(alike=False)))[0]) == 2


def test_the_main_region_leaves_out_what_is_beside_it(lay_out):
    menu = box(0, 100, 150, 500, column(0, 100, "abc", width=140, look="menu"))
    main = box(250, 100, 500, 500, column(250, 100, "ABCD"))
    html = page_of(menu, main, box(0, 990, 9, 9, "end"))
    page = lay_out(html)
    assert sorted(map(len, names(find_regions(page, GestaltParams())))) == [3, 4]
    assert names(find_regions(page, GestaltParams(target="region"))) == [list("ABCD")]


def test_evidence_has_every_block_and_the_sets(lay_out):
    html = page_of(box(200, 100, 600, 400, column(350, 100, "ABCD")), box(0, 900, 99, 9, "end"))
    region = find_regions(lay_out(html), GestaltParams())[0]
    assert (0, 0, 1000, 1000, 0) in region.evidence["blocks"]
    assert region.evidence["sets"][0][0] == (350, 100, 300, 80)


@pytest.mark.parametrize("html", ["", "<p>x", "<body box='0 0 9 9'><p box='0 0 9 9'>x"])
@pytest.mark.parametrize("method", ["gestalt", "vide", "rextractor"])
def test_pages_without_anything_have_no_records(lay_out, html, method):
    assert extract(lay_out(html), method=method).regions == []


@pytest.mark.parametrize("method", ["gestalt", "vide", "rextractor"])
def test_a_parsed_page_is_refused_with_the_way_out(method):
    found = registry.method(method)
    with pytest.raises(ParameterError, match="rendered"):
        found.find_regions(parse("<p>x"), found.params())


@pytest.mark.parametrize("method", ["vide", "rextractor"])
def test_yardsticks_find_a_plain_list(lay_out, method):
    html = page_of(box(300, 100, 400, 800, column(350, 110, "ABCDEFGH")))
    assert names(extract(lay_out(html), method=method).regions) == [list("ABCDEFGH")]


def test_a_few_groups_among_records_are_opened(lay_out):
    group = f'<div look=card box="100 300 300 190">{record(100, 300, "x")}{record(100, 400, "y")}</div>'
    parts = record(100, 100, "A") + record(100, 200, "B") + group + record(100, 500, "C")
    page = lay_out(page_of(box(100, 100, 400, 500, parts), box(0, 990, 9, 9, "end")))
    assert names(find_regions(page, GestaltParams()))[0] == ["A", "B", "x", "y", "C"]


def stack(above, *, width=400, height=90):
    """Four results below a box of another look; both boxes stand in one column."""
    results = box(200, 400, 400, 400, column(200, 400, "ABCD", width=width, height=height))
    main = box(200, 100, 400, 700, box(200, 100, 400, 290, above) + results)
    return page_of(
        main, box(700, 100, 250, 700, column(700, 100, "xyz", width=250, height=90)), box(0, 990, 9, 9, "end")
    )


def test_a_list_of_another_look_in_the_same_column_belongs_to_the_records(lay_out):
    adverts = column(210, 100, ["ad 1", "ad 2", "ad 3"], gap=95, width=380, height=90, look="advert")
    page = lay_out(stack(adverts))
    assert names(find_regions(page, GestaltParams()))[0] == ["ad 1", "ad 2", "ad 3", *"ABCD"]
    assert names(find_regions(page, GestaltParams(stacks=False)))[0] == list("ABCD")


@pytest.mark.parametrize(
    "above",
    [
        column(210, 100, ["one", "two", "three"], gap=25, width=380, height=20, look="chip"),
        column(210, 100, ["one", "two"], gap=140, width=380, height=130, look="advert"),
    ],
    ids=["chips are too low", "two are no list"],
)
def test_what_is_no_list_of_such_records_does_not(lay_out, above):
    assert names(find_regions(lay_out(stack(above)), GestaltParams()))[0] == list("ABCD")


def menu_beside(gap, width):
    """A list, and a menu of the same looks whose entries start at the same left edge."""
    menu = box(100, 100, width, 200, column(100, 100, ["m", "n"], width=width))
    deep = menu
    for _ in range(gap):
        deep = box(100, 100, width, 200, deep + f'<i look=x{_} box="900 {100 + _} 9 9">x</i>')
    return page_of(deep, box(100, 400, 500, 400, column(100, 400, "ABCD")), box(0, 990, 9, 9, "end"))


@pytest.mark.parametrize(
    ("gap", "width", "merged"),
    [(0, 300, True), (0, 200, False), (5, 300, False)],
    ids=["as wide and near", "narrower", "far away in the tree"],
)
def test_sets_of_different_parents_are_one_if_near(lay_out, gap, width, merged):
    page = lay_out(menu_beside(gap, width))
    options = {"stacks": False, "bar_space": 1.0}
    near = names(find_regions(page, GestaltParams(**options)))
    aligned = names(find_regions(page, GestaltParams(across="aligned", **options)))
    assert ["m", "n", *"ABCD"] in aligned
    assert (["m", "n", *"ABCD"] in near) is merged


def test_a_set_never_holds_what_lies_in_its_own_blocks(lay_out):
    # Records, their parts and the parts of parts all look alike and start at one edge.
    def cell(y, depth):
        inner = "".join(cell(y + 20 * k, depth - 1) for k in (0, 1)) if depth else ""
        return f'<div look=same box="100 {y} 300 {20 * 2**depth}"><b look=t box="100 {y} 50 9">t</b>{inner} x</div>'

    page = lay_out(page_of(box(100, 100, 400, 800, "".join(cell(100 + 100 * k, 2) for k in range(5)))))
    for region in find_regions(page, GestaltParams(across="aligned")):
        parts = sorted((part.start, part.stop) for record in region.records for part in record.parts)
        assert all(first[1] <= second[0] for first, second in pairwise(parts))


@pytest.mark.parametrize(("width", "first"), [(300, "top hit"), (290, "A")], ids=["as wide", "of another width"])
def test_a_record_alone_in_its_group_is_one_of_them(lay_out, width, first):
    hit = record(100, 100, "top hit", width=width)
    main = box(100, 90, 500, 500, hit + box(100, 200, 450, 400, column(100, 200, "ABCD")))
    page = lay_out(page_of(main, box(0, 990, 9, 9, "end")))
    assert names(find_regions(page, GestaltParams()))[0][0] == first
    assert names(find_regions(page, GestaltParams(across="aligned")))[0][0] == "A"


def odd_one(height):
    """A list whose third record has parts of other looks."""
    odd = f"""<div class=record look=card box="100 300 300 {height}"><h3 look="card title" box="100 300 300 20">odd</h3>
        <p look=quote box="100 330 300 9">About odd</p><i look=date box="100 340 300 9">now</i>
        <u look=odd box="100 350 300 9">x</u></div>"""
    parts = record(100, 100, "A") + record(100, 200, "B") + odd + record(100, 400, "C") + record(100, 500, "D")
    return page_of(box(100, 100, 500, 500, parts), box(0, 990, 9, 9, "end"))


@pytest.mark.parametrize(
    ("options", "height", "found"),
    [({}, 80, True), ({"between": False}, 80, False), ({}, 30, False)],
    ids=["taken", "unless asked not to", "not a bar that is much lower"],
)
def test_an_odd_one_between_records_is_one_of_them(lay_out, options, height, found):
    page = lay_out(odd_one(height))
    assert ("odd" in names(find_regions(page, GestaltParams(**options)))[0]) is found
