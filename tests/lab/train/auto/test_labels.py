"""Labels follow the gold: tables by items, nodes by words, anchors by titles."""

import json

import numpy as np
import pytest

import pagerows
from pagerows import models
from pagerows.measures.context import context_of
from pagerows.measures.features import features_of
from pagerows.page import parse
from pagerows.regions.auto import AutoParams, candidates_of
from pagerows.regions.auto.accept import verdict_features

pytest.importorskip("scipy")

from pagerows.lab.train.auto.labels import scorer

HTML = "<h1>Shop</h1><ul>" + "".join(f"<li><b>Reading lamp number {n}</b><i>{n}7 EUR</i>" for n in range(5)) + "</ul>"
NODES = parse(HTML).nodes
ITEMS = NODES.rows_with_tag("li")


def f1(gold, rows, stops=None):
    rows = np.asarray(rows, np.int64)
    return scorer(NODES, gold)(rows, NODES.end[rows].astype(np.int64) if stops is None else stops)


TABLE = {"kind": "table", "records": [[f"Reading lamp number {n}", f"{n}7 EUR"] for n in range(5)]}
XPATHS = {"kind": "nodes", "record_xpaths": [f"/html/body/ul/li[{n}]" for n in range(1, 6)]}
TITLES = {"kind": "anchors", "anchors": [f"Reading lamp number {n}" for n in range(5)]}


@pytest.mark.parametrize("gold", [TABLE, XPATHS, TITLES], ids=["table", "nodes", "anchors"])
def test_the_records_themselves_score_one(gold):
    assert f1(gold, ITEMS) == 1.0


@pytest.mark.parametrize("gold", [TABLE, XPATHS, TITLES], ids=["table", "nodes", "anchors"])
def test_a_missed_record_and_a_wrong_one_cost(gold):
    assert f1(gold, ITEMS[:4]) == pytest.approx(8 / 9)
    assert f1(gold, [1, *ITEMS]) == pytest.approx(10 / 11)


def test_two_records_in_one_are_one_right_record_at_most():
    pairs = ITEMS[[0, 2]]
    assert f1(TABLE, pairs, NODES.end[ITEMS[[1, 3]]].astype(np.int64)) == pytest.approx(2 * 2 / 7)
    assert f1(TITLES, pairs, NODES.end[ITEMS[[1, 3]]].astype(np.int64)) == 0


def test_a_page_without_records_scores_zero_and_counts_alone_cannot_tell():
    assert f1({"kind": "none", "has_records": False}, ITEMS) == 0
    assert scorer(NODES, {"kind": "count", "count": 5}) is None


def test_the_models_that_ship_ask_for_features_that_are_computed():
    page = parse(HTML)
    columns, found, starts = candidates_of(page, AutoParams())
    features = features_of(columns, found, starts)
    names = set(features)
    assert set(models.load("auto").features) <= names
    asked = verdict_features(context_of(page, columns), found, np.linspace(0, 1, len(found)), features)
    assert set(models.load("auto_page").features) <= set(asked)


@pytest.mark.corpora
def test_few_pages_without_records_raise_an_alarm(corpora):
    folder = corpora / "unstructured"
    gold = [json.loads(line) for line in (folder / "gold.jsonl").read_text("utf-8").splitlines()]
    pages = [(folder / entry["page"] / "page.html").read_bytes() for entry in gold if not entry["bad"]]
    alarms = [pagerows.extract(page, method="auto").best is not None for page in pages]
    assert np.mean(alarms) <= 0.08
