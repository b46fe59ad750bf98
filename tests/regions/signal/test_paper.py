"""The preset `paper`: [V20 Alg. 3] read line by line, beside the quick code, on numbers and on dev pages."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pagerows
from pagerows.lab.bench.corpora import load_all
from pagerows.regions.signal import SignalParams, find_regions
from pagerows.regions.signal.contour import region_bounds
from pagerows.regions.signal.records import record_starts
from pagerows.regions.signal.sequence import tag_path_sequence

PAPER = SignalParams.paper()


def spans(codes: np.ndarray, params: SignalParams) -> list[tuple[int, int]]:
    return list(zip(*(bounds.tolist() for bounds in region_bounds(codes, params)), strict=True))


def id_records(region: np.ndarray, cv_threshold: float, num_sd: float) -> list[int]:
    """[V20 Alg. 3]: the positions of the first symbol that is well distributed and has a peak."""
    signal = region - np.mean(region)  # line 2
    psd = np.abs(np.fft.fft(signal)) ** 2  # line 3
    for symbol in sorted(set(region.tolist())):  # lines 4, 5
        positions = np.flatnonzero(region == symbol)  # line 6
        sizes = np.diff(positions)  # line 7
        count = len(positions)  # line 8
        if not len(sizes):
            continue  # one occurrence has no distance
        deviation = np.std(sizes, ddof=1) if len(sizes) > 1 else 0.0
        if deviation / np.mean(sizes) < cv_threshold:  # lines 9, 10
            interval = [k for k in range(count - 2, count + 3) if 0 < k < len(psd)]  # line 11
            # Line 12 leaves the mean out, the text converts the spectrum to z-scores first (Definition 3.8).
            scores = [(psd[k] - np.mean(psd)) / np.std(psd) for k in interval] if np.std(psd) > 0 else []
            if any(score > num_sd for score in scores):
                return positions.tolist()  # line 13
    return []  # line 17


def found(codes: np.ndarray, start: int, stop: int, params: SignalParams = PAPER) -> list[int]:
    records, _ = record_starts(codes, np.array([start]), np.array([stop]), params)
    return [] if records[0] is None else (records[0].starts - start).tolist()


@given(st.lists(st.integers(0, 6), min_size=2, max_size=60), st.sampled_from([0.5, 1.0, 2.0, 3.0]))
def test_records_are_those_of_algorithm_3(codes, deviations):
    column = np.array(codes, np.int32)
    params = replace(PAPER, min_deviations=deviations)
    assert found(column, 0, len(column), params) == id_records(column, params.max_cv, deviations)


@given(
    st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=4), min_size=2, max_size=12),
    st.sampled_from([1.0, 2.0, 3.0]),
)
def test_records_are_those_of_algorithm_3_where_there_are_records(records, deviations):
    column = np.array([code for record in records for code in (0, *record)], np.int32)
    params = replace(PAPER, min_deviations=deviations)
    assert found(column, 0, len(column), params) == id_records(column, params.max_cv, deviations)


def test_the_first_record_of_figure_5a_is_lost_and_growing_finds_it():
    # The region of Fig. 5a begins with 255, the first path of its first record. That path is new where it stands: the
    # contour rises there and further on, so the printed Algorithm 2 lets the region begin inside of the first record.
    record = [255, 256, 257, 258, 259, 260, 261, 262, 261, 261, 263]
    codes = np.array([*range(255), *record * 20], np.int32)
    (printed,) = spans(codes, replace(PAPER, max_angle=90))
    (grown,) = spans(codes, replace(PAPER, grow=True, max_angle=90))
    assert printed == (262, len(codes))
    assert grown == (255, len(codes))
    assert len(found(codes, *printed)) == 19
    assert len(found(codes, *grown)) == 20


def test_the_preset_is_the_papers_setting_and_keywords_change_it():
    items = "".join(f"<li class=item><h3>Thing {n}</h3><p>about {n}</p></li>" for n in range(20))
    page = pagerows.parse(f"<ul>{items}</ul>")
    said = pagerows.extract(page, method="signal", preset="paper").regions
    assert [region.records for region in said] == [region.records for region in find_regions(page, PAPER)]
    assert len(said[0].records) == 19
    assert len(pagerows.extract(page, method="signal", preset="paper", grow=True).regions[0].records) == 20


@pytest.mark.corpora
def test_records_of_dev_pages_are_those_of_algorithm_3(corpora):
    compared = 0
    for dataset in load_all(corpora, ["tbdw", "tpsf", "clustvx"]):
        for gold in dataset.pages:
            page = pagerows.parse(dataset.path(gold).read_bytes(), encoding=dataset.encoding(gold))
            codes = tag_path_sequence(page.nodes, "exact")
            if len(codes) < 2:
                continue
            for start, stop in spans(codes, PAPER):
                expected = id_records(codes[start:stop], PAPER.max_cv, PAPER.min_deviations)
                assert found(codes, start, stop) == expected, (gold.page, start, stop)
                compared += 1
    assert compared > 1000
