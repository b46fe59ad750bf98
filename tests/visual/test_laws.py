import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagerows.page.looks import ciede2000, lab, same_colour
from pagerows.visual import laws

# Pairs of Sharma, Wu and Dalal's test data for CIEDE2000 (2005), which reach every branch of the formula.
PAIRS = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, 2.8361, -74.0200), (50.0, 0.0, -82.7485), 3.4412),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -1.1848, -84.8006), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, -0.9009, -85.5211), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((50.0, 2.5, 0.0), (50.0, 3.1736, 0.5854), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "difference"), PAIRS)
def test_ciede2000_gives_the_published_differences(first, second, difference):
    assert ciede2000(first, second) == pytest.approx(difference, abs=1e-4)


def test_ciede2000_works_on_columns():
    first, second, expected = (np.array(column) for column in zip(*PAIRS, strict=True))
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)


def test_lab_of_red_is_the_textbook_value():
    assert lab([255, 0, 0]) == pytest.approx([53.24, 80.09, 67.20], abs=0.02)


def slow_hausdorff(a, b, steps=12):
    """The definition, on a grid of points (corners included)."""

    def points(box):
        xs = np.linspace(box[0], box[0] + box[2], steps)
        ys = np.linspace(box[1], box[1] + box[3], steps)
        return np.array([(x, y) for x in xs for y in ys])

    def nearest(point):
        x = min(max(point[0], b[0]), b[0] + b[2])
        y = min(max(point[1], b[1]), b[1] + b[3])
        return np.hypot(point[0] - x, point[1] - y)

    return max(nearest(point) for point in points(a))


rectangle = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(1, 60), st.integers(1, 60))


@given(rectangle, rectangle)
def test_hausdorff_is_its_definition(a, b):
    assert laws.hausdorff(a, b) == pytest.approx(slow_hausdorff(a, b))


@given(rectangle, rectangle)
def test_proximity_does_not_depend_on_the_order(a, b):
    assert laws.proximity(a, b) == pytest.approx(laws.proximity(b, a))


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ((0, 0, 50, 10), (0, 10, 50, 10), 1.0),
        ((0, 0, 50, 10), (0, 15, 50, 10), 1.5),
        ((0, 0, 50, 10), (70, 0, 50, 10), 1.4),
        ((0, 0, 30, 40), (30, 40, 30, 40), 1.0),
        ((0, 0, 50, 10), (0, 0, 50, 10), 0.0),
    ],
    ids=["touching", "half a height apart", "side by side", "corner to corner", "the same"],
)
def test_proximity_is_relative_to_the_side_that_matters(a, b, distance):
    assert laws.proximity(a, b) == pytest.approx(distance)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("rgb(250, 250, 250)", "rgb(255, 255, 255)", True),
        ("rgb(238, 238, 238)", "rgb(255, 255, 255)", False),
        ("rgba(0, 0, 0, 0)", "rgba(255, 255, 255, 0)", True),
        ("rgba(0, 0, 0, 0)", "rgb(0, 0, 0)", False),
        ("color(srgb 1 0 0)", "rgba(0, 0, 0, 0)", True),
    ],
    ids=["nearly white", "light grey", "both transparent", "transparent and black", "unknown is transparent"],
)
def test_colours_are_the_same_when_people_see_no_difference(first, second, same):
    assert same_colour(first, second) is same


def test_edges_are_compared_one_by_one():
    assert laws.aligned([0, 0, 10, 10], [0, 20, 30, 10]).tolist() == [True, False, False, False]
    assert laws.aligned([0, 0, 10, 10], [20, 0, 10, 10]).tolist() == [False, True, False, True]


@pytest.mark.parametrize(
    ("boxes", "same"),
    [
        ([(0, 0, 50, 10), (0, 15, 50, 10), (0, 30, 50, 10)], True),
        ([(0, 0, 50, 10), (0, 15, 50, 10), (0, 45, 50, 10)], False),
        ([(0, 0, 50, 10), (0, 15, 50, 40), (0, 60, 50, 10)], True),
    ],
    ids=["even spaces", "one larger space", "a larger layer between, spaces in proportion to the smaller one"],
)
def test_a_series_has_one_proximity_or_several(boxes, same):
    column = np.array(boxes)
    assert laws.same_proximity(laws.proximity(column[:-1], column[1:])) is same


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ((0, 0, 30, 20), (40, 0, 30, 12), True),
        ((0, 0, 30, 20), (40, 8, 30, 12), True),
        ((0, 0, 30, 20), (40, 5, 30, 12), False),
        ((0, 0, 30, 120), (40, 0, 30, 120), False),
    ],
    ids=["one top", "one bottom", "neither", "as high as cards"],
)
def test_parts_of_a_line_share_its_top_or_bottom(first, second, found):
    assert bool(laws.in_line(first, second)) is found
