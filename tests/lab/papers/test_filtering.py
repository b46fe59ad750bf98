"""The filter's experiment on pages of our own."""

from __future__ import annotations

import json

import pytest

from pagerows import registry
from pagerows.lab.bench.corpora import load
from pagerows.lab.papers.filtering import Filtered, averages, experiment
from pagerows.prune.tps import TpsParams

MENU = "<div class=nav>" + "<div class=m><a class=n><b>menu</b></a></div>" * 6 + "</div>"
LIST = "".join(f"<li class=item><h3><a>Title number {n}</a></h3><p>Text of item {n}</p></li>" for n in range(9))
TITLES = [f"Title number {n}" for n in range(9)]


@pytest.fixture
def dataset(tmp_path):
    golds = [
        {"page": "titles", "kind": "anchors", "count": 9, "anchors": TITLES},
        {"page": "counted", "kind": "count", "count": 9},
        {"page": "empty", "kind": "none", "has_records": False},
    ]
    for gold in golds:
        folder = tmp_path / "own" / gold["page"]
        folder.mkdir(parents=True)
        (folder / "page.html").write_text(f"<body>{MENU}<ul>{LIST}</ul>")
    (tmp_path / "own" / "gold.jsonl").write_text("\n".join(json.dumps({"site": "s", **gold}) for gold in golds))
    return load(tmp_path, "own")


def run(dataset, **params):
    return list(experiment(dataset, registry.part("prune", "tps"), TpsParams(**params)))


def test_each_page_with_records_is_one_line(dataset):
    titles, counted = run(dataset)
    assert (titles.page, titles.present, counted.present) == ("titles", True, True)
    assert (titles.total, titles.target) == (15, 9)
    assert (titles.total_left, titles.target_left) == (9, 9)
    assert titles.noise_removed == 1
    assert counted.noise_removed is None  # without titles nobody knows the targets
    assert titles.nodes > titles.left


def test_content_that_was_pruned_is_seen_to_be_gone(dataset):
    lines = run(dataset, complement=True)
    assert [line.present for line in lines] == [False, False]
    assert averages(lines)[0] == 0


def test_the_noise_removed_is_that_of_the_example_in_the_paper():
    # [VD13 s. 6.1]: 1424 nodes and 82 records of which 20 are targets; 674 nodes and 20 records after.
    line = Filtered(page="p", nodes=1424, left=674, present=True, total=82, target=20, total_left=20, target_left=20)
    assert line.noise_removed == 1
    assert line.pruned == pytest.approx(0.5267, abs=5e-5)
    # acm.org in Table I: 61 records, 10 of them targets; 16 and 10 after.
    acm = Filtered(page="p", nodes=601, left=340, present=True, total=61, target=10, total_left=16, target_left=10)
    assert acm.noise_removed == pytest.approx(0.8824, abs=5e-5)
    assert averages([line, acm]) == pytest.approx((100, 48.05, 94.12), abs=0.01)


def test_the_command_prints_the_published_averages_below(dataset, capsys, monkeypatch):
    from pagerows.cli import main

    monkeypatch.setenv("COLUMNS", "170")

    assert main(["bench", "filter", "--corpus", str(dataset.folder.parent), "--dataset", "own"]) == 0
    out = capsys.readouterr().out
    assert "titles" in out
    assert "77.03%" in out
