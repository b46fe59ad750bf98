"""The report is one page that loads nothing and shows what runs hold."""

import json
import re

import pytest

from pagerows.cli import main
from pagerows.lab.bench import report
from pagerows.lab.bench.report import charts
from pagerows.lab.bench.results import PageResult, Run, merged


def result(page, correct, *, method="signal", dataset="shops", category="Arts", **more):
    counts = {"gold": 10, "predicted": 10, "correct": correct}
    values = {"kind": "count", "counts": counts, "seconds": 0.01 * correct + 0.001, "nodes": 100 * correct + 50}
    return PageResult(method=method, dataset=dataset, page=page, category=category, **{**values, **more})


@pytest.fixture
def run():
    results = [
        result(f"page-{n}", n % 11, method=method, category=["Arts", "Business", "Games", "Health", "News"][n % 5])
        for n in range(20)
        for method in ("signal", "mdr")
    ]
    results.append(result("broken", 0, error="ValueError: <b>boom</b>"))
    results.append(result("article", 0, has_records=False, alarm=True, counts={}, kind="none"))
    methods = {name: {"method": name, "params": {}} for name in ("signal", "mdr")}
    return Run(results=results, methods=methods, datasets={"shops": {"digest": "x", "pages": 22, "problems": []}})


SPEED = {
    "speed": [{"step": "parse only", "median_ms": 1.0, "p95_ms": 2.0, "ratio": 1.0, "peak_mib": None}],
    "growth": [
        {"step": step, "nodes": [10, 20, 40, 80], "seconds": [n * k for n in (1, 2, 4, 8)], "exponent": 1.0}
        for step, k in (("signal", 0.9), ("signal:spectrum=full", 1.0))
    ],
}


def test_the_page_has_every_section_and_loads_nothing(run):
    page = report.report(run, SPEED)
    for title in ("Figures", "Quality by dataset", "Quality by category", "Time against", "Growth", "Failures"):
        assert f"<h2>{title}" in page
    assert not re.search(r"""(src|href)=['"]?(https?:)?//""", page)
    assert "@import" not in page
    assert "<script" not in page


def test_time_against_size_shows_the_fitted_exponent(run):
    assert re.search(r"time ~ nodes\^\d\.\d\d", report.report(run))


def test_full_against_lazy_says_how_much_is_saved(run):
    assert "Lazy saves 10.0 %" in report.report(run, SPEED)
    assert "Not measured" in report.report(run)


def test_failures_come_worst_first_and_texts_are_escaped(run):
    page = report.report(run)
    gallery = page[page.index("<h2>Failures") :]
    assert "ValueError: &lt;b&gt;boom" in gallery
    assert "answered on a page without records" in gallery
    assert gallery.index("0 of 10 records right") < gallery.index("1 of 10 records right")


def test_failures_link_to_inspect_reports(run):
    assert "<a href='x/broken.html'>broken</a>" in report.report(run, inspect=lambda r: f"x/{r.page}.html")


def test_runs_are_joined_and_the_last_one_counts(run):
    newer = Run(results=[result("page-0", 9)], methods={"signal": run.methods["signal"]}, datasets=run.datasets)
    joined = merged([run, newer])
    assert len(joined.results) == len(run.results)
    assert next(r for r in joined.results if r.key == ("signal", "shops", "page-0")).counts["correct"] == 9


def test_too_few_points_make_no_fit():
    assert "too few pages" in charts.scatter([(1, 1), (1, 2)], title="t", number=0)


def test_the_command_writes_page_and_inspect_reports(corpus, in_process, tmp_path, capsys):
    saved, out = tmp_path / "run.json", tmp_path / "bench.html"
    common = ["--corpus", str(corpus)]
    assert main(["bench", "run", *common, "--method", "same_path", "--jobs", "1", "--json", str(saved)]) == 0
    assert main(["bench", "report", str(saved), "-o", str(out), "--inspect", "1", *common]) == 0
    page = out.read_text()
    (link,) = re.findall(r"href='(bench_pages/[^']+)'", page)
    assert (tmp_path / link).is_file()


def test_a_file_that_is_no_run_is_one_clear_error(tmp_path, capsys):
    (tmp_path / "x.json").write_text(json.dumps([]))
    assert main(["bench", "report", str(tmp_path / "x.json"), "-o", str(tmp_path / "o.html")]) != 0
    assert "is no result of" in capsys.readouterr().err
