"""Runs: figures, failures, timeouts, resuming."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from pagerows.cli import main
from pagerows.errors import CorpusError, ParameterError
from pagerows.lab.bench import runner
from pagerows.lab.bench.corpora import Gold, load_all
from pagerows.lab.bench.results import PageResult, Partial, Run
from pagerows.lab.bench.summary import summarise
from pagerows.lab.bench.tasks import MethodSpec, Task, run_task


def bench(*arguments):
    return main(["bench", *map(str, arguments)])


def test_a_run_prints_figures_lists_problems_and_saves_pages(corpus, tmp_path, capsys):
    out = tmp_path / "run.json"
    assert bench("run", "--corpus", corpus, "--method", "same_path", "--jobs", 1, "--json", out) == 0
    printed = capsys.readouterr().out
    assert "tables" in printed
    assert "stray: page without gold" in printed
    run = Run.load(out)
    assert [(r.dataset, r.page) for r in run.results] == [
        ("tables", "one"),
        ("tables", "three"),
        ("titles", "one"),
        ("titles", "none"),
    ]
    assert run.results[0].counts["correct"] == 8
    assert summarise(run.of("same_path", "tables"))["records"]["R"] == 12 / 16
    assert not list(tmp_path.glob("*.partial"))


def test_without_a_name_the_run_before_is_kept(corpus, in_process, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert bench("run", "--corpus", corpus, "--dataset", "titles", "--method", "same_path", "--jobs", 1) == 0
    assert sorted(path.name for path in Path(".bench").iterdir()) == ["before.json", "last.json"]


def test_a_gold_page_without_html_counts_as_failed_and_the_run_goes_on(corpus, in_process, tmp_path, capsys):
    (corpus / "tables" / "one" / "page.html").unlink()
    out = tmp_path / "run.json"
    assert (
        bench("run", "--corpus", corpus, "--dataset", "tables", "--method", "same_path", "--jobs", 1, "--json", out)
        == 1
    )
    assert "no page.html" in capsys.readouterr().out
    results = Run.load(out).results
    assert [r.error for r in results] == ["no page.html", None]
    assert results[0].counts["gold"] == 8  # an empty answer, not a page left out


@pytest.mark.parametrize("text", ["nonesuch", "same_path:nonesuch=1", "same_path:min_score", "same_path:align=odd"])
def test_unknown_methods_and_parameters_stop_the_run_at_once(text):
    with pytest.raises(ParameterError):
        MethodSpec.read(text)


def test_a_corpus_that_is_not_there_is_one_line_and_a_failure(tmp_path, capsys):
    assert bench("run", "--corpus", tmp_path / "nowhere") != 0
    assert "no corpora at" in capsys.readouterr().err


def test_a_file_that_is_no_run_is_one_clear_error(tmp_path):
    (tmp_path / "x.json").write_text('{"results": [{"page": 1}]}')
    with pytest.raises(CorpusError, match="no result of"):
        Run.load(tmp_path / "x.json")


def test_whatever_a_method_raises_becomes_the_result(corpus, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("nine lives")

    monkeypatch.setattr("pagerows.extract", broken)
    result = run_task(runner.tasks(load_all(corpus), [MethodSpec("same_path")])[0])
    assert result.error == "ZeroDivisionError: nine lives"
    assert result.counts == {**dict.fromkeys(result.counts, 0), "gold": 8}


MISBEHAVING = """
import os, time
from pagerows.lab.bench.results import PageResult

def run_task(task):
    if task.gold.page == "hang":
        time.sleep(60)
    if task.gold.page == "die":
        os._exit(3)
    return PageResult(method="m", dataset="d", page=task.gold.page)
"""


def test_pages_that_hang_or_kill_their_process_cost_only_themselves(tmp_path, monkeypatch):
    (tmp_path / "misbehaving.py").write_text(MISBEHAVING)
    monkeypatch.syspath_prepend(tmp_path)  # a worker is a new process: it imports what it runs
    monkeypatch.setattr(runner, "run_task", import_module("misbehaving").run_task)
    names = ["a", "hang", "b", "die", "c"]
    todo = [
        Task(method=MethodSpec("m"), dataset="d", gold=Gold(page=page, kind="none"), path=Path("nowhere"))
        for page in names
    ]
    results = {result.page: result.error for result in runner.execute(todo, jobs=2, timeout=1.0)}
    assert results == {
        "a": None,
        "b": None,
        "c": None,
        "hang": "the page took longer than the 1 s allowed",
        "die": "the process died on this page (exit code 3)",
    }


def test_an_interrupted_run_is_taken_up_where_it_stopped(corpus, in_process, tmp_path):
    datasets = load_all(corpus)
    out = tmp_path / "run.json"
    partial = Partial(out, datasets, 60.0)
    assert partial.resume() == []
    kept = PageResult(method="same_path", dataset="titles", page="one", kind="none", has_records=False, alarm=True)
    partial.add(kept)
    with partial.path.open("a") as file:
        file.write('{"method": "same_pa')  # stopped while writing
    assert bench("run", "--corpus", corpus, "--jobs", 1, "--method", "same_path", "--json", out) == 0
    assert kept in Run.load(out).results


def test_results_of_other_code_or_corpora_are_not_taken_up(corpus, tmp_path):
    datasets = load_all(corpus)
    partial = Partial(tmp_path / "run.json", datasets, 60.0)
    partial.resume()
    partial.add(PageResult(method="m", dataset="d", page="p"))
    assert len(partial.resume()) == 1
    (corpus / "titles" / "none" / "page.html").write_text("<p>changed")
    assert Partial(tmp_path / "run.json", load_all(corpus), 60.0).resume() == []


def test_answers_are_written_in_the_shape_that_judges_read(corpus, in_process, tmp_path):
    out = tmp_path / "answers"
    bench(
        "run",
        "--corpus",
        corpus,
        "--method",
        "same_path",
        "--jobs",
        1,
        "--json",
        tmp_path / "r.json",
        "--outputs",
        out,
        "--best-region",
    )
    answer = json.loads(next(out.glob("*/tables/one.json")).read_text())
    assert set(answer) == {"page", "seconds", "error", "regions"}
    assert all(isinstance(cell, str) for row in answer["regions"][0]["records"] for cell in row)
