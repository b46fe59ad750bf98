"""Golden pages of our own, rendered: a list, a grid and groups."""

from pathlib import Path

import pytest

from pagerows import extract
from pagerows.export.report.drawing import draw
from pagerows.page.rendered import render

PAGES = Path(__file__).parent / "pages"
EXPECTED = {
    "list": [
        ["Over the Two Lakes Pass", None, "Upper Valley", "A long day between two lakes that never freeze."],
        ["The Old Mill Path", "new", "Riverside", "Flat, shady and good with children."],
        ["Ridge of Winds", None, "High Moor", "Exposed: take a hat and mind the weather."],
        ["Through Beech Wood", None, "Lower Valley", "Best in the second half of October."],
        ["Tower and Back", "new", "Riverside", "Two hundred steps, one view."],
        ["Along the Shore", None, "The Bay", "Ask for the tides before you leave."],
    ],
    "grid": [
        ["Ash stool", "39.00", None, "In stock"],
        ["Beech chair", "59.00", "75.00", "In stock"],
        ["Cherry rocker", "190.00", None, "Two weeks"],
        ["Deck chair", "25.50", None, "In stock"],
        ["Elm bench", "140.00", None, "In stock"],
        ["Folding chair", "19.00", "22.00", "In stock"],
        ["Garden seat", "80.00", None, "Sold out"],
        ["High stool", "45.00", None, "In stock"],
    ],
    "grouped": [
        ["Anna and the Larks", "3 March", "Town hall"],
        ["Brass for Breakfast", "9 March", "Park stage"],
        ["Celli", "17 March", "Old church"],
        ["Dune Quartet", "1 April", "Town hall"],
        ["Evening Choir", "12 April", "Old church"],
        ["Five Fiddles", "4 May", "Park stage"],
        ["Grand Finale", "30 May", "Town hall"],
    ],
}

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=sorted(EXPECTED))
def rendered(request, chromium):
    return request.param, render(PAGES / f"{request.param}.html")


def test_the_table_is_what_a_person_reads(rendered):
    name, page = rendered
    assert extract(page, method="gestalt").table.rows == EXPECTED[name]


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
