"""Answers of models that never saw a site are judged like any method's."""

import json

import numpy as np
import pytest

pytest.importorskip("scipy")

from pagerows.lab.studies import by_site
from pagerows.lab.train.auto import learn as train
from pagerows.lab.train.auto import samples as reading

GOODS = [(f"Thing {n}", f"{n} EUR") for n in range(9)]
LIST = "<h1>Things</h1><ul>" + "".join(f"<li><h3>{a}</h3><p>{b}</p></li>" for a, b in GOODS) + "</ul>"


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    pages = {
        "right": {"kind": "table", "records": GOODS},
        "refused": {"kind": "table", "records": GOODS},
        "none": {"kind": "none", "has_records": False},
    }
    for page in pages:
        (tmp_path / "own" / page).mkdir(parents=True)
        (tmp_path / "own" / page / "page.html").write_text(LIST)
    lines = [json.dumps({"page": page, "site": f"{page}.com", **gold}) for page, gold in pages.items()]
    (tmp_path / "own" / "gold.jsonl").write_text("\n".join(lines) + "\n")
    monkeypatch.setenv("PAGEROWS_CORPORA", str(tmp_path))
    return tmp_path


def test_pages_count_as_their_folds_decided(corpus, monkeypatch, capsys):
    gold = [json.loads(line) for line in (corpus / "own" / "gold.jsonl").read_text().splitlines()]
    samples = [reading.sample_of((corpus / "own", entry)) for entry in gold]
    best = [sample.labels + np.linspace(0.01, 0, len(sample.labels)) for sample in samples]
    found = train.CrossValidated(samples, [], best, [None] * 3, np.array([0.9, 0.1, 0.9]), 0.5, duels=[])
    monkeypatch.setattr(by_site, "cross_validate", lambda *_, **__: found)
    by_site.main([])
    heading, line = capsys.readouterr().out.splitlines()
    assert heading.split() == ["pages", "micro", "macro", "perfect", "items", "aligned", "records", "right", "alarms"]
    name, pages, micro, macro, perfect, items, aligned, records, right, *alarms = line.split()
    assert (name, pages, perfect, alarms) == ("own", "2", "1", ["1", "of", "1"])
    assert float(micro) == pytest.approx(2 / 3, abs=1e-3)
    assert float(macro) == float(records) == float(right) == 0.5
    assert float(items) == float(aligned) == 1
