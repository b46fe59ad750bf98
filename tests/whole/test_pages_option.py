"""`extract --pages` and `--resume`."""

import csv
import json
import sqlite3
from contextlib import closing

import pytest

from pagerows.cli import main

from .conftest import ALL, PAGE

EVERY = [f"Lamp number {n}" for n in range(1, ALL + 1)]


@pytest.fixture
def extract(site, tmp_path):
    def run(path, out, *options, pages=20):
        return main(
            ["extract", f"{site.url}{path}", "--pages", str(pages), "--delay", "0", "-o", str(tmp_path / out), *options]
        )

    return run


def rows_of(path):
    text = path.read_text("utf-8").splitlines()
    return [json.loads(line) for line in text] if path.suffix == ".jsonl" else list(csv.DictReader(text))


@pytest.mark.parametrize("out", ["rows.csv", "rows.jsonl"])
def test_a_list_is_written_over_all_of_its_pages(extract, site, tmp_path, capfd, out):
    assert extract("/changing", out) == 0
    rows = rows_of(tmp_path / out)
    assert [row["title"] for row in rows] == EVERY
    assert list(rows[0])[:3] == ["page_url", "page_number", "row"]
    assert {path.name for path in tmp_path.iterdir()} == {out}
    assert "23 rows of 5 pages, 2 duplicates left out; the last page was read" in capfd.readouterr().err


@pytest.mark.parametrize("out", ["rows.json", "rows.xlsx", "rows.md", "rows.parquet"])
def test_other_formats_are_written_when_the_list_has_ended(extract, tmp_path, out):
    assert extract("/numbered", out, pages=2) == 0
    assert (tmp_path / out).stat().st_size > 500


def test_a_database_gets_one_table_a_list(extract, tmp_path):
    assert extract("/numbered", "rows.db") == 0
    with closing(sqlite3.connect(tmp_path / "rows.db")) as database:
        tables = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        counts = [database.execute(f'select count(*) from "{name}"').fetchone()[0] for name in tables]
    assert sorted(counts) == [1, ALL]  # one line on the list, and its rows


@pytest.mark.parametrize("first", [1, 2, 3])
@pytest.mark.parametrize("out", ["rows.csv", "rows.jsonl"])
def test_a_stopped_run_goes_on_where_it_was(extract, site, tmp_path, out, first):
    whole, parts = f"whole-{out}", f"parts-{out}"
    assert extract("/numbered", whole) == 0
    asked = len(site.paths)
    assert extract("/numbered", parts, pages=first) == 0
    assert (tmp_path / f"{parts}.state").exists()
    with (tmp_path / parts).open("ab") as file:
        file.write(b"half a li")  # as if it had been killed while writing
    assert extract("/numbered", parts, "--resume") == 0
    assert (tmp_path / parts).read_bytes() == (tmp_path / whole).read_bytes()
    assert len(site.paths) == 2 * asked
    assert not (tmp_path / f"{parts}.state").exists()


def test_what_was_read_before_a_failure_is_kept_and_gone_on_with(extract, site, tmp_path, capfd):
    site.robots = "User-agent: *\nDisallow: /*page=4\n"
    assert extract("/numbered", "rows.csv") == 1
    assert len(rows_of(tmp_path / "rows.csv")) == 3 * PAGE
    err = capfd.readouterr().err
    assert "robots.txt forbids" in err
    assert "15 rows of 3 pages" in err
    assert extract("/numbered", "rows.csv", "--resume", "--no-robots") == 0
    assert [row["title"] for row in rows_of(tmp_path / "rows.csv")] == EVERY


def test_a_first_page_that_fails_leaves_the_output_as_it_was(extract, tmp_path):
    (tmp_path / "rows.csv").write_text("old\n", encoding="utf-8")
    assert extract("/nothing", "rows.csv") == 1
    assert (tmp_path / "rows.csv").read_text("utf-8") == "old\n"


def test_a_wall_is_told_and_fails(extract, tmp_path, capfd):
    assert extract("/login-wall", "rows.csv") == 1
    assert "asks to log in" in capfd.readouterr().err
    assert len(rows_of(tmp_path / "rows.csv")) == 2 * PAGE


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["page.html", "--pages", "3"], "is not a URL"),
        (["http://127.0.0.1:9/", "--pages", "3", "--resume"], "output file"),
        (["http://127.0.0.1:9/", "--resume", "-o", "x.csv"], "--pages N"),
        (["http://127.0.0.1:9/", "--pages", "3", "--all"], "--all"),
    ],
)
def test_wrong_use_is_one_line(arguments, said, capfd):
    assert main(["extract", *arguments]) == 2
    assert said in capfd.readouterr().err


def test_a_state_of_another_run_is_refused(extract, tmp_path, capfd):
    assert extract("/numbered", "rows.csv", pages=2) == 0
    assert extract("/next", "rows.csv", "--resume") == 2
    assert "another run" in capfd.readouterr().err


def test_it_is_told_where_the_site_says_that_there_is_more(extract, site, capfd):
    assert extract("/counted", "rows.jsonl") == 0
    assert "5 rows (the site says 310) of 1 page" in capfd.readouterr().err


def test_headers_of_ones_own_go_along_on_every_page_and_when_a_run_goes_on(extract, site):
    assert extract("/numbered", "rows.csv", "--header", "X-Key: k", pages=3) == 0
    assert extract("/numbered", "rows.csv", "--header", "X-Key: k", "--resume") == 0
    asked = [headers for path, headers in zip(site.asked, site.headers, strict=True) if path != "/robots.txt"]
    assert [headers.get("X-Key") for headers in asked] == ["k"] * 5


def test_a_second_run_with_a_cache_asks_for_nothing(extract, site, tmp_path):
    for out in ("one.csv", "two.csv"):
        assert extract("/numbered", out, "--cache", str(tmp_path / "cache")) == 0
    assert len(site.paths) == 5
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_several_lists_go_into_one_file(site, tmp_path):
    out = tmp_path / "rows.csv"
    urls = [f"{site.url}/numbered", f"{site.url}/next"]
    assert main(["extract", *urls, "--pages", "2", "--delay", "0", "-o", str(out)]) == 0
    rows = rows_of(out)
    assert [row["title"] for row in rows] == 2 * EVERY[: 2 * PAGE]
    assert [path.name for path in tmp_path.iterdir()] == ["rows.csv"]
