"""The tag path sequence and its regions [V20 Def. 3.1-3.11, Alg. 1-2]."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.measures.sequence import angle
from pagerows.regions.signal.contour import contour, region_bounds
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.sequence import tag_path_sequence, tag_path_sequences

PLAIN = SignalParams(backward="off", grow=False, min_share=0.0, max_angle=90.0, fallback_regions=0)


def numbered(symbols):
    """Renumber symbols by first appearance from 0, as a tag path sequence is."""
    seen = {}
    return np.array([seen.setdefault(symbol, len(seen)) for symbol in symbols], np.int32)


def spans(codes, params=PLAIN):
    starts, stops = region_bounds(np.array(codes, np.int32), params)
    return list(zip(starts.tolist(), stops.tolist(), strict=True))


def slow_regions(codes):
    """Algorithm 2 read line by line: cut where the contour rises, drop single symbols, merge by common alphabet."""
    segments, start, highest = [], 0, -1
    for position, code in enumerate(codes):
        if code > highest:
            segments.append((start, position))
            start, highest = position, code
    segments.append((start, len(codes)))
    merged = []
    for a, b in segments:
        if b - a < 2:
            continue
        if merged and set(codes[merged[-1][0] : merged[-1][1]]) & set(codes[a:b]):
            merged[-1] = (merged[-1][0], b)
        else:
            merged.append((a, b))
    return merged


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([], []),
        ([0], []),
        ([0, 1, 2, 3], []),
        ([0, 1, 2, 1, 2, 1, 2], [(2, 7)]),
        ([0, 1, 2, 1, 2, 3, 4, 3, 4], [(2, 5), (6, 9)]),
        ([0, 1, 2, 1, 2, 3, 1, 2], [(2, 8)]),
        ([0, 0, 0, 0], [(0, 4)]),
    ],
    ids=["empty", "one node", "only new paths", "to the end", "two lists", "merged: a symbol in common", "one symbol"],
)
def test_a_region_is_a_stretch_without_new_paths(codes, expected):
    assert spans(codes) == expected


@given(st.lists(st.integers(0, 7), max_size=60).map(numbered))
def test_regions_are_those_of_algorithm_2_read_line_by_line(codes):
    assert spans(codes) == slow_regions(codes.tolist())


@given(
    st.lists(st.integers(0, 9), max_size=80).map(numbered),
    st.sampled_from(["off", "low", "last"]),
    st.booleans(),
)
def test_regions_are_disjoint_ascending_and_inside_the_sequence(codes, backward, grow):
    found = spans(codes, SignalParams(backward=backward, grow=grow, min_share=0.0))
    assert all(0 <= a < b <= len(codes) for a, b in found)
    assert all(one[1] <= two[0] for one, two in pairwise(found))


def test_a_region_grows_over_its_first_record():
    # The first record's paths are all new, so the plain region starts with the last of them.
    codes = [0, 1, 2, 3, 1, 2, 3, 1, 2, 3]
    assert spans(codes) == [(3, 10)]
    assert spans(codes, SignalParams(min_share=0.0, backward="off", max_angle=90)) == [(1, 10)]


def test_a_page_of_small_lists_only_keeps_the_largest():
    lists = [code for n in range(60) for code in [*range(3 * n, 3 * n + 3)] * 4]
    few = spans(numbered([-1, *lists]), SignalParams(backward="off", min_share=0.03, fallback_regions=10))
    assert len(few) == 10


@pytest.mark.parametrize("backward", ["off", "low", "last"])
def test_a_path_that_recurs_between_two_lists_is_walked_once_however_long_they_are_apart(backward):
    def lists_apart(steps: int) -> np.ndarray:
        between = np.stack([np.arange(4, 4 + steps), np.ones(steps)], axis=1).ravel()  # a new path, one of the lists'
        return np.concatenate([[0], [1, 2, 3] * steps, between, [1, 2, 3] * steps]).astype(np.int32)

    params = SignalParams(backward=backward, min_share=0.0, max_angle=90)
    assert spans(lists_apart(9), params)
    # Of a size at which walking the chain anew at each step would take an hour.
    assert len(region_bounds(lists_apart(1_000_000), params)[0])


@pytest.mark.parametrize("codes", [[5, 5, 5, 5], [1, 3, 2, 4, 9, 0], [0, 1, 2, 3, 4]], ids=["flat", "wild", "rising"])
def test_angles_are_those_of_a_least_squares_line(codes):
    column = np.array(codes, np.int32)
    slope = np.polyfit(np.arange(len(codes)), codes, 1)[0]
    expected = np.degrees(np.arctan(abs(slope)))
    assert angle(column) == pytest.approx(expected, abs=1e-9)


def test_the_contour_is_the_largest_value_so_far():
    assert contour(np.array([0, 2, 1, 3, 0])).tolist() == [0, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("style", "symbols"),
    [("exact", 7), ("normal", 3), ("none", 3)],
)
def test_class_normalisation_makes_like_items_one_symbol(style, symbols):
    page = pagerows.parse(
        "<ul><li class='item item-1 first'>a<li class='ITEM item-22'>b<li class='item active' bgcolor=red>c</ul>"
    )
    codes = tag_path_sequence(page.nodes, style)
    assert len(set(codes.tolist()) - {0}) == symbols


def test_presentational_attributes_tell_paths_apart_but_colours_do_not():
    page = pagerows.parse("<table><tr bgcolor=red><td width=9>a<tr bgcolor=blue><td width=9>b<tr><td width=8>c</table>")
    codes = tag_path_sequence(page.nodes, "normal").tolist()
    rows = page.nodes.rows_with_tag("tr").tolist()
    cells = page.nodes.rows_with_tag("td").tolist()
    assert len({codes[row] for row in rows}) == 1
    assert len({codes[cell] for cell in cells}) == 2


@pytest.mark.parametrize("style", ["exact", "normal", "none"])
def test_sequences_are_what_merging_paths_by_a_key_gives(style):
    page = pagerows.parse("<div><p class=a>x<p class='b a'>y<p>z</div><div class=q><p class=a>x</div>")
    codes, shape = tag_path_sequences(page.nodes, style)
    assert shape.tolist() == page.nodes.paths.merged(lambda tag, _: tag)[page.nodes.path].tolist()
    firsts = [codes.tolist().index(code) for code in sorted(set(codes.tolist()))]
    assert firsts == sorted(firsts)  # ascending by first appearance


@pytest.mark.corpora
def test_regions_of_dev_pages_are_those_of_algorithm_2(corpora):
    pages = sorted(corpora.glob("t*/*/page.html"))
    for path in pages:
        codes = tag_path_sequence(pagerows.parse(path.read_bytes()).nodes, "exact")
        assert len(codes) < 2 or spans(codes) == slow_regions(codes.tolist()), path.parent.name
    assert pages
