"""Published figures are data; ours are measured beside them, or a sentence says why not."""

import pytest

from pagerows.cli import main
from pagerows.errors import ParameterError
from pagerows.lab.bench.results import PageResult
from pagerows.lab.papers import experiments
from pagerows.lab.papers.published import figure, published, table

WANTED = {
    *(f"v20-{n}" for n in range(6, 17)),
    *("vd20-1", "vd20-2", "vd13-1"),
    *(f"f17-{n}" for n in range(8, 15)),
    *(f"e17-{n}" for n in range(7, 11)),
}


def test_every_table_that_the_data_allow_is_there():
    assert {found.name for found in published()} >= WANTED


@pytest.mark.parametrize("found", published(), ids=lambda found: found.name)
def test_every_table_is_whole_and_says_what_differs(found):
    assert found.differs
    assert found.compute in experiments._EXPERIMENTS
    assert len({row.label for row in found.rows}) == len(found.rows)
    for row in found.rows:
        assert len(row.published) == len(found.columns)


@pytest.mark.parametrize("found", [found for found in published() if found.unit == "%"], ids=lambda found: found.name)
def test_published_f1_follows_from_published_precision_and_recall(found):
    """A misread digit would show here."""
    if {"P", "R", "F1"} <= set(found.columns):
        for row in found.rows:
            p, r, f = (row.published[found.columns.index(name)] for name in ("P", "R", "F1"))
            if f is None:
                continue
            assert f == pytest.approx(2 * p * r / (p + r), abs=0.12)


def test_a_region_is_right_if_the_answer_holds_half_of_the_records():
    def page(name, correct):
        counts = {"gold": 10, "predicted": 10, "correct": correct}
        return PageResult(method="m", dataset="d", page=name, kind="count", counts=counts)

    results = [page("a", 5), page("b", 4), page("c", 10), page("d", 0)]
    assert figure(results, "right_region") == 50
    assert figure(results, "wrong_region") == 50
    assert figure(results, "records.F1") == pytest.approx(47.5)
    assert figure(results, "items.F1") is None


def test_methods_that_are_not_there_cost_their_row_only():
    def run(dataset, spec):
        raise AssertionError("nothing to run")

    found = table("v20-13")
    broken = experiments.compute(
        type(found)(
            **{name: getattr(found, name) for name in found.__slots__ if name != "rows"},
            rows=tuple(
                type(row)(label=row.label, published=row.published, method="nonesuch", datasets=("d",))
                for row in found.rows
            ),
        ),
        experiments.Bench(run=run),
    )
    assert all("unknown method 'nonesuch'" in why for why in broken.values())


def test_an_unknown_table_names_those_there_are():
    with pytest.raises(ParameterError, match="e17-7"):
        table("nope")


def test_the_command_prints_ours_beside_the_published(titled_page, in_process, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ["bench", "tables", "--corpus", str(titled_page), "--jobs", "1", "--static"]
    assert main([*arguments, "f17-10", "f17-12"]) == 0
    printed = capsys.readouterr().out
    assert "92.73" in printed  # DEPTA as published
    assert "not measured: DERIN: " in printed  # it needs a browser
    assert "data: not public" in printed
    kept = list((tmp_path / ".bench" / "tables").glob("depta-tpsf-*.json"))
    assert len(kept) == 2  # with the paper's setting, and with ours
    before = [path.stat().st_mtime_ns for path in kept]
    assert main([*arguments, "f17-10"]) == 0
    assert [path.stat().st_mtime_ns for path in kept] == before  # taken from what was kept


def test_the_filter_table_measures_a_page(titled_page):
    bench = experiments.Bench(run=lambda *_: [], corpus=titled_page)
    measured = experiments.compute(table("vd13-1"), bench, "paper")
    assert set(measured) == {"average of 23 sites", "amazon.com"}
    assert dict(zip(table("vd13-1").columns, measured["amazon.com"], strict=True))["content present"] == 100.0
    assert experiments.compute(table("vd13-1"), bench, "ours") == {}  # the filter is measured as published


def test_noise_removed_follows_from_the_published_counts():
    """[VD13 Eq. 4]: a misread digit of Table I would show here."""
    filtered = table("vd13-1")
    assert len(filtered.rows) == 24
    for row in filtered.rows[1:]:
        nodes, left, pruned, _, total, target, total_left, target_left, noise = row.published
        assert pruned == pytest.approx(100 * (1 - left / nodes), abs=0.02), row.label
        if noise is not None:
            assert noise == pytest.approx(100 * (1 - (total_left - target_left) / (total - target)), abs=0.01), (
                row.label
            )


def test_a_row_is_measured_with_the_papers_setting_and_with_ours(titled_page):
    asked = []
    bench = experiments.Bench(run=lambda _, spec: asked.append(spec.label) or [], corpus=titled_page)
    for side in experiments.SIDES:
        experiments.compute(table("f17-10"), bench, side)
    assert asked == ["depta:preset=paper", "derin:preset=paper", "trieschnigg", "depta", "derin"]


def test_tables_are_put_between_their_marks(titled_page, in_process, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "bench.md"
    page.write_text("before\n<!-- table f17-12 -->\nearlier\n<!-- end f17-12 -->\nafter\n")
    arguments = ["bench", "tables", "--corpus", str(titled_page), "--jobs", "1", "--static", "--markdown", str(page)]
    assert main([*arguments, "f17-12"]) == 0
    written = page.read_text()
    assert written.startswith("before\n<!-- table f17-12 -->\n#### [F17] Table 12")
    assert "| DEPTA | 46.30 / - / - |" in written
    assert "earlier" not in written
    assert written.endswith("<!-- end f17-12 -->\nafter\n")
    assert main([*arguments, "f17-10"]) == 1
    assert "no marks" in capsys.readouterr().err
    assert page.read_text() == written


def test_the_spectrum_of_a_long_signal_is_had_sooner_lazily():
    assert experiments.spectrum_saving(2**16, rounds=3) > 0


def test_without_corpora_every_row_says_so(tmp_path):
    bench = experiments.Bench(run=lambda *_: [], corpus=tmp_path / "nowhere")
    assert all("no corpora at" in why for why in experiments.compute(table("v20-16"), bench).values())
    assert all("no corpora at" in why for why in experiments.compute(table("vd13-1"), bench, "paper").values())
