"""Golden pages of our own, rendered."""

import json
from pathlib import Path

import pytest

from pagerows import extract
from pagerows.export.report.drawing import draw
from pagerows.page.rendered import render

PAGES = Path(__file__).parent / "pages"
EXPECTED = json.loads((PAGES / "expected.json").read_text(encoding="utf-8"))
#: The layouts of [E17 s. 2.3] and s. 5.4.1; the other pages have what users meet besides: cards with and without a
#: picture, two columns of news, headings between records, prices with and without a badge, a menu and a footer larger
#: than the records, advertisements above results of which the first stands alone.
LAYOUTS = ("grid", "grouped", "list")

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=sorted(EXPECTED))
def rendered(request, chromium):
    return request.param, render(PAGES / f"{request.param}.html")


def test_the_table_is_what_a_person_reads(rendered):
    name, page = rendered
    assert extract(page, method="gestalt", sections=False).table.rows == EXPECTED[name]


@pytest.mark.parametrize("rendered", LAYOUTS, indirect=True)
@pytest.mark.parametrize("choose", ["centre", "area"])
@pytest.mark.parametrize("backgrounds", ["own", "seen", "none"])
def test_records_are_found_under_every_reading_but_the_strictest(rendered, choose, backgrounds):
    name, page = rendered
    found = extract(page, method="gestalt", choose=choose, backgrounds=backgrounds)
    records = [[record.text for record in region.records] for region in found.regions]
    titles = [row[0] for row in EXPECTED[name]]
    whole = any(
        len(texts) == len(titles) and all(title in text for title, text in zip(titles, texts, strict=True))
        for texts in records
    )
    # Every other record of the list has a background of its own: two lists, if colours are taken as they are.
    assert whole == ((name, backgrounds) != ("list", "own"))


@pytest.mark.parametrize("what", ["blocks", "sets"])
def test_the_drawing_shows_the_best_set(rendered, what):
    _, page = rendered
    best = extract(page, method="gestalt").best
    svg = draw(best.evidence, page.nodes.layout.size, what=what)
    assert svg.count("<rect") >= len(best)
    x, y, width, height = (f"{round(side, 1):g}" for side in best.evidence["sets"][0][0])
    assert f'<rect x="{x}" y="{y}" width="{width}" height="{height}"' in svg


def test_the_paper_takes_advertisements_for_another_list(chromium):
    page = render(PAGES / "results.html")
    text = {"backgrounds": "own", "alike": False, "choose": "centre", "across": "aligned", "stacks": False}
    assert [row[0] for row in extract(page, method="gestalt", **text).table.rows] == [
        row[3] for row in EXPECTED["results"][4:]
    ]


def test_runs_are_the_same(rendered):
    _, page = rendered
    first, second = (extract(page, method="gestalt") for _ in range(2))
    assert [[r.parts for r in region.records] for region in first.regions] == [
        [r.parts for r in region.records] for region in second.regions
    ]


def test_the_report_draws_blocks_and_sets_on_one_photograph(rendered):
    from pagerows.export.report import report_page

    _, page = rendered
    report = report_page(extract(page, method="gestalt"), "page.html")
    assert report.count('id="photograph"') == report.count("data:image/png;base64,") == 1
    assert '<use href="#photograph"/>' in report
