"""The learned detector: calibrated, says "none here", and works for every method's regions."""

import json
from dataclasses import replace

import numpy as np
import pytest

import pagerows
from pagerows import models
from pagerows.content import learned
from pagerows.content._quick import QUICK, _texts, quick_features
from pagerows.lab.bench.generate import PageSpec, generate


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


def test_a_clear_page_is_decided_by_quick_features_alone(shop, monkeypatch):
    asked = []
    monkeypatch.setattr(learned, "judged", lambda *_: asked.append(1))
    assert pagerows.extract(shop, method="signal", content="learned").best is not None
    assert not asked


def test_all_features_choose_the_same_region_of_a_clear_page(shop):
    quick, full = (
        pagerows.extract(shop, method="signal", content="learned", clear=clear).best for clear in (0.95, 1.1)
    )
    assert quick.records == full.records
    assert quick.score != full.score


def test_quick_features_are_the_same_whether_the_method_measured_them_or_not(shop):
    regions = pagerows.extract(shop, method="signal", content="none", style="exact").regions
    bare = [replace(region, features={}) for region in regions]
    known, computed = (dict(zip(QUICK, quick_features(shop, r).T, strict=True)) for r in (regions, bare))
    for name in ("count", "all_links", "long_texts", "share_images", "rows_before", "prose_elsewhere", "page_prose"):
        np.testing.assert_allclose(computed[name], known[name])
    np.testing.assert_allclose(computed["text"], known["text"], atol=0.02)  # ends of texts are stripped, or not
    assert all(np.isfinite(values).all() for values in computed.values())


@pytest.mark.parametrize("seed", range(4))
def test_texts_inside_of_stretches_are_summed_as_a_walk_would(seed):
    nodes = pagerows.parse(generate(PageSpec(seed=seed, records=7, noise=3)).html).nodes
    low, high = np.array([1, len(nodes) // 3]), np.array([len(nodes) // 2, len(nodes)])
    found, whole = _texts(nodes, nodes.rows_with_tag("a"), low, high)
    for column, (start, stop) in zip([*found.T, whole], [*zip(low, high, strict=True), (0, len(nodes))], strict=True):
        texts = [row for row in range(start, stop) if nodes.kind[row] and not nodes.hidden[row]]
        linked = {row: any(nodes.tag_name(up) == "a" for up in nodes.ancestors(row)) for row in texts}
        length = {row: len(nodes.data[row]) for row in texts}
        assert list(column) == [
            sum(length.values()),
            sum(length[row] for row in texts if linked[row]),
            sum(length[row] for row in texts if length[row] >= 120 and not linked[row]),
            sum(length[row] >= 60 for row in texts),
            len(texts),
        ]


@pytest.mark.parametrize("name", ["content", "content_quick", "content_page"])
def test_the_shipped_models_are_readable_data_with_their_cards(name):
    model = models.load(name)
    assert model.card["made by"].startswith("pagerows content train")
    assert len(model.features) == len(model.weights)
    assert np.isfinite(model.weights).all()
    assert 0 < models.load("content_page").card["threshold"] < 1


def test_labels_come_from_gold(tmp_path):
    pytest.importorskip("scipy")
    from pagerows.lab.train.content import collect

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
