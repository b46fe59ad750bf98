"""Pages made from pages keep the records of one, and its gold, in other surroundings."""

import pytest

pytest.importorskip("scipy")

from pagerows.lab.train.auto.labels import scorer
from pagerows.lab.train.auto.made import Original, variants
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of

GOODS = [(f"Lamp number {n}", f"{n}.90 EUR") for n in range(9)]
NEWS = [(f"Council decides matter {n}", f"May {n}") for n in range(7)]


def original(rows, title, gold, tag="li"):
    outer = {"li": "ul", "tr": "table"}[tag]
    cell = {"li": "p", "tr": "td"}[tag]
    records = "".join(f"<{tag}><{cell}>{a}</{cell}><{cell}>{b}</{cell}></{tag}>" for a, b in rows)
    menu = "".join(f"<a href=/{n}>{title} part {n}</a>" for n in range(5))
    html = f"<title>{title}</title><body><nav>{menu}</nav><main><{outer}>{records}</{outer}></main></body>"
    page = parse(html)
    paths = tuple((page.nodes.xpath(int(row)),) for row in page.nodes.rows_with_tag(tag))
    return Original(html, title, gold, paths)


LAMPS = original(GOODS, "Lamps", {"kind": "table", "records": GOODS})
PAPER = original(NEWS, "Paper", {"kind": "anchors", "anchors": [a for a, _ in NEWS]})


def made(own, others=(), seed=0):
    return {variant.kind: variant for variant in variants(own, others, seed)}


def best_label(variant):
    score = scorer(variant.page.nodes, variant.gold)
    _, found, _ = candidates_of(variant.page, AutoParams())
    edges = zip(found.first[:-1], found.first[1:], strict=True)
    return max(score(found.start[a:b], found.stop[a:b]) for a, b in edges)


def visible(variant):
    nodes = variant.page.nodes
    return " ".join(str(nodes.data[row]) for row in range(len(nodes)) if nodes.kind[row] == 1)


def test_few_records_are_left_and_the_gold_knows_which():
    few = made(LAMPS)["few"]
    left = [title for title, _ in GOODS if title in visible(few)]
    assert 3 <= len(left) < len(GOODS)
    assert [title for title, _ in few.gold["records"]] == left
    assert best_label(few) == 1


def test_sections_have_headings_and_all_records():
    sections = made(LAMPS)["sections"]
    assert len(sections.gold["records"]) == len(GOODS)
    heads = [child for tag in ("section", "div") for child in sections.page.nodes.rows_with_tag(tag)]
    assert len(heads) >= 2
    assert best_label(sections) == 1


def test_records_move_into_the_frame_of_another_page():
    moved = made(LAMPS, [PAPER])["moved"]
    shown = visible(moved)
    assert all(title in shown for title, _ in GOODS)
    assert not any(title in shown for title, _ in NEWS)
    assert "Paper part 3" in shown
    assert "Lamps part 3" not in shown
    assert (moved.page.title, moved.frame) == ("Lamps", 0)
    assert best_label(moved) == 1


def test_titles_and_nodes_are_gold_too():
    assert best_label(made(PAPER, [LAMPS])["moved"]) == 1
    nodes = Original(
        LAMPS.html, LAMPS.title, {"kind": "nodes", "record_xpaths": [path for (path,) in LAMPS.records]}, LAMPS.records
    )
    for variant in made(nodes, [PAPER]).values():
        assert best_label(variant) == 1


def test_rows_of_a_table_move_with_a_table_and_make_no_sections():
    rows = original(GOODS, "Rows", {"kind": "table", "records": GOODS}, "tr")
    found = made(rows, [PAPER])
    assert set(found) == {"few", "moved"}
    assert [best_label(variant) for variant in found.values()] == [1, 1]
    assert best_label(made(LAMPS, [rows])["moved"]) == 1


def test_records_of_several_siblings_move_whole():
    parts = "".join(f"<dt>{a}</dt><dd>{b}</dd> in stock" for a, b in GOODS)
    html = f"<title>Terms</title><body><dl>{parts}</dl></body>"
    nodes = parse(html).nodes
    pairs = zip(nodes.rows_with_tag("dt").tolist(), nodes.rows_with_tag("dd").tolist(), strict=True)
    paths = tuple((nodes.xpath(a), nodes.xpath(b)) for a, b in pairs)
    found = made(Original(html, "Terms", {"kind": "table", "records": GOODS}, paths), [PAPER])
    assert set(found) == {"few", "moved"}
    assert [best_label(variant) for variant in found.values()] == [1, 1]
    assert visible(found["moved"]).count("in stock") == len(GOODS)
    assert visible(found["few"]).count("in stock") == len(found["few"].gold["records"])


def test_the_same_seed_makes_the_same_pages():
    one, two = made(LAMPS, [PAPER], 5), made(LAMPS, [PAPER], 5)
    assert {kind: variant.page.html for kind, variant in one.items()} == {
        kind: variant.page.html for kind, variant in two.items()
    }


def test_a_page_whose_records_are_not_found_makes_none():
    lost = Original(LAMPS.html, LAMPS.title, LAMPS.gold, (("/html/body/main[1]/ol[4]",),))
    assert made(lost, [PAPER]) == {}


def article():
    prose = [f"In chapter {n} the council speaks at length of lamps, and of who should pay for them." for n in "abc"]
    html = (
        "<head><title>Report</title><meta property=og:type content=article></head><body><nav>"
        + "".join(f"<a href=/{n}>Report part {n}</a>" for n in range(5))
        + f"</nav><main>{''.join(f'<p>{text}</p>' for text in prose)}</main></body>"
    )
    page = parse(html)
    body = tuple(page.nodes.xpath(int(row)) for row in page.nodes.rows_with_tag("p"))
    return Original(html, "Report", {"kind": "text", "has_records": False}, (body,))


def test_records_move_into_an_article_s_frame_and_say_what_their_page_says():
    moved = made(LAMPS, [article()])["moved"]
    shown = visible(moved)
    assert "Lamp number 3" in shown
    assert "Report part 3" in shown
    assert "chapter" not in shown
    assert moved.page.title == "Lamps"
    assert "og:type" not in moved.page.html
    assert best_label(moved) == 1


def test_an_article_among_a_list_s_menus_has_no_records():
    found = made(article(), [LAMPS])
    assert list(found) == ["moved"]
    shown = visible(found["moved"])
    assert "Lamps part 3" in shown
    assert "chapter c" in shown
    assert "Lamp number" not in shown
    assert not found["moved"].gold["has_records"]
    assert "og:type" in found["moved"].page.html
