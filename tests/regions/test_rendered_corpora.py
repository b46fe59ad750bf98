"""The rendered methods on a fixed sample of the dev corpora: floors below what they reach, since fonts may differ."""

from statistics import mean

import pytest

import pagerows
from pagerows.lab.bench.corpora import load
from pagerows.lab.bench.floors import sampled
from pagerows.lab.bench.measures import measure, ratios

#: Mean F1 of a page's records on twelve pages of estuka2017; reached: derin .957, gestalt .970.
FLOORS = {"derin": 0.85, "gestalt": 0.9}


def page_f1(page, gold, method):
    tables = [
        region.table.rows for region in pagerows.extract(page, method=method).regions if region.content is not False
    ]
    counts = measure(gold, tables[0] if tables else [])
    return ratios(counts["correct"], counts["predicted"], counts["gold"])[2]


@pytest.mark.browser
@pytest.mark.corpora
def test_rendered_methods_find_the_records_of_the_sample(corpora, chromium):
    dataset = sampled(load(corpora, "estuka2017"))
    paths = [dataset.path(gold) for gold in dataset.pages]
    found = {method: [] for method in FLOORS}
    for gold, page in zip(dataset.pages, pagerows.render_many(paths, jobs=1, timeout=60), strict=True):
        for method, values in found.items():
            values.append(page_f1(page, gold, method))
    reached = {method: round(mean(values), 3) for method, values in found.items()}
    assert all(reached[method] > FLOORS[method] for method in FLOORS), reached
