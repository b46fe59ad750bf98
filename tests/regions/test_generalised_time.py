"""MDR and DEPTA stay fast: implementations in the wild take up to 98 s on a single page."""

from __future__ import annotations

import sys
import time

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


def seconds(method: str, html: str | bytes) -> float:
    chosen, page = registry.method(method), parse(html)
    begin = time.process_time()
    chosen.find_regions(page, chosen.params())
    return time.process_time() - begin


def calls(method: str, html: str) -> int:
    """How many functions are called: work that does not depend on the machine."""
    chosen, page, count = registry.method(method), parse(html), 0

    def counted(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        chosen.find_regions(page, chosen.params())
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("method", ["mdr", "depta"])
def test_work_grows_with_the_nodes_not_with_their_square(method):
    assert calls(method, siblings(1200)) < 4 * 1.5 * calls(method, siblings(300))  # 16 times if quadratic


@pytest.mark.corpora
@pytest.mark.parametrize("method", ["mdr", "depta"])
def test_no_dev_page_takes_a_second(method, corpora):
    largest = sorted(corpora.glob("*/*/page.html"), key=lambda path: -path.stat().st_size)[:60]
    took = {path: seconds(method, path.read_bytes()) for path in largest}
    worst = max(took, key=took.__getitem__)
    assert took[worst] < 1, worst
