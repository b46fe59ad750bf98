"""Runs over many pages: stopped, killed and gone on with; pages without records; tables that grow without doubles."""

import fcntl
import json
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from pagerows.cli import main
from pagerows.cli._journal import MAGIC

PAGES = 120
PROSE = "<html><body><p>Only one paragraph stands here.</p></body></html>"


def shop(name: str, count: int = 5) -> str:
    items = (f"<li><h3><a href=/{n}>{name} number {n}</a></h3><p>{n + 1}.50 €</p></li>" for n in range(count))
    return f"<html><body><ul>{''.join(items)}</ul></body></html>"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "pages").mkdir()
    for n in range(PAGES):
        (tmp_path / "pages" / f"{n:03}.html").write_text(shop(f"Thing {n}") if n % 4 else PROSE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stopped(folder, number, *options):
    """Stop a run when it has read some pages; return its exit code and what it said."""
    command = [sys.executable, "-m", "pagerows", "extract", "pages", *options]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as run:
        partial = folder / f"{options[options.index('-o') + 1]}.partial"
        until = time.monotonic() + 120
        while (
            run.poll() is None and time.monotonic() < until and not (partial.exists() and partial.stat().st_size > 600)
        ):
            time.sleep(0.005)
        run.send_signal(number)
        said = run.communicate(timeout=120)[1]
    return run.returncode, said


@pytest.mark.parametrize(
    ("number", "format_"),
    [(signal.SIGINT, "csv"), (signal.SIGTERM, "jsonl")],
    ids=["Ctrl-C", "terminated"],
)
def test_a_stopped_run_keeps_what_is_whole_and_is_gone_on_with(folder, number, format_):
    out = f"rows.{format_}"
    code, said = stopped(folder, number, "-o", out)
    assert code == 130, said
    assert "pages are in rows" in said
    assert "the same command with --resume goes on" in said
    some = (folder / out).read_text()
    assert main(["extract", "pages", "-o", f"whole.{format_}"]) == 0
    whole = (folder / f"whole.{format_}").read_text()
    assert some
    assert some != whole
    assert whole.startswith(some)
    assert main(["extract", "pages", "-o", out, "--resume"]) == 0
    assert (folder / out).read_text() == whole
    assert not (folder / f"{out}.partial").exists()


def test_a_killed_run_is_gone_on_with_and_an_output_of_before_stays_till_then(folder):
    (folder / "rows.csv").write_text("old")
    code, _ = stopped(folder, signal.SIGKILL, "-o", "rows.csv")
    assert code == -signal.SIGKILL
    assert (folder / "rows.csv").read_text() == "old"
    assert main(["extract", "pages", "-o", "whole.csv"]) == 0
    assert main(["extract", "pages", "-o", "rows.csv", "--resume"]) == 0
    assert (folder / "rows.csv").read_bytes() == (folder / "whole.csv").read_bytes()


def test_what_an_earlier_run_kept_is_neither_lost_nor_mixed_with_other_options(folder, capfd):
    stopped(folder, signal.SIGKILL, "-o", "rows.csv")
    kept = (folder / "rows.csv.partial").read_bytes()
    assert main(["extract", "pages", "-o", "rows.csv"]) == 2
    assert "--resume goes on with it, or remove it" in capfd.readouterr().err
    assert main(["extract", "pages", "-o", "rows.csv", "--resume", "--all"]) == 2
    assert "of a run with other options" in capfd.readouterr().err
    assert (folder / "rows.csv.partial").read_bytes() == kept
    (folder / "rows.csv.partial").write_bytes(b"something else")
    assert main(["extract", "pages", "-o", "rows.csv", "--resume"]) == 2
    assert "no file of pagerows" in capfd.readouterr().err


def test_no_space_for_what_was_read_is_told_and_the_pages_before_are_gone_on_with(folder):
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, -1));"
        "from pagerows.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "extract", "pages", "-o", "rows.csv"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "pagerows: cannot write rows.csv.partial: File too large" in done.stderr) == (1, True)
    assert not (folder / "rows.csv").exists()
    assert main(["extract", "pages", "-o", "rows.csv", "--resume"]) == 0
    assert main(["extract", "pages", "-o", "whole.csv"]) == 0
    assert (folder / "rows.csv").read_bytes() == (folder / "whole.csv").read_bytes()


