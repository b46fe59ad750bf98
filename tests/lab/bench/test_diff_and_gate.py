"""Pages won and lost, and floors that only rise."""

from dataclasses import replace
from pathlib import Path

import pytest

from pagerows.cli import main
from pagerows.errors import CorpusError
from pagerows.lab.bench import diff
from pagerows.lab.bench.corpora import load, load_all
from pagerows.lab.bench.floors import Floors, figures, sampled
from pagerows.lab.bench.results import PageResult, Run


def result(page, correct, *, method="m", predicted=10, **more):
    counts = {"gold": 10, "predicted": predicted, "correct": correct}
    return PageResult(method=method, dataset="d", page=page, kind="count", counts=counts, seconds=0.01, **more)


def run_of(*results, digest="x"):
    methods = {r.method: {"method": r.method, "params": {}} for r in results}
    return Run(results=list(results), methods=methods, datasets={"d": {"digest": digest, "pages": 2, "problems": []}})


def test_a_diff_tells_pages_won_from_pages_lost(tmp_path, capsys):
    run_of(result("a", 10), result("b", 2), result("c", 5)).save(tmp_path / "a.json")
    run_of(result("a", 4), result("b", 10), result("c", 5)).save(tmp_path / "b.json")
    assert main(["bench", "diff", str(tmp_path / "a.json"), str(tmp_path / "b.json")]) == 0
    won, lost = capsys.readouterr().out.split("lost: ")
    assert "won: 1 pages" in won
    assert "+80.0   20.0 -> 100.0  d/b" in won
    assert "-60.0  100.0 ->  40.0  d/a" in lost


def test_without_two_runs_diff_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["bench", "diff"]) != 0
    assert "no two runs to compare yet" in capsys.readouterr().err


def test_two_runs_of_one_method_each_can_be_compared_whatever_their_names():
    before, after = run_of(result("a", 1)), run_of(result("a", 9, method="n"))
    assert diff.pairs(before, after) == [("m", "n")]
    assert diff.changes(before, after, ("m", "n"))[0].gain == pytest.approx(0.8)
    with pytest.raises(CorpusError, match="share no method"):
        diff.pairs(before, run_of(result("a", 1, method="n"), result("a", 1, method="o")))


def test_a_diff_says_where_the_pages_are_not_the_same():
    assert "have changed" in diff.comparable(run_of(result("a", 1)), run_of(result("a", 1), digest="y"))[0]


def test_floors_rise_but_do_not_fall_without_a_reason(tmp_path):
    floors = Floors().updated(run_of(result("a", 8), result("b", 10)), "all")
    assert floors.scopes["all"]["d"]["m"] == {"answered": 100.0, "F1": 90.0, "macro_F1": 90.0, "perfect": 50.0}
    worse, better = run_of(result("a", 6), result("b", 10)), run_of(result("a", 10), result("b", 10))
    assert [str(b) for b in floors.check(worse, "all")] == [
        "d m F1: 80.0 is below its floor 90.0",
        "d m macro_F1: 80.0 is below its floor 90.0",
    ]
    assert floors.updated(worse, "all").scopes == floors.scopes
    assert floors.updated(better, "all").scopes["all"]["d"]["m"]["F1"] == 100.0
    lowered = floors.updated(worse, "all", "the gold was wrong", "2026-11-15")
    lowered.save(tmp_path / "floors.toml")
    again = Floors.load(tmp_path / "floors.toml")
    assert again == lowered
    assert {(entry["figure"], entry["reason"]) for entry in again.lowered} == {
        ("F1", "the gold was wrong"),
        ("macro_F1", "the gold was wrong"),
    }


def test_a_method_that_fails_on_pages_falls_below_its_floor():
    floors = Floors().updated(run_of(result("a", 8)), "all")
    failed = run_of(result("a", 0, predicted=0, error="timeout: over 1 s"))
    assert "answered" in {b.figure for b in floors.check(failed, "all")}


def test_figures_are_rounded_down_so_that_equal_runs_pass():
    assert figures([result("a", 9, predicted=11)])["F1"] == 85.7
    assert (
        not Floors()
        .updated(run_of(result("a", 9, predicted=11)), "all")
        .check(run_of(result("a", 9, predicted=11)), "all")
    )


def test_the_sample_is_fixed_and_knows_the_whole_datasets_digest(corpus):
    whole = load(corpus, "tables")
    few = sampled(whole, 1)
    assert len(few.pages) == 1
    assert [g.page for g in few.pages] == [g.page for g in sampled(load(corpus, "tables"), 1).pages]
    assert few.digest() == whole.digest()


def test_the_gate_passes_fails_and_leaves_other_corpora_out(corpus, in_process, tmp_path, capsys):
    file = tmp_path / "floors.toml"
    gate = ["bench", "gate", "--corpus", str(corpus), "--floors", str(file), "--jobs", "1"]
    assert main([*gate, "--raise", "--method", "same_path"]) == 0
    floors = Floors.load(file)
    floors.scopes["all"]["tables"]["same_path"]["F1"] = 99.0
    floors.save(file)
    assert main(gate) == 1
    assert "is below its floor 99.0" in capsys.readouterr().out
    (corpus / "tables" / "one" / "page.html").write_text("<p>other pages")
    assert main(gate) == 0
    assert "tables is not the dataset" in capsys.readouterr().out
    replaced = replace(floors, digests=dict.fromkeys(floors.digests, "other"))
    replaced.save(file)
    assert main(gate) == 1
    assert "nothing was compared" in capsys.readouterr().out


def test_the_gate_can_take_a_saved_run(corpus, in_process, tmp_path, capsys):
    saved, file = tmp_path / "run.json", tmp_path / "floors.toml"
    common = ["--corpus", str(corpus), "--method", "same_path"]
    assert main(["bench", "run", *common, "--jobs", "1", "--json", str(saved)]) == 0
    gate = ["bench", "gate", *common, "--floors", str(file), "--run", str(saved)]
    assert main([*gate, "--raise"]) == 0
    assert main([*gate, "--raise", "--sample"]) == 0
    floors = Floors.load(file)
    assert floors.scopes["all"] == floors.scopes["sample"]  # so few pages that the sample is all of them
    assert main(gate) == 0
    assert "gate: passed" in capsys.readouterr().out


def test_lowering_needs_a_reason(corpus, tmp_path, capsys):
    assert main(["bench", "gate", "--corpus", str(corpus), "--lower", " ", "--method", "same_path"]) != 0
    assert "needs a reason" in capsys.readouterr().err


@pytest.mark.corpora
def test_no_method_has_fallen_below_its_floor_on_the_sample(corpora, capsys):
    """The quality gate of every test run; `make gate` does the same on all pages."""
    file = Path(__file__).parents[3] / "bench" / "floors.toml"
    floors = Floors.load(file)
    if not floors.methods("sample"):
        pytest.skip("no floors are set")
    if not any(floors.same_corpus(dataset) for dataset in load_all(corpora)):
        pytest.skip("the floors were measured on other corpora")
    code = main(["bench", "gate", "--sample", "--corpus", str(corpora), "--floors", str(file), "--jobs", "1"])
    assert code == 0, capsys.readouterr().out
