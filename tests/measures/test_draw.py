"""Random bits that never change."""

import numpy as np
import pytest

from pagerows.measures._draw import random_bits


@pytest.mark.parametrize("count", [0, 1, 2, 7, 65_536, 100_001])
def test_the_bits_are_those_of_numpy_for_the_seed_0(count):
    assert (random_bits(count) == np.random.default_rng(0).integers(0, 2, count)).all()
