"""The TPS filter on the pages of [VD13]'s time."""

from __future__ import annotations

import pytest

from pagerows import registry
from pagerows.lab.bench.corpora import load
from pagerows.lab.papers.filtering import averages, experiment
from pagerows.prune.tps import TpsParams

pytestmark = pytest.mark.corpora


@pytest.mark.parametrize(
    ("params", "floors"),
    [(TpsParams(), (87, 40, 75)), (TpsParams(min_text=0), (85, 43, 75))],
    ids=["as it comes", "as published"],
)
def test_content_stays_and_noise_goes(params, floors, corpora):
    found = averages(experiment(load(corpora, "tpsf"), registry.part("prune", "tps"), params))
    assert all(ours >= floor for ours, floor in zip(found, floors, strict=True)), found
