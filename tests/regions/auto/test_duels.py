"""The best few candidates fight in pairs; whoever wins most is the best."""

from itertools import permutations

import numpy as np
import pytest

from pagerows.measures.features import features_of
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto.duels import FEW, best_first, crowned, duel_names, duel_rows

CARDS = "".join(f"<li><h3>Lamp {n}</h3><p>{n} EUR, in stock</p></li>" for n in range(12))
MENU = "".join(f"<a href=/{n}>Part {n}</a>" for n in range(6))


@pytest.fixture(scope="module")
def race():
    columns, candidates, starts = candidates_of(parse(f"<nav>{MENU}</nav><ul>{CARDS}</ul>"), AutoParams())
    features = features_of(columns, candidates, starts)
    rows = np.array(list(features.values())).T.copy()
    return candidates, tuple(features), rows, np.linspace(0.9, 0.1, len(candidates))


def test_every_ordered_pair_of_the_best_few_is_one_row_of_named_features(race):
    candidates, names, rows, scores = race
    found = duel_rows(candidates, rows, scores)
    count = min(FEW, len(candidates))
    assert found.shape == (count * (count - 1), len(duel_names(names)))
    more = found[:, duel_names(names).index("more_score")]
    expected = [scores[one] - scores[other] for one, other in permutations(best_first(scores), 2)]
    assert np.allclose(more, expected)


def test_what_one_has_more_the_other_has_less(race):
    candidates, names, rows, scores = race
    pairs = list(permutations(range(min(FEW, len(candidates))), 2))
    found = duel_rows(candidates, rows, scores)[:, : len(names)]
    for place, (one, other) in enumerate(pairs):
        assert np.array_equal(found[place], -found[pairs.index((other, one))])


def test_records_that_are_fields_of_others_lie_inside_of_them(race):
    candidates, names, rows, _ = race
    cuts = [one for one in range(len(candidates)) if candidates.sizes[one] == 12]
    length = {one: int(candidates.stop[at := candidates.first[one]] - candidates.start[at]) for one in cuts}
    pair = [max(cuts, key=length.__getitem__), min(cuts, key=length.__getitem__)]
    scores = np.zeros(len(candidates))
    scores[pair] = 1.0, 0.9
    first = dict(zip(duel_names(names), duel_rows(candidates, rows, scores)[0], strict=True))
    assert (first["inside"], first["around"]) == (0, 1)


def chances_of(race, name):
    """Whoever has more of one thing is better."""
    candidates, names, rows, scores = race
    return (duel_rows(candidates, rows, scores)[:, duel_names(names).index(name)] > 0).astype(float)


def test_the_winner_is_put_first_and_no_other_score_changes(race):
    candidates, _, _, scores = race
    found = crowned(scores, chances_of(race, "more_count"))
    assert candidates.sizes[found.argmax()] == max(candidates.sizes[one] for one in best_first(scores))
    assert (found != scores).sum() <= 1
    assert found.max() == pytest.approx(scores.max(), abs=1e-5)


def test_whoever_is_first_already_stays_so(race):
    *_, scores = race
    assert crowned(scores, chances_of(race, "more_score")).tolist() == scores.tolist()


@pytest.mark.parametrize(
    ("chances", "winner"),
    [([1, 1, 0, 1, 0, 0], 0), ([0, 0, 1, 0, 1, 1], 2), ([0.5] * 6, 0)],
    ids=["first beats all", "last beats all", "nobody beats anybody"],
)
def test_victories_are_added_over_both_orders(chances, winner):
    assert crowned(np.array([0.3, 0.2, 0.1]), np.array(chances, float)).argmax() == winner


def test_chances_of_other_pairs_than_those_of_the_best_few_are_refused():
    with pytest.raises(ValueError, match="2 chances for 3"):
        crowned(np.array([0.3, 0.2, 0.1]), np.array([0.5, 0.5]))
