"""The contour and the distributed symbols, compiled, against the definitions."""

import itertools
from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.measures._sequence import slope
from pagerows.measures.sequence import angle
from pagerows.regions.signal._contour import Contour, flat_regions, order_by_symbol
from pagerows.regions.signal._features import numbers_of
from pagerows.regions.signal._sequence import normal_codes
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import candidates, gap_statistics, record_starts, spectrum_of


def by_appearance(values):
    """Codes ascend by first appearance, as tag paths do."""
    known = {}
    return [known.setdefault(value, len(known)) for value in values]


sequences = st.lists(st.integers(0, 9), min_size=2, max_size=60).map(by_appearance)


def slow_stretches(codes, backward, grow):
    """Alg. 2 with sets: cut at new symbols, cut again from the right, merge what shares symbols, let it grow."""
    cuts = {at for at in range(len(codes)) if codes[at] not in codes[:at]} | {len(codes)}
    edges = sorted(cuts)
    for start, stop in itertools.pairwise(edges):
        for at in range(start, stop - 1):
            rest = codes[at + 1 : stop]
            if (backward == "last" and codes[at] not in rest) or (backward == "low" and codes[at] < min(rest)):
                cuts.add(at + 1)
    edges = sorted(cuts)
    merged = []
    for start, stop in itertools.pairwise(edges):
        if stop - start < 2:
            continue
        before = range(merged[-1][0], merged[-1][1]) if merged else ()
        if set(codes[start:stop]) & {codes[at] for at in before}:
            merged[-1][1] = stop
        else:
            merged.append([start, stop])
    for number, (start, stop) in enumerate(merged) if grow else ():
        alphabet = set(codes[start:stop])
        floor = merged[number - 1][1] if number else 0
        ceiling = merged[number + 1][0] if number + 1 < len(merged) else len(codes)
        while start > floor and codes[start - 1] in alphabet:
            start -= 1
        while stop < ceiling and codes[stop] in alphabet:
            stop += 1
        merged[number] = [start, stop]
    return [tuple(each) for each in merged]


@pytest.mark.parametrize("grow", [False, True])
@pytest.mark.parametrize("backward", ["off", "low", "last"])
@given(codes=sequences)
def test_stretches_are_those_of_the_definition(codes, backward, grow):
    starts, stops = flat_regions(np.array(codes, np.int32), Contour(backward, grow, 0, 0, 90))
    assert list(zip(starts.tolist(), stops.tolist(), strict=True)) == slow_stretches(codes, backward, grow)


@given(sequences)
def test_positions_are_ordered_by_symbol(codes):
    assert order_by_symbol(np.array(codes, np.int32)).tolist() == sorted(range(len(codes)), key=lambda at: codes[at])


@given(sequences, st.integers(1, 59))
def test_symbols_are_chosen_by_their_gaps(codes, cut):
    cut = min(cut, len(codes) - 1)
    params = SignalParams(min_size=1.0)
    found = candidates(np.array(codes, np.int32), np.array([0, cut]), np.array([cut, len(codes)]), params)
    wanted = []
    for symbol in sorted(set(codes)):
        for region, (start, stop) in enumerate(((0, cut), (cut, len(codes)))):
            positions = np.array([at for at in range(start, stop) if codes[at] == symbol])
            if len(positions) < params.min_records:
                continue
            mean, cv = gap_statistics(positions)
            covered = positions[-1] - positions[0] + mean
            if mean > 1 and cv < 0.8 - 1e-12 and covered >= params.min_coverage * (stop - start):
                wanted.append((region, symbol, pytest.approx(cv, abs=1e-9)))
    assert list(zip(found.region, found.symbol, found.cv, strict=True)) == wanted


def slow_marks(codes, starts, stops, params, empty):
    """Alg. 3 with the spectrum's own coefficients: symbols in turn, until one has a peak."""
    table = candidates(codes, starts, stops, params)
    always = [all(empty[at] for at in table.positions[a : b + 1]) for a, b in zip(table.first, table.last, strict=True)]
    turns = sorted(range(len(table.cv)), key=lambda row: (always[row], table.cv[row] >= params.max_cv))
    found = []
    for region, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        sure, weak = None, None
        for row in [row for row in turns if table.region[row] == region][: params.most_tried]:
            if sure is not None or (always[row] and weak is not None):
                continue
            positions = table.positions[table.first[row] : table.last[row] + 1]
            spectrum = spectrum_of(codes, (start, stop), positions, params)
            near = np.arange(max(1, len(positions) - 2), min(stop - start, len(positions) + 3))
            peak = max(spectrum.standard(near).tolist(), default=0.0)
            if peak > params.min_ratio:
                sure = int(table.symbol[row]), pytest.approx(peak, rel=1e-9)
            elif weak is None and table.cv[row] < params.max_cv and peak > params.weak_peak * params.min_ratio:
                weak = int(table.symbol[row]), pytest.approx(peak, rel=1e-9)
        found.append(sure or weak)
    return found


