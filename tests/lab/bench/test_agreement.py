"""Our measures and an independent judge, on the same answers."""

import importlib.util
import json
import os
from pathlib import Path

import pytest

from pagerows.lab.bench import runner
from pagerows.lab.bench.corpora import load_all
from pagerows.lab.bench.floors import sampled
from pagerows.lab.bench.summary import summarise
from pagerows.lab.bench.tasks import MethodSpec, run_task

#: Its name for a figure, and ours.
RECORDS = {"P": "P", "R": "R", "F1": "F1", "macro_P": "macro_P", "macro_R": "macro_R", "macro_F1": "macro_F1"}
ITEMS = {"item_P": "P", "item_R": "R", "item_F1": "F1", "alignment": "alignment"}


@pytest.fixture(scope="module")
def judge():
    beside = Path(__file__).parents[4] / "shared" / "tools" / "judge.py"
    path = Path(os.environ.get("PAGEROWS_JUDGE", beside))
    if not path.is_file():
        pytest.skip("no independent judge: set PAGEROWS_JUDGE to its path")
    spec = importlib.util.spec_from_file_location("judge", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def both(judge, dataset, results, outputs):
    """Pairs (name, theirs, ours) of all figures of a dataset."""
    gold_rows = {row["page"]: row for row in judge.load_gold(dataset.folder / "gold.jsonl")}
    rows = [gold_rows[gold.page] for gold in dataset.pages]
    pages = [judge.judge_page(row, outputs.get(row["page"])) for row in rows]
    theirs, ours = judge.summarise(dataset.name, rows, pages), summarise(results)
    if "records" in theirs:
        block = theirs["records"]
        yield from ((name, block[name], ours["records"][own]) for name, own in RECORDS.items())
        if "item_P" in block:
            yield from ((name, block[name], ours["items"][own]) for name, own in ITEMS.items())
        if "anchor_F1" in block:
            yield from ((name, block[f"anchor_{name}"], ours["titles"][name]) for name in ("P", "R", "F1", "macro_F1"))
        if "half_rule_F1" in block:
            yield "half rule", block["half_rule_F1"], ours["half_rule"]["F1"]
    if "no_records_pages" in theirs:
        yield "false alarms", theirs["no_records_pages"]["rate"], ours["false_alarms"]["rate"]
    for group, found in ours.get("text", {}).items():
        yield from ((f"{group} {name}", theirs["text"][group][name], found[name]) for name in ("P", "R", "F1"))


@pytest.mark.corpora
def test_every_figure_agrees_with_the_independent_judge_to_a_fifth_of_a_point(corpora, judge, tmp_path):
    differ, compared = [], 0
    for whole in load_all(corpora):
        dataset = sampled(whole, 10)
        todo = runner.tasks([dataset], [MethodSpec("same_path")], outputs=tmp_path)
        results = [run_task(task) for task in todo]
        outputs = {
            path.stem: json.loads(path.read_text()) for path in tmp_path.glob(f"same_path/{dataset.name}/*.json")
        }
        for name, theirs, ours in both(judge, dataset, results, outputs):
            compared += 1
            if abs(theirs - ours) > 0.002:
                differ.append((dataset.name, name, theirs, ours))
    assert compared > 60
    assert differ == []
