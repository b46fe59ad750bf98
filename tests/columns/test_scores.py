"""The model of roles by the kernel, beside its formula."""

import random

import numpy as np

from pagerows.columns.names.evidence import ROLES, SOURCES, Evidence
from pagerows.columns.names.markup import Markup
from pagerows.columns.names.scorer import load_scorer
from pagerows.lab.train.names import matrices
from pagerows.vocabulary import Field


def column(chosen: random.Random, traits: tuple[str, ...]) -> Evidence:
    roles = [*ROLES, "url", "other"]
    said = {
        source: {Field(chosen.choice(roles), f"name{n}"): chosen.random() for n in range(chosen.randrange(4))}
        for source in chosen.sample(SOURCES, chosen.randrange(6))
    }
    own = {name: chosen.choice((0.0, 1.0, chosen.random())) for name in (*chosen.sample(traits, 20), "unheard of")}
    return Evidence([], Markup(), "text", "text", own, said, "", 1.0, [])


def test_probabilities_are_those_of_the_formula():
    scorer, chosen = load_scorer(), random.Random(27)
    columns = [column(chosen, scorer.traits) for _ in range(60)]
    traits, spoken = matrices(columns, scorer.traits, scorer.roles)
    scores = scorer.base + traits @ scorer.weights.T + (spoken * scorer.spoken).sum(axis=2)
    expected = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(scorer.probabilities(columns), expected, rtol=1e-9)
    assert scorer.probabilities([]).shape == (0, len(scorer.roles))