@given(
    st.lists(st.lists(st.integers(0, 6), min_size=2, max_size=6), min_size=2, max_size=4), st.sets(st.integers(0, 6))
)
def test_the_symbol_that_marks_records_is_the_first_one_with_a_peak(patterns, empty):
    codes = np.array([each for pattern in patterns for each in pattern * 7], np.int32)
    starts = np.array([0, 7 * len(patterns[0])])
    stops = np.array([starts[1], len(codes)])
    is_empty = np.isin(codes, list(empty))
    params = SignalParams(min_size=1.0, min_coverage=0.2)
    found, _ = record_starts(codes, starts, stops, params, is_empty)
    marks = [None if each is None else (each.symbol, each.peak) for each in found]
    assert marks == slow_marks(codes, starts, stops, params, is_empty)


@given(sequences, st.integers(0, 5), st.floats(0, 60))
def test_small_and_steep_stretches_are_left_out_unless_all_are_small(codes, fallback, steepest):
    array = np.array(codes, np.int32)
    least = 6
    bounds = slow_stretches(codes, "last", True)
    kept = [(start, stop) for start, stop in bounds if stop - start >= least]
    kept = kept or sorted(sorted(bounds, key=lambda span: span[0] - span[1])[:fallback])
    kept = [span for span in kept if angle(array, *span) <= steepest]
    share = (least - 0.5) / (len(codes) - 1)
    starts, stops = flat_regions(array, Contour("last", True, share, fallback, steepest))
    assert list(zip(starts.tolist(), stops.tolist(), strict=True)) == kept


@pytest.mark.parametrize("fitted", [True, False])
@given(sequences, st.integers(1, 20), st.randoms(use_true_random=False))
def test_regions_in_numbers_are_those_of_plain_lists(fitted, codes, size, chance):
    array = np.array(codes, np.int32)
    lengths = [chance.randrange(9) for _ in codes]
    hidden = [chance.random() < 0.3 for _ in codes]
    starts = list(range(0, len(codes), size))
    stops = [min(start + size, len(codes)) for start in starts]
    begin = sorted({0, len(starts) // 2, len(starts)})
    regions = list(itertools.pairwise(begin))
    low, high = [starts[a] + 1 for a, _ in regions], [stops[b - 1] for _, b in regions]
    low = [min(one, other - 1) for one, other in zip(low, high, strict=True)]
    told, text = numbers_of(
        array,
        np.array(lengths, np.int32),
        np.array(hidden, np.uint8),
        *(np.array(each, np.int64) for each in (starts, stops, begin, low, high)),
        fitted,
    )
    wanted = []
    for (first, last), start, stop in zip(regions, low, high, strict=True):
        start = min(start, starts[first]) if fitted else start
        rows = sum(stops[each] - starts[each] for each in range(first, last)) if fitted else stop - start
        shown = [lengths[row] for row in range(starts[first], stops[last - 1]) if not hidden[row]]
        own = codes[start:stop]
        wanted.append(
            {
                "start": start,
                "stop": stop,
                "rows": rows,
                "codes": {"total": sum(own), "low": min(own), "high": max(own)},
                "slope": slope(array, start, stop),
                "text": sum(shown),
                "squares": sum(n * n for n in shown),
            }
        )
    assert told == wanted
    assert text == sum(n for n, unseen in zip(lengths, hidden, strict=True) if not unseen)


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 2), st.lists(st.integers(0, 3), max_size=3), st.integers(0, 1))
    ),
    st.lists(st.integers(0, 10), max_size=30),
    st.booleans(),
)
def test_paths_with_the_same_tag_main_class_and_attributes_are_one(steps, rows, with_others):
    steps = [(0, 0, [], 0), *steps]
    rows = [min(row, len(steps) - 1) for row in rows]
    parents = [-1, *(min(step[0], place) for place, step in enumerate(steps[1:]))]
    often = Counter(word for row in rows for word in steps[row][2])
    known, codes = {}, []
    for parent, (_, tag, words, other) in zip(parents, steps, strict=True):
        main = max(words, key=lambda word: often[word], default=-1)
        step = (codes[parent] if parent >= 0 else -1, tag, main, other if with_others else 0)
        codes.append(known.setdefault(step, len(known)))
    array = partial(np.array, dtype=np.int32)
    found = normal_codes(
        array(rows),
        array(parents),
        array([step[1] for step in steps]),
        array(by_appearance(word for step in steps for word in step[2])),
        np.cumsum([0, *(len(step[2]) for step in steps)]),
        array([step[3] for step in steps]) if with_others else None,
    )
    assert found.tolist() == [codes[row] for row in rows]
