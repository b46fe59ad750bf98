"""Rendered pages: boxes and what the eye groups decide with the score."""

from dataclasses import replace

import numpy as np
import pytest

import pagerows
from pagerows import models
from pagerows.page import parse
from pagerows.page.nodes import Layout
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto.boxes import as_seen_whole, box_features, seen_candidates
from pagerows.values import Record, Region, Span

WORDS = "amber birch cedar delta ember fjord grove heath inlet jetty knoll larch maple north ocean pearl".split()  # noqa: SIM905
ITEMS = "".join(
    f"<li><h3><a href=/{n}>{WORDS[n]} {WORDS[n - 4]}</a></h3><p>{WORDS[n - 7]} {n}.50</p></li>" for n in range(9)
)
HTML = f"<div class=menu><ul>{ITEMS}</ul></div><main><ul>{ITEMS}</ul></main>"


def rendered(html):
    """The page with boxes as if all elements stood below each other, ten pixels high."""
    page = parse(html)
    rows = len(page.nodes)
    boxes = np.stack([np.zeros(rows), 10.0 * np.arange(rows), np.full(rows, 800.0), np.full(rows, 10.0)], axis=1)
    none = np.zeros((rows, 0), np.int32)
    seen = np.ones(rows, bool)
    layout = Layout(boxes, seen, np.arange(rows, dtype=np.int32), none, (), (), (800.0, 10.0 * rows))
    return replace(page, nodes=replace(page.nodes, layout=layout))


def test_what_is_seen_first_agrees_with_itself_only():
    page = rendered(HTML)
    items = [row for row in page.nodes.rows_with_tag("li").tolist() if row > page.nodes.rows_with_tag("main")[0]]
    region = Region(tuple(Record(page, (Span(row, int(page.nodes.end[row])),)) for row in items))
    seen = seen_candidates([region], 3)
    columns, found, _ = candidates_of(page, AutoParams(), seen)
    features = box_features(page, columns, found, np.linspace(0, 1, len(found)), seen)
    same = [found.start[a:b].tolist() == items for a, b in zip(found.first[:-1], found.first[1:], strict=True)]
    assert features["seen_first"][same].max() == 1
    assert (features["shown"] == 1).all()
    assert set(models.load("auto_rendered").features) <= set(features)


@pytest.mark.parametrize(("chosen", "won"), [(5, 9), (9, 9)], ids=["a part", "the whole"])
def test_a_part_of_what_is_seen_first_gives_way_to_the_whole(chosen, won):
    page = rendered(f"<ul>{ITEMS}</ul>")
    items = page.nodes.rows_with_tag("li").tolist()
    spans = [Span(row, int(page.nodes.end[row])) for row in items]
    sets = [Region(tuple(Record(page, (span,)) for span in spans[:count])) for count in (9, 5)]
    seen = seen_candidates(sets, 3)
    columns, found, _ = candidates_of(page, AutoParams(), seen)
    lists = [found.start[a:b].tolist() for a, b in zip(found.first[:-1], found.first[1:], strict=True)]
    scores = np.array([1.0 if each == items[:chosen] else 0.5 for each in lists])
    assert lists[int(as_seen_whole(columns, found, scores, seen).argmax())] == items[:won]


def test_what_the_eye_does_not_hold_stays_as_it_is():
    page = rendered(HTML)
    columns, found, _ = candidates_of(page, AutoParams())
    scores = np.linspace(0, 1, len(found))
    assert as_seen_whole(columns, found, scores, []) is scores


@pytest.mark.parametrize(
    "parts", [[(1, 9), (4, 6), (10, 12)], [(1, 3), (4, 6)]], ids=["inside of each other", "too few"]
)
def test_sets_that_are_no_records_are_no_candidates(parts):
    page = rendered(HTML)
    assert seen_candidates([Region(tuple(Record(page, (Span(*part),)) for part in parts))], 3) == []


@pytest.mark.browser
def test_a_hidden_list_is_not_what_a_person_sees(chromium):
    style = "<style>.menu { display: none } li { margin: 20px }</style>"
    found = pagerows.extract(style + HTML, render=True).best
    assert found is not None
    assert len(found) == 9
    assert "/main" in found.records[0].xpath
