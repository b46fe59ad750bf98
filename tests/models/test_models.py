"""Models as data say what scikit-learn says."""

import json
from pathlib import Path

import numpy as np
import pytest

from pagerows import models
from pagerows.errors import ParameterError
from pagerows.models import from_json, load
from pagerows.models.packed import PACKED, pack

sklearn = pytest.importorskip("sklearn")

from sklearn.ensemble import (  # noqa: E402
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.linear_model import LogisticRegression, Ridge  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from sklearn.svm import LinearSVC  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

from pagerows.models.export import export, rounded, write  # noqa: E402

NAMES = [f"f{n}" for n in range(6)]
RANDOM = np.random.default_rng(7)
X = RANDOM.normal(size=(400, 6)) * [1, 5, 0.1, 1, 100, 1]
Y = X[:, 0] + np.sin(X[:, 1]) + 0.01 * X[:, 4] + RANDOM.normal(size=400) * 0.2
FRESH = RANDOM.normal(size=(300, 6)) * [1, 5, 0.1, 1, 100, 1]

REGRESSORS = [
    GradientBoostingRegressor(n_estimators=30, max_depth=4, random_state=0),
    HistGradientBoostingRegressor(max_iter=40, random_state=0),
    RandomForestRegressor(n_estimators=12, random_state=0),
    Ridge(),
    make_pipeline(StandardScaler(), Ridge()),
]
CLASSIFIERS = [
    GradientBoostingClassifier(n_estimators=30, random_state=0),
    HistGradientBoostingClassifier(max_iter=40, random_state=0),
    RandomForestClassifier(n_estimators=12, random_state=0),
    ExtraTreesClassifier(n_estimators=12, random_state=0),
    DecisionTreeClassifier(max_depth=5, random_state=0),
    LogisticRegression(),
    make_pipeline(StandardScaler(), LogisticRegression()),
]


def _id(estimator):
    return type(estimator).__name__


def _through_json(model, tmp_path):
    write(model, tmp_path / "model.json")
    return from_json(json.loads((tmp_path / "model.json").read_text()))


@pytest.mark.parametrize("estimator", REGRESSORS, ids=_id)
def test_a_regressor_read_back_from_json_says_what_scikit_learn_says(estimator, tmp_path):
    estimator.fit(X, Y)
    model = _through_json(export(estimator, NAMES), tmp_path)
    assert model.features == tuple(NAMES)
    np.testing.assert_allclose(model.predict(FRESH), estimator.predict(FRESH), atol=1e-6)


@pytest.mark.parametrize("estimator", CLASSIFIERS, ids=_id)
def test_a_classifier_read_back_from_json_gives_the_probability_of_the_second_class(estimator, tmp_path):
    estimator.fit(X, Y > 0.5)
    model = _through_json(export(estimator, NAMES), tmp_path)
    np.testing.assert_allclose(model.predict(FRESH), estimator.predict_proba(FRESH)[:, 1], atol=1e-6)


def test_a_linear_svm_gives_its_decision_function(tmp_path):
    estimator = make_pipeline(StandardScaler(), LinearSVC(random_state=0)).fit(X, Y > 0.5)
    model = _through_json(export(estimator, NAMES), tmp_path)
    np.testing.assert_allclose(model.predict(FRESH), estimator.decision_function(FRESH), atol=1e-6)


@pytest.mark.parametrize("estimator", [REGRESSORS[0], REGRESSORS[1], REGRESSORS[3]], ids=_id)
def test_contributions_of_features_and_the_bias_add_up_to_the_score(estimator):
    model = export(estimator.fit(X, Y), NAMES)
    bias = getattr(model, "bias", model.base)
    np.testing.assert_allclose(bias + model.contributions(FRESH).sum(axis=1), model.predict(FRESH))


def test_a_feature_that_is_never_asked_for_contributes_nothing():
    estimator = GradientBoostingRegressor(n_estimators=5, max_depth=1, random_state=0).fit(X, X[:, 0])
    found = export(estimator, NAMES).contributions(FRESH)
    assert np.abs(found[:, 0]).max() > 0
    assert not found[:, 1:].any()


def test_rows_that_name_their_features_score_as_those_in_order_do_with_0_for_what_they_leave_out():
    model = export(LogisticRegression().fit(X, Y > 0), NAMES)
    named = [{"f1": 2.0, "f4": -30.0, "unknown": 9.0}, {}]
    assert model.scores(named) == pytest.approx(model.predict([[0, 2, 0, 0, -30, 0], [0] * 6]), abs=1e-12)


@pytest.mark.parametrize("estimator", [REGRESSORS[0], LogisticRegression(), Ridge()], ids=_id)
def test_a_row_by_itself_scores_as_it_does_among_others(estimator):
    model = export(estimator.fit(X, Y > 0.5), NAMES)
    each = [model.score(row) for row in np.ascontiguousarray(FRESH, np.float64)]
    assert each == pytest.approx(model.predict(FRESH), abs=1e-12)


def test_a_row_of_another_width_is_refused():
    with pytest.raises(IndexError, match="asks for 6"):
        export(Ridge().fit(X, Y), NAMES).score(np.zeros(5))


def test_no_rows_give_no_scores():
    model = export(GradientBoostingRegressor(n_estimators=3, random_state=0).fit(X, Y), NAMES)
    assert model.predict(np.zeros((0, 6))).shape == (0,)


def test_unknown_models_and_kinds_are_refused():
    with pytest.raises(ParameterError, match="no model"):
        load("nothing-like-this")
    with pytest.raises(ParameterError, match="unknown kind"):
        from_json({"kind": "oracle"})


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_model_says_what_its_json_says(name):
    folder = Path(models.__file__).parent
    written = from_json(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
    assert (folder / f"{name}.trees").read_bytes() == pack(written), "write the model anew with models.export.write"
    packed = load(name)
    rows = np.random.default_rng(0).normal(size=(50, len(written.features)))
    assert packed.to_json() == written.to_json()
    assert (packed.predict(rows) == written.predict(rows)).all()


def test_a_model_that_every_start_reads_is_written_packed_beside_its_json(tmp_path):
    write(load("auto_duels"), tmp_path / "auto_duels.json")
    assert (tmp_path / "auto_duels.trees").read_bytes() == pack(load("auto_duels"))


def test_a_rounded_model_is_the_same_whatever_the_order_of_sums_and_says_nearly_the_same():
    rows = np.random.default_rng(0).normal(size=(40, 3))
    fitted = make_pipeline(StandardScaler(), LogisticRegression()).fit(rows, rows[:, 0] > 0.1)
    whole = export(fitted, ["a", "b", "c"])
    again = from_json(whole.to_json() | {"weights": (whole.weights * (1 + 1e-15)).tolist()})
    assert again.to_json() != whole.to_json()
    assert rounded(again).to_json() == rounded(whole).to_json()
    assert rounded(whole).predict(rows) == pytest.approx(whole.predict(rows), abs=1e-4)
