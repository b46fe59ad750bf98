"""Corpora of the right and of other shapes."""

import json

import pytest

from pagerows.errors import CorpusError
from pagerows.lab.bench.corpora import Gold, corpora_folder, load, load_all


def test_a_folder_with_gold_is_a_dataset(corpus):
    tables, titles = load_all(corpus)
    assert (tables.name, titles.name) == ("tables", "titles")
    assert [gold.page for gold in tables.pages] == ["one", "three"]  # two is bad


def test_a_page_without_gold_is_listed_and_left_out(corpus):
    assert load(corpus, "tables").problems == ("tables/stray: page without gold, left out",)


def test_lines_that_are_no_gold_are_listed(corpus):
    lines = ["nonsense", json.dumps({"page": "x", "kind": "table"}), json.dumps({"page": "../x", "kind": "none"}), "[]"]
    lines += [json.dumps({"page": "one", "kind": "odd"}), json.dumps({"page": "one", "kind": "none"})] * 2
    (corpus / "titles" / "gold.jsonl").write_text("\n".join(lines))
    dataset = load(corpus, "titles")
    assert [gold.page for gold in dataset.gold] == ["one"]
    assert len(dataset.problems) == 8  # 4 + 2 odd kinds + 1 twice + 1 page without gold


def test_gold_without_a_page_is_listed(corpus):
    (corpus / "titles" / "one" / "page.html").unlink()
    assert load(corpus, "titles").problems == ("titles/one: gold without page.html, counts as failed",)


@pytest.mark.parametrize("missing", ["", "empty"], ids=["no folder", "a folder without datasets"])
def test_a_folder_of_another_shape_is_one_clear_error(tmp_path, missing):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match=r"no corpora at|no folder of datasets"):
        corpora_folder(tmp_path / (missing or "nowhere"))


def test_an_unknown_dataset_names_those_there_are(corpus):
    with pytest.raises(CorpusError, match="there are: tables, titles"):
        load(corpus, "nope")


def test_the_digest_changes_with_gold_and_with_pages(corpus):
    before = load(corpus, "tables").digest()
    assert before == load(corpus, "tables").digest()
    (corpus / "tables" / "one" / "page.html").write_text("<p>other")
    assert load(corpus, "tables").digest() != before


def test_gold_reads_null_as_nothing():
    gold = Gold.from_json({"page": "p", "kind": "none", "category": None, "records": None, "has_records": False})
    assert (gold.category, gold.records, gold.has_records) == ("", (), False)
