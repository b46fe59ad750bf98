"""The TPS filter: the printed algorithm as an oracle, its examples, its bounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows import registry
from pagerows.page import parse
from pagerows.prune import pruned
from pagerows.prune.tps import TpsParams, main_region, prune

PAPER = TpsParams(min_text=0, max_rounds=10**6)


def search_region(sequence: list[int], first: int = 0) -> tuple[int, int]:
    """[VD13 Alg. 3 and 4] line by line, with the size test of line 30 made absolute."""
    n = len(sequence)
    counts = Counter(sequence)
    for threshold in sorted(set(counts.values())):
        alphabet = {symbol for symbol, count in counts.items() if count >= threshold}
        if len(alphabet) < 2:
            break
        left, region = Counter(counts), set()
        for i, symbol in enumerate(sequence, 1):
            if symbol not in alphabet:
                continue
            region.add(symbol)
            left[symbol] -= 1
            if left[symbol] == 0:
                alphabet.discard(symbol)
                if not alphabet & region:
                    if alphabet and Fraction(abs(n - 2 * i), n) > Fraction(1, 5):
                        if 2 * i < n:
                            return search_region(sequence[i:], first + i)
                        return search_region(sequence[:i], first)
                    break
    return first, first + n


@given(st.lists(st.integers(0, 9), max_size=60))
def test_the_main_region_is_that_of_the_printed_algorithm(sequence):
    # Filtered symbols stay out of the alphabet but, as in line 24, do not end the scan.
    assert main_region(np.array(sequence, np.int32), PAPER) == search_region(sequence)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 9)), max_size=12))
def test_the_main_region_is_that_of_the_printed_algorithm_on_runs(runs):
    sequence = [symbol for symbol, length in runs for _ in range(length)]
    assert main_region(np.array(sequence, np.int32), PAPER) == search_region(sequence)


@pytest.mark.parametrize(
    ("sequence", "span"),
    [
        ([1, 2, 3, 4, 4, 3, 4, 4], (2, 8)),
        ([1, 2, 3, *[4] * 4, 3, *[5] * 20, 3, *[6] * 4, 2], (7, 29)),
        ([1, 1, 2, 2], (0, 4)),
        ([1] * 9 + [2] * 3, (0, 9)),
        ([], (0, 0)),
        ([7], (0, 1)),
    ],
    ids=["the page of Fig. 2", "dividers of s. 4", "halves of equal size", "the larger half first", "empty", "one"],
)
def test_regions_have_alphabets_of_their_own(sequence, span):
    assert main_region(np.array(sequence, np.int32)) == span


def test_a_side_with_too_little_text_is_not_taken():
    codes, text = np.array([1] * 4 + [2] * 12), np.array([10] * 4 + [0] * 12)
    assert main_region(codes, TpsParams(), text) == (0, 16)
    assert main_region(codes, TpsParams(min_text=0), text) == (4, 16)


def staircase(steps: int) -> np.ndarray:
    """Every pair of splits takes one step away: the worst case of [VD13 s. 5.6]."""
    up = [code for step in range(steps) for code in (2 * step, *[2 * step + 1] * 3)]
    return np.array(up + [2 * step for step in reversed(range(steps))], np.int32)


def test_the_worst_case_is_bounded_and_linear(calls, peak):
    assert main_region(staircase(30), PAPER) == search_region(staircase(30).tolist())
    small, large = staircase(4_000), staircase(16_000)
    for codes in (small, large):
        start, stop = main_region(codes)
        assert stop - start > len(codes) / 2  # the rounds ended before the algorithm would have
    # As many rounds for both, each some passes over arrays that are as long as the page.
    assert calls(main_region, large) <= 1.1 * calls(main_region, small)
    assert peak(main_region, large) < 6 * peak(main_region, small)


PAGE = (
    "<body><div class=nav>"
    + "<a class=n>menu</a>" * 6
    + "</div><div class=main><ul>"
    + "".join(f"<li class=item><h3>Item {n}</h3><p>Text of item {n}</p></li>" for n in range(9))
    + "</ul></div><div class=foot>"
    + "<i class=f>foot</i>" * 5
    + "</div>"
)


def test_the_page_is_pruned_to_its_main_region_and_the_ancestors_of_that():
    page = parse(PAGE)
    small, _ = pruned(page, prune(page, TpsParams()))
    tags = [small.nodes.tag_name(row) for row in range(len(small.nodes))]
    assert tags[:4] == ["body", "div", "ul", "li"]
    assert "a" not in tags
    assert "i" not in tags
    assert tags.count("li") == 9


def test_complement_mode_keeps_the_rest():
    page = parse(PAGE)
    small, _ = pruned(page, prune(page, TpsParams(complement=True)))
    assert small.nodes.text(0).split() == ["menu"] * 6 + ["foot"] * 5


@pytest.mark.parametrize("method", ["same_path", "mdr", "depta"])
def test_records_found_behind_the_filter_are_rows_of_the_page_itself(method):
    found = pagerows.extract(PAGE, method=method, filter="tps")
    assert [row[0] for row in found.table.rows] == [f"Item {n}" for n in range(9)]
    assert found.best.records[2].xpath == "/html/body/div[2]/ul[1]/li[3]"
    assert found.page.nodes.find(found.best.records[2].xpath) == found.best.records[2].span.start


@pytest.mark.parametrize("html", ["", "<p>", "text", "<frameset><frame></frameset>"])
def test_pages_with_next_to_nothing_are_left_alone(html):
    page = parse(html)
    small, _ = pruned(page, prune(page, TpsParams()))
    assert len(small.nodes) <= len(page.nodes)
    assert pagerows.extract(html, method="mdr", filter="tps").regions == []


@pytest.mark.parametrize(("check", "found"), [(False, "Menu"), (True, "Result")])
def test_everything_else_is_taken_where_what_is_left_is_no_content(check, found, monkeypatch):
    """[VD13 s. 6.2] g1.com.br: the page's menus are larger than its results."""
    menu = "".join(f"<li><a href=/{n}>Menu {n}</a> <b>entry</b> <i>of it</i></li>" for n in range(40))
    results = "".join(f"<p><a href=/r{n}>Result {n}</a> <u>words</u></p>" for n in range(8))

    def detect(_page, regions, _params):
        return [replace(region, content="Result" in region.records[0].text) for region in regions]

    says_no = replace(registry.part("content", "none"), detect=detect)
    part = registry.part
    monkeypatch.setattr(registry, "part", lambda kind, name: says_no if kind == "content" else part(kind, name))
    page = f"<ul>{menu}</ul><div>{results}</div>"
    best = pagerows.extract(page, method="mdr", filter="tps", min_text=0, check=check).regions[0]
    assert best.records[0].text.startswith(found)
