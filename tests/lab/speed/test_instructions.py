"""Instructions by stage: what is read of valgrind's files, what is said where something is missing."""

import shutil
import subprocess
import sys

import pytest

from pagerows.lab.speed import instructions

PAGE = "<ul>" + "".join(f"<li><h3>Item {n}</h3><p>{n} €</p></li>" for n in range(9)) + "</ul>"


@pytest.mark.parametrize(
    ("dump", "stage"),
    [
        ("desc: Trigger: Client Request: auto\nevents: Ir\nsummary: 77\n", ("auto", 77)),
        ("desc: Trigger: Client Request: auto\n\ntotals: 5\n", ("auto", 5)),
        ("desc: Trigger: Program termination\nsummary: 77\n", None),
        ("", None),
    ],
    ids=["a stage", "totals", "the end of the program", "nothing"],
)
def test_a_dump_tells_its_stage_and_its_instructions(dump, stage):
    assert instructions.told(dump) == stage


def test_what_is_not_installed_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="valgrind is not installed: `apt install"):
        instructions.counted([], ["lxml"])


def test_an_unknown_stage_is_an_error_that_names_those_there_are():
    done = subprocess.run(
        [sys.executable, "-m", "pagerows.lab.speed.instructions", "--stages", "tidy"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "no such stage: tidy; there are lxml, parse" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_stages_are_counted_the_same_twice(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE)
    first, again = (instructions.counted([page], ["lxml", "parse", "rows"]) for _ in range(2))
    assert first.keys() == {"lxml", "parse", "rows"}
    assert all(abs(first[name] - again[name]) < 0.05 * first[name] for name in first)
