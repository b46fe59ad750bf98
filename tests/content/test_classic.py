"""The eight detectors of [V20 s. 5.2.2]."""

import pytest

import pagerows
from pagerows import registry
from pagerows.lab.bench.generate import PageSpec, generate

NAMES = ("logistic", "naive_bayes", "neighbours", "svm", "extra_trees", "boosting", "voting", "stacking")


@pytest.fixture(scope="module")
def page():
    return pagerows.parse(generate(PageSpec(seed=5, records=20)).html)


@pytest.mark.parametrize("name", NAMES)
def test_every_model_of_the_thesis_gives_a_probability_and_a_decision(name, page):
    regions = pagerows.extract(page, method="signal", content=name).regions
    assert regions
    assert all(0 <= region.score <= 1 for region in regions)
    assert all(region.content == (region.score >= 0.5) for region in regions)


def test_the_least_probability_moves_the_decision(page):
    strict = pagerows.extract(page, method="signal", content="logistic", min_probability=1.01).regions
    assert strict
    assert not any(region.content for region in strict)


@pytest.mark.parametrize("name", NAMES)
def test_a_large_region_in_the_middle_is_likelier_content_than_a_small_one_at_the_end(name):
    from pagerows import models

    model = models.load(f"v20_{name}")
    main = {"size": 0.5, "center": 0.8, "range": 0.2, "record": 0.6, "vertical": 0.6, "horizontal": 0.5}
    menu = {"size": 0.03, "center": 0.1, "range": 0.01, "record": 0.2, "vertical": 0.9, "horizontal": 0.95}
    likely, unlikely = model.predict([[row[f] for f in model.features] for row in (main, menu)])
    assert likely > 0.5 > unlikely


def test_regions_of_any_method_can_be_judged(page):
    regions = pagerows.extract(page, method="same_path", content="logistic").regions
    assert {region.content for region in regions} <= {True, False}


def test_no_regions_stay_no_regions():
    detector = registry.part("content", "voting")
    assert detector.detect(pagerows.parse(""), [], detector.params()) == []
