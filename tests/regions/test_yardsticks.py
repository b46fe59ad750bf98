"""The systems that the papers compare with, each on a page that shows what it goes by."""

import numpy as np
import pytest

import pagerows
from pagerows.regions.tpc import interleaving, similarity
from pagerows.visual.vips import segmented

STYLE = "<style>body{margin:0} .menu{width:150px} .list{width:800px} li{height:60px} .name{color:#00f}</style>"
MENU = "<ul class=menu>" + "".join(f"<li><a href=/{n}>Link {n}</a></li>" for n in range(6)) + "</ul>"


def items(count: int = 12) -> str:
    return "".join(
        f"<li class=item><h3><a class=name href=/item/{n}>Item number {n}</a></h3>"
        f"<p>Some words about thing {n * 7}</p><b>$ {n}.50</b></li>"
        for n in range(count)
    )


def records(page: str, method: str, **params: object) -> list[str]:
    return [record.xpath for record in pagerows.extract(page, method=method, **params).regions[0].records]


def test_tpc_joins_tag_paths_that_interleave_and_keeps_lists_apart():
    titles, texts, menu = np.arange(100, 160, 3), np.arange(101, 161, 3), np.arange(5, 15)
    assert interleaving(titles, texts) < 0.1
    assert similarity(titles, texts, 10.0) > 0.95
    assert similarity(titles, menu, 10.0) < 0.1


def test_tpc_finds_the_list_and_its_records():
    assert records(f"{MENU}<div class=list><ol>{items()}</ol></div>", "tpc") == [
        f"/html/body/div[1]/ol[1]/li[{n}]" for n in range(1, 13)
    ]


def test_tpc_takes_records_of_several_siblings_as_one():
    triples = "".join(f"<dt><a href=/{n}>Title {n}</a></dt><dd>Text about {n} and more</dd>" for n in range(15))
    region = pagerows.extract(f"<div><dl>{triples}</dl></div>", method="tpc").regions[0]
    assert len(region.records) == 15
    assert region.records[3].text == "Title 3 Text about 3 and more"


@pytest.mark.browser
def test_clustvx_joins_fields_of_one_look_and_path():
    page = f"{STYLE}{MENU}<div class=list><ol>{items()}</ol></div>"
    assert records(page, "clustvx") == [f"/html/body/div[1]/ol[1]/li[{n}]" for n in range(1, 13)]


@pytest.mark.browser
def test_clustvx_leaves_formatting_out_of_the_path():
    marked = items().replace("Item number 3", "Item <b>number</b> 3").replace("Some words about thing 21", "<i>0</i>")
    page = f"{STYLE}<div class=list><ol>{marked}</ol></div>"
    assert len(records(page, "clustvx")) == 12


@pytest.mark.browser
def test_clustvx_takes_records_of_several_siblings_as_one():
    triples = "".join(f"<dt><a href=/{n}>Title {n}</a></dt><dd>Text about {n} and more</dd>" for n in range(8))
    region = pagerows.extract(f"<div><dl>{triples}</dl></div>", method="clustvx").regions[0]
    assert [record.text for record in region.records] == [f"Title {n} Text about {n} and more" for n in range(8)]


@pytest.mark.browser
def test_trieschnigg_goes_up_from_links_as_far_as_each_has_an_ancestor_of_its_own():
    page = f"{STYLE}{MENU}<div class=list><ol>{items()}</ol></div>"
    assert records(page, "trieschnigg") == [f"/html/body/div[1]/ol[1]/li[{n}]" for n in range(1, 13)]


@pytest.mark.browser
def test_trieschnigg_tells_records_from_others_of_their_path_by_an_attribute():
    odd = "<li class=ad><h3><a href=/buy>Buy now</a></h3></li>"
    page = f"{STYLE}<div class=list><ol>{odd}{items()}{odd}</ol></div>"
    found = [len(region.records) for region in pagerows.extract(page, method="trieschnigg").regions]
    assert 12 in found
    assert 14 in found


@pytest.mark.browser
def test_trieschnigg_finds_nothing_without_links():
    plain = "".join(f"<li><h3>Item {n}</h3><p>Text {n}</p></li>" for n in range(12))
    assert pagerows.extract(f"<ol>{plain}</ol>", method="trieschnigg").regions == []


@pytest.mark.browser
def test_vips_divides_the_further_the_more_coherence_is_asked_for():
    nodes = pagerows.render(f"{STYLE}{MENU}<table><tr><td>{items()}<td>{items()}</table>").nodes
    few, many = (len(segmented(nodes, permitted=degree).blocks) for degree in (1, 10))
    assert few < many


@pytest.mark.browser
def test_vips_gives_the_parts_of_what_it_divides():
    page = f"{STYLE}{MENU}<div class=list><ol>{items()}</ol></div>"
    assert records(page, "vips") == [f"/html/body/div[1]/ol[1]/li[{n}]" for n in range(1, 13)]


@pytest.mark.browser
def test_vips_keeps_a_sentence_with_links_in_it_whole():
    nodes = pagerows.render("<div><p>Some <b>words</b> and a <a href=/>link</a>.</p><hr><p>More</p></div>").nodes
    texts = [" ".join(nodes.text(row) for row in block.rows) for block in segmented(nodes).blocks]
    assert "Some words and a link ." in texts


def test_rextractor_compares_the_children_of_containers_not_what_is_deeper(lay_out):
    def container(y, inner):
        return f'<div box="100 {y} 800 90" look=c><p box="100 {y} 700 80" look=part>{inner.format(y=y)}</p></div>'

    words = '<b box="100 {y} 300 20" look=b{n}>Word</b><i box="500 {y} 300 20" look=i{n}>Word</i>'
    inners = [words.replace("{n}", str(n)) for n in range(5)]
    containers = "".join(container(100 + 100 * n, inner) for n, inner in enumerate(inners))
    page = lay_out(f'<body box="0 0 1000 800" look=body><main box="50 90 900 600" look=m>{containers}</main>')
    found = pagerows.extract(page, method="rextractor").regions[0]
    assert [record.xpath for record in found.records] == [f"/html/body/main[1]/div[{n}]" for n in range(1, 6)]


def test_vide_has_no_answer_where_vips_has_no_block_for_the_region(lay_out):
    items = "".join(f'<p box="400 {100 + 30 * n} 90 20" look=p>Item {n}</p>' for n in range(6))
    page = lay_out(f'<body box="0 0 1000 900"><div box="400 100 90 200">{items}</div><hr box="0 890 9 9"></body>')
    assert len(pagerows.extract(page, method="vide").regions[0].records) == 6
    assert pagerows.extract(page, method="vide", target="region").regions == []
    assert len(pagerows.extract(page, method="vide", target="region", region_area=0.01).regions[0].records) == 6
