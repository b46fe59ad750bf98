"""The kernel that sends rows down trees, against the definition."""

import numpy as np
import pytest

from pagerows.models import Trees, load


def leaf_sum(model, row):
    """What anyone would write: from each root, left where the feature is at most the threshold."""
    whole = model.base
    for root in model.roots.tolist():
        node = root
        while model.left[node] != node:
            smaller = row[model.feature[node]] <= model.threshold[node]
            node = model.left[node] if smaller else model.right[node]
        whole += model.value[node]
    return whole


def grown(random, features, sizes):
    """Trees that split random leaves until each has its number of splits."""
    trees = []
    for size in sizes:
        nodes = [[float(random.normal())]]
        for _ in range(size):
            at = random.choice([n for n, node in enumerate(nodes) if len(node) == 1])
            split = [int(random.integers(features)), float(random.normal()), len(nodes), len(nodes) + 1]
            nodes[at] = [*split, nodes[at][0]]
            nodes += [[float(random.normal())], [float(random.normal())]]
        trees.append(nodes)
    names = [f"f{n}" for n in range(features)]
    return Trees.from_json({"features": names, "trees": trees, "base": 0.25, "link": "identity"})


@pytest.mark.parametrize(
    "sizes",
    [[0, 1, 2, 7, 30, 0, 12, 255, 256, 300], [31, 30, 0, 1, 2, 15, 16, 31, 7, 31, 3], [4] * 8 + [32] + [5] * 7 + [31]],
    ids=["some large", "small", "one large"],
)
@pytest.mark.parametrize("rows", [0, 1, 15, 63, 64, 65, 127, 128, 129, 300])
def test_each_row_gets_the_sum_of_its_leaves(rows, sizes):
    random = np.random.default_rng(rows)
    model = grown(random, 5, sizes)
    x = random.normal(size=(rows, 5))
    assert model.predict(x) == pytest.approx([leaf_sum(model, row) for row in x], abs=1e-12)


def test_a_row_on_a_threshold_goes_left_and_one_without_a_number_too():
    model = Trees.from_json(
        {"features": ["a"], "trees": [[[0, 1.0, 1, 2, 0.0], [3.0], [5.0]]], "base": 0, "link": "identity"}
    )
    assert model.predict([[1.0], [1.0000001], [np.nan]]).tolist() == [3.0, 5.0, 3.0]


@pytest.mark.parametrize(
    "split",
    [[7, 0.5, 1, 2, 0.0], [0, 0.5, 1, 9, 0.0], [0, 0.5, 1, 1, 0.0], [0, 0.5, 0, 2, 0.0]],
    ids=["feature", "child", "one child twice", "itself"],
)
def test_a_model_that_asks_or_leads_where_nothing_is_is_refused(split):
    model = Trees.from_json({"features": ["a"], "trees": [[split, [3.0], [5.0]]], "base": 0, "link": "identity"})
    with pytest.raises(IndexError):
        model.predict([[0.0]])


def test_the_shipped_model_of_auto_says_what_its_definition_says():
    model = load("auto")
    x = np.random.default_rng(3).normal(size=(4, len(model.features))) * 4
    assert model.predict(x) == pytest.approx([leaf_sum(model, row) for row in x], abs=1e-9)
