"""The learned detector: calibrated, says "none here", and works for every method's regions."""

import json

import numpy as np
import pytest

import pagerows
from pagerows import models
from pagerows.bench.generate import PageSpec, generate


@pytest.fixture(scope="module")
def shop():
    return pagerows.parse(generate(PageSpec(seed=3, records=18, fields=5, noise=4)).html)


def test_the_records_are_content_and_come_first(shop):
    regions = pagerows.extract(shop, method="signal", content="learned").regions
    assert regions[0].content
    assert len(regions[0]) == 18
    assert [region.score for region in regions] == sorted((region.score for region in regions), reverse=True)


def test_an_article_with_a_menu_has_no_content_region():
    menu = "<ul>" + "".join(f"<li><a href=/{n}>Part {n}</a></li>" for n in range(12)) + "</ul>"
    prose = "".join(f"<p>{'A long sentence that tells a story and goes on. ' * (8 + n)}</p>" for n in range(6))
    found = pagerows.extract(
        f"<nav>{menu}</nav><article><h1>Tale</h1>{prose}</article>", method="signal", content="learned"
    )
    assert found.best is None


def test_the_threshold_can_be_moved(shop):
    none = pagerows.extract(shop, method="signal", content="learned", min_probability=1.1)
    assert none.best is None
    assert none.regions


def test_regions_of_other_methods_can_be_judged(shop):
    regions = pagerows.extract(shop, method="mdr", content="learned").regions
    assert regions
    assert all(0 <= region.score <= 1 for region in regions)


def test_the_shipped_model_is_readable_data_with_its_card():
    model = models.load("content")
    assert model.card["made by"].startswith("pagerows content train")
    assert 0 < model.card["threshold"] < 1
    assert len(model.features) == len(model.weights)
    assert np.isfinite(model.weights).all()


def test_labels_come_from_gold(tmp_path):
    pytest.importorskip("scipy")
    from pagerows.train.content import collect

    for number, records in ((1, 12), (2, 0)):
        page = generate(PageSpec(seed=number, records=max(records, 1), noise=4))
        folder = tmp_path / "made" / f"page{number}"
        folder.mkdir(parents=True)
        (folder / "page.html").write_text(page.html, encoding="utf-8")
        gold = {"page": folder.name, "site": f"site{number}", "kind": "table", "has_records": records > 0}
        gold["records"] = page.records if records else None
        with (tmp_path / "made/gold.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(gold) + "\n")
    with_records, without = collect(tmp_path, jobs=1)
    assert with_records.f1.max() == pytest.approx(1)
    assert not (without.f1 > 0).any()
    assert json.loads(with_records.line())["content"] == (with_records.f1 >= 0.5).tolist()
