"""MDR and DEPTA stay fast: implementations in the wild take up to 98 s on a single page."""

from __future__ import annotations

import numpy as np
import pytest

from pagerows import registry
from pagerows.page import parse

TAGS = np.array(["b", "i", "span", "em", "u", "q", "tt"])


def siblings(count: int) -> str:
    """Siblings of which hardly two are alike: every comparison is a new one."""
    rng = np.random.default_rng(1)
    fields = (TAGS[rng.integers(0, len(TAGS), rng.integers(3, 20))] for _ in range(count))
    records = ("".join(f"<{tag}><s>x</s></{tag}>" for tag in record) for record in fields)
    return "<body><div>" + "".join(f"<section>{record}</section>" for record in records) + "</div>"


def run(method: str, html: str | bytes) -> None:
    chosen = registry.method(method)
    chosen.find_regions(parse(html), chosen.params())


@pytest.mark.parametrize("method", ["mdr", "depta"])
def test_work_grows_with_the_nodes_not_with_their_square(method, calls):
    run(method, siblings(2))
    assert calls(run, method, siblings(600)) < 4 * 1.5 * calls(run, method, siblings(150))  # 16 times if quadratic


@pytest.mark.corpora
@pytest.mark.parametrize("method", ["mdr", "depta"])
def test_no_dev_page_takes_more_than_its_share_of_work(method, corpora, calls):
    largest = sorted(corpora.glob("*/*/page.html"), key=lambda path: -path.stat().st_size)[:60:4]
    per_node = {}
    for path in largest:
        data = path.read_bytes()
        per_node[path] = calls(run, method, data) / len(parse(data).nodes)
    worst = max(per_node, key=per_node.__getitem__)
    assert per_node[worst] < 200, worst  # 20 (mdr) and 51 (depta); comparing every pair of siblings takes thousands
