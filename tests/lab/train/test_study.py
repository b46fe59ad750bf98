"""The study of [V20 ch. 5]: our evaluator against scikit-learn, and the published tables."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn")

from pagerows.errors import PageError
from pagerows.lab.papers.published import table
from pagerows.lab.train import study
from pagerows.lab.train.classic import fit_classic
from pagerows.lab.train.study_report import COMPLETE, IMPORTANCE, STRUCTURED
from pagerows.models import from_json


@pytest.fixture(scope="module")
def made_up() -> study.Regions:
    """Regions drawn like [V20 Table 9]: content is larger and nearer to the centre."""
    rng = np.random.default_rng(7)
    content = rng.random(160) < 0.5
    middle = np.where(
        content[:, None], [0.74, 0.44, 0.46, 0.19, 0.99, 0.57, 0.63], [0.41, 0.12, 0.34, 0.05, 0.99, 0.53, 0.56]
    )
    return study.Regions(np.clip(rng.normal(middle, 0.12), 0, 1), content)


@pytest.mark.parametrize("name", study.MODELS)
def test_the_shipped_evaluator_and_scikit_learn_agree(name, made_up):
    fitted, ours = fit_classic(made_up, name, {})
    ours = from_json(json.loads(json.dumps(ours.to_json())))
    rows = np.random.default_rng(1).random((200, len(study.features_of(name))))
    assert np.abs(fitted.predict_proba(rows)[:, 1] - ours.predict(rows)).max() < 1e-6


def test_there_are_63_subsets_of_six_features():
    assert len(set(study.subsets())) == 63


def test_a_damaged_file_of_regions_is_named(tmp_path):
    path = tmp_path / "regions.svmlight"
    path.write_text("1 1:0.5 2:0.5\n")
    with pytest.raises(PageError, match=r"regions\.svmlight"):
        study.load_regions(path)


@pytest.fixture(scope="module")
def published() -> study.Regions:
    where = os.environ.get("PAGEROWS_REGIONS")
    places = (
        [Path(where)] if where else [Path(__file__).parents[k] / "shared/corpora/regions533.svmlight" for k in (4, 5)]
    )
    found = next((place for place in places if place.exists()), None)
    if found is None:
        pytest.skip("the 533 published regions are not here (set PAGEROWS_REGIONS)")
    return study.load_regions(found)


@pytest.mark.corpora
def test_importance_is_the_published_one_to_six_digits(published):
    for name, found in study.importance(published).items():
        assert found == pytest.approx(IMPORTANCE[name], rel=1e-5)


#: How far each model may be from its F-score in [V20 Tables 10 and 11]. LR is 4 points off on the four features of
#: Table 12, and within one on all six.
NEAR = {"LR": 4.5, "SVM": 2.5}


@pytest.mark.corpora
@pytest.mark.parametrize("structured", [True, False], ids=["table 10", "table 11"])
@pytest.mark.parametrize("name", study.MODELS)
def test_every_model_comes_near_its_published_score(name, structured, published):
    regions = published.structured() if structured else published
    features = regions.columns(study.features_of(name))
    scores = study.evaluate(study.model(name), features, regions.content, repeats=1)
    expected = (STRUCTURED if structured else COMPLETE)[name][3]
    assert scores.f_score == pytest.approx(expected, abs=NEAR.get(name, 3.0))


@pytest.mark.corpora
def test_logistic_regression_on_all_six_features_comes_within_a_point_of_the_published_score(published):
    structured = published.structured()
    scores = study.evaluate(study.model("LR"), structured.columns(study.SIX), structured.content, repeats=3)
    assert scores.f_score == pytest.approx(93.57, abs=1)


@pytest.mark.corpora
@pytest.mark.parametrize("which", ["v20-8", "v20-9"])
def test_correlations_and_moments_are_the_published_ones(which, published):
    """[V20 Tables 8, 9]: every printed figure, rounded as it is printed."""
    found = table(which)
    if which == "v20-8":
        matrix = study.correlations(published)
        at = {name: n for n, name in enumerate(study.SIX)}
        ours = {row.label: [matrix[at[row.label], at[name]] for name in found.columns] for row in found.rows}
    else:
        moments = {name: study.moments(published, name) for name in ("all", "content", "noise")}
        ours = {row.label: moments[row.label.split()[0]][row.label.split()[1]] for row in found.rows}
    for row in found.rows:
        for printed, measured in zip(row.published, ours[row.label], strict=True):
            assert printed is None or measured == pytest.approx(printed, abs=0.0051), row.label
