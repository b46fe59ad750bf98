"""The model of roles by the kernel, beside its formula."""

import random

import numpy as np

from pagerows.columns.names.evidence import ROLES, SOURCES, Evidence
from pagerows.columns.names.scorer import Scorer, load_scorer
from pagerows.lab.train.names import matrices
from pagerows.vocabulary import Field


def column(chosen: random.Random, traits: tuple[str, ...]) -> Evidence:
    roles = [*ROLES, "url", "other"]
    said = {
        source: {Field(chosen.choice(roles), f"name{n}"): chosen.random() for n in range(chosen.randrange(4))}
        for source in chosen.sample(SOURCES, chosen.randrange(6))
    }
    own = {name: chosen.choice((0.0, 1.0, chosen.random())) for name in chosen.sample(traits, 20)}
    return Evidence([], "text", "text", traits=own, said=said)


def without(scorer: Scorer, trait: str) -> Scorer:
    """The same scorer, as if it had been learned when nobody had heard of a trait."""
    kept = [at for at, name in enumerate(scorer.traits) if name != trait]
    traits = tuple(scorer.traits[at] for at in kept)
    return Scorer(scorer.roles, traits, np.asarray(scorer.weights)[:, kept], scorer.spoken, scorer.base)


def test_probabilities_are_those_of_the_formula():
    every, chosen = load_scorer(), random.Random(27)
    columns = [column(chosen, every.traits) for _ in range(60)]
    for scorer in (every, without(every, "linked"), without(every, "currency")):
        compare(scorer, columns)
    assert every.probabilities([]).shape == (0, len(every.roles))


def compare(scorer: Scorer, columns: list[Evidence]) -> None:
    traits, spoken = matrices(columns, scorer.traits, scorer.roles)
    scores = np.asarray(scorer.base) + traits @ np.asarray(scorer.weights).T + (spoken * np.asarray(scorer.spoken)).sum(axis=2)
    expected = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(scorer.probabilities(columns), expected, rtol=1e-9)
