"""What parameters of methods, aligners, detectors and filters may be: checked once, the same way for all."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest

import pagerows
from pagerows import registry
from pagerows.errors import ParameterError

ITEMS = "".join(
    f"<li class=item><img src={n}.png><h3><a href=/{n}>Thing {n}</a></h3><p>Price: <b>{n}.50 €</b></p></li>"
    for n in range(12)
)
PAGE = f"<ul class=menu>{'<li><a href=/>Menu</a></li>' * 6}</ul><ul>{ITEMS}</ul>"
#: The argument of `extract` for each kind of part.
ARGUMENTS = {"regions": "method", "align": "align", "content": "content", "prune": "filter"}
PARTS = [
    (kind, name)
    for kind in ARGUMENTS
    for name in registry.names(kind)
    if kind != "regions" or not registry.method(name).needs_render
]


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("images", "maybe", "True or False"),
        ("images", 1, "True or False"),
        ("join_beside", "span", "a tuple of texts"),
        ("min_records", "3", "a whole number, 0 or more"),
        ("min_records", 2.5, "a whole number, 0 or more"),
        ("min_records", True, "a whole number, 0 or more"),
        ("min_share", -1, "a number, 0 or more"),
        ("min_share", float("nan"), "a number, 0 or more"),
        ("min_share", float("inf"), "a number, 0 or more"),
        ("style", "loud", "one of 'exact', 'normal', 'none'"),
    ],
)
def test_a_value_of_another_type_is_told_with_what_would_be_right(name, value, wanted):
    with pytest.raises(ParameterError) as told:
        pagerows.extract(PAGE, method="signal", **{name: value})
    assert str(told.value) == f"{name}={value!r}: give {wanted}"


def test_a_parameter_that_may_be_none_says_both():
    with pytest.raises(ParameterError, match="threshold='high': give a number, 0 or more or None"):
        pagerows.extract(PAGE, threshold="high")


@pytest.mark.parametrize(
    "values",
    [{"min_records": np.int64(3)}, {"min_share": np.float32(0.5)}, {"min_share": 0}, {"join_beside": ["span"]}],
    ids=["NumPy int", "NumPy float", "int for float", "list for tuple"],
)
def test_values_that_mean_the_same_are_taken(values):
    assert pagerows.extract(PAGE, method="signal", **values).table.rows


def _extremes(hint: Any) -> list[Any]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) is tuple:
        return [(), ("x",)]
    return {bool: [True, False], int: [0, 1, 1_000_000], float: [0.0, 1.0, 1e9]}.get(hint, [None, 0.0, 1e9])


@pytest.mark.parametrize(("kind", "name"), PARTS, ids=" ".join)
def test_no_value_of_any_parameter_breaks_a_part(kind, name):
    params = registry.part(kind, name).params
    hints = get_type_hints(params)
    page = pagerows.parse(PAGE)
    for field in dataclasses.fields(params):
        for value in _extremes(hints[field.name]):
            chosen = {"method": "signal", ARGUMENTS[kind]: name, field.name: value}
            rows = pagerows.extract(page, **chosen).table.rows
            assert len({len(row) for row in rows}) <= 1, chosen


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({"method": "signal", "preset": "letter"}, "unknown preset 'letter'; there is: paper"),
        ({"method": "same_path", "preset": "paper"}, "'same_path' has no preset 'paper'; there are: depta, derin"),
        ({"preset": "paper"}, "'auto' has no preset 'paper'"),
    ],
    ids=["another preset", "a method without one", "the default method"],
)
def test_a_preset_that_is_not_there_is_told_with_those_that_are(chosen, told):
    with pytest.raises(ParameterError) as error:
        pagerows.extract(PAGE, **chosen)
    assert told in str(error.value)


def test_a_filter_may_have_the_preset_that_the_method_has_not():
    assert pagerows.extract(PAGE, method="same_path", filter="tps", preset="paper").regions


WITH_PAPER = [(kind, name) for kind, name in PARTS if hasattr(registry.part(kind, name).params, "paper")]


@pytest.mark.parametrize(("kind", "name"), WITH_PAPER)
def test_a_papers_setting_differs_from_ours_and_keywords_change_it(kind, name):
    params = registry.part(kind, name).params
    ours, (paper,) = params(), registry.make_params([params], {}, "paper")
    assert paper == params.paper() != ours
    differing = {
        f.name: value for f in dataclasses.fields(params) if (value := getattr(ours, f.name)) != getattr(paper, f.name)
    }
    assert registry.make_params([params], differing, "paper") == [ours]
