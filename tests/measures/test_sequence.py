"""The worked numbers of [V20 Fig. 9-12]."""

import numpy as np
import pytest

from pagerows.measures import sequence


@pytest.mark.parametrize(
    ("value", "percent"),
    [
        (sequence.size_share(618, 1336), 46.25),
        (sequence.center_position(667 + 117, 667), 82.46),
        (sequence.horizontal_position(1336 - 554, 1336), 41.47),
        (sequence.vertical_position(263, 391), 67.26),
        (sequence.range_share(254, 283, 391), 7.42),
        (sequence.record_ratio(20, 31), 64.51),
    ],
    ids=["size", "center", "horizontal", "vertical", "range", "record"],
)
def test_features_are_the_papers_worked_numbers(value, percent):
    assert 100 * value == pytest.approx(percent, abs=0.011)  # the paper cuts digits off


def test_a_region_that_is_the_page_is_central_and_as_large_as_it():
    codes = np.array([0, *[1, 2, 3] * 4], np.int32)
    found = sequence.signal_features(codes, 1, 13, 4, 3)
    assert found["size"] == 1.0
    assert found["center"] == pytest.approx(1.0)
    assert found["record"] == pytest.approx(3 / 4)
    assert all(0 <= value <= 1 for value in found.values())
