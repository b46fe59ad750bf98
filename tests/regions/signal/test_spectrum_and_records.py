"""The two spectrum strategies and the search for records [V20 s. 4.1.3, 4.2, Alg. 3]."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.regions.signal import records
from pagerows.regions.signal.params import SignalParams
from pagerows.regions.signal.records import candidates, gap_statistics, record_starts
from pagerows.regions.signal.spectrum import FullSpectrum, LazySpectrum, prepared

signals = st.lists(st.floats(-1e3, 1e3, allow_nan=False, width=32), min_size=1, max_size=60).map(np.array)


@given(signals)
def test_full_and_lazy_spectrum_have_the_same_coefficients(signal):
    indices = np.unique(np.linspace(0, len(signal) - 1, 13).astype(np.intp))
    full, lazy = FullSpectrum(signal).power(indices), LazySpectrum(signal).power(indices)
    scale = max(1e-300, float(np.abs(signal).sum()) ** 2)
    np.testing.assert_allclose(lazy, full, rtol=1e-9, atol=1e-9 * scale)


def test_a_coefficient_is_computed_once_however_often_it_is_asked_for(calls):
    spectrum = LazySpectrum(np.sin(np.arange(500.0)))
    first = spectrum.power(np.arange(20, 25))
    assert calls(spectrum.power, np.arange(20, 25)) < calls(spectrum.power, np.arange(30, 35))
    assert spectrum.power(np.arange(20, 25)).tolist() == first.tolist()
    assert spectrum.looked_up == 20


@given(signals)
def test_coefficients_are_those_of_equation_2(signal):
    indices = np.arange(len(signal))
    by_hand = [
        abs(sum(x * np.exp(-2j * np.pi * k * n / len(signal)) for n, x in enumerate(signal))) ** 2 for k in indices
    ]
    scale = max(1e-300, float(np.abs(signal).sum()) ** 2)
    np.testing.assert_allclose(LazySpectrum(signal).power(indices), by_hand, rtol=1e-9, atol=1e-9 * scale)


@given(signals)
def test_parseval_gives_the_mean_of_the_spectrum(signal):
    full, lazy = FullSpectrum(signal), LazySpectrum(signal)
    assert lazy.mean == pytest.approx(full.values.mean(), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("kind", [FullSpectrum, LazySpectrum])
@pytest.mark.parametrize("signal", [np.zeros(0), np.zeros(7)], ids=["empty", "constant"])
def test_a_signal_without_power_has_no_peak(kind, signal):
    assert kind(signal).standard(np.arange(5)).tolist() == [0.0] * 5


@pytest.mark.parametrize("kind", [FullSpectrum, LazySpectrum])
def test_the_peak_is_at_the_number_of_records(kind):
    codes = np.tile(np.array([5, 6, 7, 9, 7, 6, 5, 8], np.int32), 20)
    spectrum = kind(prepared(codes))
    assert int(spectrum.standard(np.arange(1, 40)).argmax()) + 1 == 20
    assert spectrum.looked_up == 39


# [V20 s. 4.1.3]: TPCode 255 of Figure 5 and the example of Definition 3.4.
FIGURE_5 = [
    1, 32, 65, 95, 129, 159, 193, 220, 254, 283, 313, 344, 375, 402, 431, 461, 488, 518, 552, 588,
]  # fmt: skip


@pytest.mark.parametrize(
    ("positions", "mean", "cv"),
    [(FIGURE_5, 30.895, 0.085564), ([4, 6, 8, 11], 2.3333, 0.24744), ([10, 20, 30], 10.0, 0.0)],
    ids=["figure 5", "definition 3.4", "section 4.1.3"],
)
def test_gap_statistics_are_the_papers(positions, mean, cv):
    found = gap_statistics(np.array(positions))
    assert found == (pytest.approx(mean, abs=1e-3), pytest.approx(cv, abs=1e-5))


@given(st.lists(st.integers(0, 5), min_size=4, max_size=60).map(lambda x: np.array(x, np.int32)), st.integers(1, 3))
def test_candidates_of_all_regions_at_once_are_those_of_one_symbol_at_a_time(codes, parts):
    edges = np.unique(np.linspace(0, len(codes), parts + 1).astype(np.intp))
    params = SignalParams(min_size=1.0, max_cv=0.5, loose_cv=0.0, min_coverage=0.6)
    found = candidates(codes, edges[:-1], edges[1:], params)
    expected = []
    for region, (start, stop) in enumerate(pairwise(edges)):
        for symbol in sorted(set(codes[start:stop].tolist())):
            positions = start + np.flatnonzero(codes[start:stop] == symbol)
            if len(positions) < params.min_records:
                continue
            mean, cv = gap_statistics(positions)
            covered = (positions[-1] - positions[0] + mean) / (stop - start)
            if mean > params.min_size and cv < params.max_cv - 1e-9 and covered >= params.min_coverage:
                expected.append((region, symbol))
    assert set(expected) <= set(zip(found.region, found.symbol, strict=True))
    assert all(cv < params.max_cv for cv in found.cv)


@pytest.mark.parametrize("spectrum", ["full", "lazy"])
def test_the_first_regular_symbol_marks_the_records(spectrum):
    codes = np.array([0, *([1, 2, 3, 4, 3, 2] * 12)], np.int32)
    found, looked_up = record_starts(codes, np.array([1]), np.array([73]), SignalParams(spectrum=spectrum))
    assert found[0].symbol == 1
    assert found[0].starts.tolist() == list(range(1, 73, 6))
    assert looked_up == found[0].looked_up == 5


@pytest.mark.parametrize(("empty", "marks"), [({1}, 4), ({1, 2, 3, 4}, 1)])
def test_empty_elements_mark_records_only_where_nothing_else_does(empty, marks):
    codes = np.array([0, *([1, 2, 3, 4, 3, 2] * 12)], np.int32)
    bounds = np.array([1]), np.array([73])
    is_empty = np.isin(codes, list(empty))
    assert record_starts(codes, *bounds, SignalParams(), is_empty)[0][0].symbol == marks
    assert record_starts(codes, *bounds, SignalParams(empty_last=False), is_empty)[0][0].symbol == 1


def test_a_region_of_identical_symbols_has_no_records():
    found, _ = record_starts(np.zeros(50, np.int32), np.array([0]), np.array([50]), SignalParams())
    assert found == [None]


def test_a_regions_own_spectrum_is_made_once(monkeypatch):
    made = []
    monkeypatch.setattr(records, "FullSpectrum", lambda signal: made.append(1) or FullSpectrum(signal))
    codes = np.tile(np.arange(9, dtype=np.int32), 8)
    params = replace(SignalParams.paper(), min_deviations=1e9)
    assert record_starts(codes, np.array([0]), np.array([72]), params) == ([None], 9 * 5)
    assert made == [1]


def test_the_number_of_symbols_tried_is_bounded():
    rng = np.random.default_rng(1)
    codes = np.concatenate([rng.permutation(200) for _ in range(5)]).astype(np.int32)
    params = SignalParams(min_ratio=1e9, most_tried=7)
    _, looked_up = record_starts(codes, np.array([0]), np.array([len(codes)]), params)
    assert looked_up <= 7 * 5