def test_a_run_that_was_stopped_before_its_first_page_is_begun_again(folder):
    (folder / "rows.csv.partial").write_bytes(MAGIC + b"k" * 32)
    assert main(["extract", "pages", "-o", "rows.csv"]) == 0
    assert not (folder / "rows.csv.partial").exists()


def test_a_second_run_into_the_same_file_waits_but_several_may_add_to_one_table(folder, capfd):
    with (folder / "rows.csv.partial").open("wb") as one, (folder / "rows.db.partial").open("wb") as other:
        for file in (one, other):
            fcntl.flock(file, fcntl.LOCK_EX)
        assert main(["extract", "pages", "-o", "rows.csv"]) == 2
        assert "another run writes to rows.csv right now" in capfd.readouterr().err
        assert main(["extract", "pages", "-o", "rows.db", "--into", "offers", "--upsert"]) == 0
    assert len(table(folder / "rows.db")) > PAGES


def test_a_kept_file_cannot_bring_anything_to_run(folder, capfd):
    stopped(folder, signal.SIGKILL, "-o", "rows.csv")
    body = b"cos\nsystem\n(S'echo ran > ran.txt'\ntR."
    with (folder / "rows.csv.partial").open("ab") as file:
        file.write(len(body).to_bytes(8, "little") + body)
    assert main(["extract", "pages", "-o", "rows.csv", "--resume"]) == 2
    assert "cannot be read" in capfd.readouterr().err
    assert not (folder / "ran.txt").exists()


def test_a_page_that_changed_since_is_read_again(folder):
    stopped(folder, signal.SIGKILL, "-o", "rows.csv")
    (folder / "pages" / "001.html").write_text(shop("Something new"))
    assert main(["extract", "pages", "-o", "rows.csv", "--resume"]) == 0
    assert "Something new number 0" in (folder / "rows.csv").read_text()


def test_resuming_one_page_is_wrong_use(folder, capfd):
    assert main(["extract", "pages/001.html", "-o", "rows.csv", "--resume"]) == 2
    assert "--resume goes on with --pages N, or with many pages" in capfd.readouterr().err


def test_pages_without_records_are_listed_among_the_errors(folder):
    (folder / "pages" / "bad.html").write_text("")
    assert main(["extract", "pages", "-o", "rows.csv", "--errors", "bad.jsonl"]) == 1
    told = [json.loads(line) for line in (folder / "bad.jsonl").read_text().splitlines()]
    assert [line["source"] for line in told if "error" in line] == ["pages/bad.html"]
    assert [line["source"] for line in told if "empty" in line] == [f"pages/{n:03}.html" for n in range(0, PAGES, 4)]


def table(path) -> list[tuple]:
    base = sqlite3.connect(path)
    try:
        return base.execute("SELECT source, row, title FROM offers ORDER BY source, row").fetchall()
    finally:
        base.close()


def test_a_growing_table_does_not_double_the_rows_of_a_page_that_is_read_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(shop(f"Thing {name}"))
    arguments = ["extract", "a.html", "b.html", "-o", "rows.db", "--into", "offers", "--upsert"]
    assert main(arguments) == 0
    first = table("rows.db")
    assert [row[:2] for row in first] == [(f"{name}.html", n) for name in "ab" for n in range(1, 6)]
    assert main(arguments) == 0
    assert table("rows.db") == first
    (tmp_path / "a.html").write_text(shop("Changed", 4))
    (tmp_path / "b.html").write_text(PROSE)
    assert main(arguments) == 0
    assert table("rows.db") == [("a.html", n, f"Changed number {n - 1}") for n in range(1, 5)] + first[5:]


def test_upsert_takes_over_a_table_that_grew_without_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.html").write_text(shop("Thing a"))
    assert main(["extract", "a.html", "-o", "rows.db", "--into", "offers"]) == 0
    assert main(["extract", "a.html", "-o", "rows.db", "--into", "offers", "--upsert"]) == 0
    assert [row[:2] for row in table("rows.db")] == [("a.html", n) for n in range(1, 6)]


def test_upsert_without_a_table_is_wrong_use(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.html").write_text(shop("Thing a"))
    assert main(["extract", "a.html", "-o", "rows.db", "--upsert"]) == 2
    assert "--into" in capfd.readouterr().err
