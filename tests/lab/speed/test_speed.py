"""Times are of the machine; what can be tested is how they are taken and reported."""

import json
import math

import pytest

from pagerows.cli import main
from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.lab.bench.tasks import MethodSpec
from pagerows.lab.speed import methods as speed
from pagerows.lab.speed import signal as speed_signal

PAGES = [generate(PageSpec(records=n)).html.encode() for n in (5, 9)]


def test_every_step_is_a_ratio_to_parsing_alone():
    rows = speed.measure(PAGES, [MethodSpec("same_path")], rounds=2)
    assert [row.step for row in rows] == ["parse only", "node table", "same_path"]
    assert rows[0].ratio == 1.0
    assert rows[2].ratio > rows[0].ratio
    assert all(row.pages == 2 and not row.failed for row in rows)


def test_a_page_on_which_a_method_fails_counts_for_no_step(monkeypatch):
    named = {"parse only": len, "broken": lambda page: {}[page == PAGES[0]] if page == PAGES[0] else len(page)}
    monkeypatch.setattr(speed, "steps", lambda _: named)
    rows = speed.measure(PAGES, [], rounds=1)
    assert [(row.pages, row.failed) for row in rows] == [(1, 0), (1, 1)]


@pytest.mark.parametrize(
    ("sizes", "seconds", "power"),
    [([1, 10, 100], [2, 20, 200], 1), ([1, 10, 100], [1, 100, 10_000], 2), ([1, 10], [5, 5], 0)],
    ids=["linear", "quadratic", "constant"],
)
def test_the_exponent_is_the_slope_of_the_logarithms(sizes, seconds, power):
    assert speed.exponent(sizes, seconds) == pytest.approx(power, abs=1e-9)


def test_one_size_has_no_exponent():
    assert math.isnan(speed.exponent([5, 5], [1, 2]))


def test_memory_is_measured_in_a_fresh_process():
    peak = speed.peak_memory(generate(PageSpec(records=2000)).html.encode(), None)
    assert peak is not None
    assert 0 < peak < 500
    assert speed.peak_memory(b"<p>x", MethodSpec("nonesuch")) is None


def test_the_command_prints_ratios_growth_and_saves(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(speed, "SIZES", (5, 10, 20, 40))
    monkeypatch.setattr(speed.growth, "__kwdefaults__", {"sizes": (5, 10, 20, 40), "rounds": 1})
    monkeypatch.delenv("PAGEROWS_CORPORA", raising=False)
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "speed.json"
    code = main(
        ["bench", "speed", "--method", "same_path", "--pages", "2", "--rounds", "1", "--no-memory", "--json", str(out)]
    )
    assert code == 0
    printed = capsys.readouterr().out
    assert "no corpora: timing generated pages" in printed
    assert "exponent" in printed
    assert len(json.loads(out.read_text())["growth"][0]["nodes"]) == 4


def test_a_corpus_that_was_named_but_is_not_there_is_an_error(tmp_path, capsys):
    assert main(["bench", "speed", "--corpus", str(tmp_path / "nowhere")]) != 0
    assert "no corpora at" in capsys.readouterr().err


def test_steps_of_auto_are_timed_as_multiples_of_lxml_and_grow_with_the_page():
    from pagerows.lab.speed.auto import STEPS, growth, ratios
    from pagerows.lab.speed.signal import repeated

    found = ratios([repeated(300).encode()], rounds=1)
    assert tuple(found) == STEPS
    assert all(value > 0 for value in found.values())
    points = growth(repeated, (300, 900))
    assert [nodes for nodes, *_ in points] == sorted({nodes for nodes, *_ in points})


def test_the_signal_method_is_timed_as_multiples_of_lxml_with_and_without_its_table():
    pages = [speed_signal.repeated(300).encode(), speed_signal.chained(600).encode()]
    found = speed_signal.corpus_ratios(pages, rounds=1)
    assert found.shape == (2, 4)
    assert (found > 0).all()


def test_calls_are_made_in_turns_and_the_best_time_of_each_counts():
    made = []
    best = speed.interleaved([lambda: made.append("a"), lambda: made.append(sum(range(100_000)))], rounds=3)
    assert made == ["a", 4999950000] * 3
    assert 0 <= best[0] < best[1]


def test_growth_of_the_signal_method_is_printed_with_the_coefficients_looked_up():
    for series in speed_signal.growth((300, 1_200)):
        assert series.points[0].nodes < series.points[1].nodes
        assert all(0 < point.parse_seconds < point.seconds for point in series.points)
        assert {point.coefficients for point in series.points} <= {*range(5, 101)}
        assert not math.isnan(series.exponent)
    printed = list(speed_signal.lines((300, 1_200)))
    assert sum("coefficients looked up" in line for line in printed) == 2


def test_without_corpora_no_pages_are_timed_and_that_is_said(tmp_path, capsys):
    assert speed.dev_pages(tmp_path / "none", 1) == []
    assert "no pages are timed: no corpora at" in capsys.readouterr().err


def test_every_second_page_of_the_corpora_is_timed(tmp_path):
    for name in "abc":
        page = tmp_path / "set" / name / "page.html"
        page.parent.mkdir(parents=True)
        page.write_text(name)
    (tmp_path / "set" / "gold.jsonl").write_text("")
    assert speed.dev_pages(tmp_path, 2) == [b"a", b"c"]
