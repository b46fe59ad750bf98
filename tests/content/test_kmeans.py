"""Unsupervised content detection: optimal 1-D 2-means on the product of features [V20 s. 5.2.1]."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.content.kmeans import DETECTOR, PAPER_FEATURES, KMeansParams, split_in_two
from pagerows.values import Record, Region, Span


def within(groups):
    return sum((value - sum(group) / len(group)) ** 2 for group in groups for value in group)


@given(st.lists(st.integers(0, 1000).map(lambda n: n / 1000), min_size=2, max_size=12))
def test_the_split_has_the_least_deviation_of_all_splits(scores):
    least = split_in_two(scores)
    upper, lower = [s for s in scores if s >= least], [s for s in scores if s < least]
    ordered = sorted(scores)
    if ordered[0] == ordered[-1]:
        assert upper == scores
        return
    best = min(within([ordered[:cut], ordered[cut:]]) for cut in range(1, len(ordered)))
    assert within([lower, upper]) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(
    ("scores", "least"), [([0.5], 0.5), ([0.2, 0.2], 0.2), ([0.1, 0.9], 0.9), ([0.01, 0.02, 0.3, 0.4], 0.3)]
)
def test_the_upper_cluster_starts_at(scores, least):
    assert split_in_two(scores) == least


def region(page, start, **features):
    return Region((Record(page, (Span(start, start + 1),)),), score=0.5, features=features)


def test_regions_of_the_upper_cluster_are_content_and_the_score_is_the_product():
    page = pagerows.parse("<p>a<p>b<p>c")
    regions = [region(page, n, **dict.fromkeys(PAPER_FEATURES, value)) for n, value in ((1, 0.9), (2, 0.2), (3, 0.25))]
    found = DETECTOR.detect(page, regions, KMeansParams(score_features=PAPER_FEATURES))
    assert [r.content for r in found] == [True, False, False]
    assert found[0].score == pytest.approx(0.9**6)


def test_a_region_without_features_keeps_its_methods_score():
    page = pagerows.parse("<p>a")
    assert DETECTOR.detect(page, [region(page, 1)], KMeansParams())[0].score == 0.5


def test_a_page_without_regions_has_none():
    assert DETECTOR.detect(pagerows.parse(""), [], KMeansParams()) == []
