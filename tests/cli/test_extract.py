"""``pagerows extract`` through the real command."""

import csv
import gzip
import io
import json
import os
import random
import sqlite3
import subprocess
import sys

import pytest


def test_piped_output_is_csv_with_links_and_harmless_cells(pagerows, shop):
    done = pagerows("extract", shop, "--base-url", "http://shop.example/")
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "pagerows: 1 cell that spreadsheets would run as formulas got an apostrophe; --no-guard leaves them"
    ]
    assert len(rows) == 5
    assert "http://shop.example/p/1" in rows[1]
    assert "'=Cup()" in rows[3]
    assert "Jug ☕" in rows[4]


def test_json_says_where_each_record_is(pagerows, shop):
    done = pagerows("extract", shop, "--format", "json")
    page = json.loads(done.stdout)["pages"][0]
    assert page["title"] == "Shop"
    assert [record["xpath"] for record in page["regions"][0]["records"]] == [
        f"/html/body/div[1]/div[{n}]" for n in (1, 2, 3, 4)
    ]
    assert page["regions"][0]["xpath"] == "/html/body/div[1]"


def test_a_preset_starts_from_the_papers_setting(pagerows, shop):
    done = pagerows("extract", shop, "--method", "mdr", "--preset", "paper", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["pages"][0]["method"] == "mdr"
    wrong = pagerows("extract", shop, "--preset", "paper")
    assert wrong.returncode == 2
    assert "'auto' has no preset 'paper'; there are: " in wrong.stderr


def test_on_a_terminal_a_table_is_drawn_with_a_line_on_what_was_found(shop):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "pagerows", "extract", str(shop)]
    subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=True, env={**os.environ, "COLUMNS": "120"})
    os.close(theirs)
    drawn = b""
    try:
        while more := os.read(ours, 65536):
            drawn += more
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    text = drawn.decode()
    assert "Kettle" in text
    assert "4 records" in text


def test_every_region_without_guard_with_values_and_parameters(pagerows, shop):
    done = pagerows(
        *(
            "extract",
            "--all",
            "--no-guard",
            "--values",
            "-m",
            "same_path",
            "--align",
            "center_star",
            "--content",
            "none",
        ),
        *("-p", "min_records=4", "-p", "images=no", "--min-score", "0.2", "--encoding", "utf-8", shop),
    )
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert done.returncode == 0, done.stderr
    assert rows[0]["region"] == "1"
    assert int(rows[-1]["region"]) > 1
    assert any("=Cup()" in row.values() for row in rows)
    assert not any(str(cell).endswith(".png") for row in rows for cell in row.values())


def test_a_folder_is_searched_and_failed_pages_are_listed(pagerows, shop, tmp_path):
    folder = tmp_path / "saved" / "more"
    (folder / "page_files").mkdir(parents=True)
    html = shop.read_bytes()
    (folder / "page.html").write_bytes(html)
    (folder / "page_files" / "frame.html").write_bytes(html)  # part of a page that a browser saved
    (folder / "b.htm").write_bytes(html)
    (folder / "c.html.gz").write_bytes(gzip.compress(html))
    (folder / "bad.html.gz").write_bytes(b"\x1f\x8bnot gzip")
    done = pagerows("extract", "saved", "gone.html", "-o", "rows.csv", "--jobs", "2", "--errors", "bad.jsonl")
    assert done.returncode == 1
    assert "saved/more/bad.html.gz: " in done.stderr
    assert "gone.html: no such file" in done.stderr
    assert "2 of 5 pages failed" in done.stderr
    assert "Traceback" not in done.stderr
    rows = list(csv.DictReader(io.StringIO((tmp_path / "rows.csv").read_text("utf-8"))))
    assert [row["source"] for row in rows[::4]] == [
        f"saved/more/{name}" for name in ("b.htm", "c.html.gz", "page.html")
    ]
    errors = [json.loads(line) for line in (tmp_path / "bad.jsonl").read_text().splitlines()]
    assert [error["source"] for error in errors] == ["saved/more/bad.html.gz", "gone.html"]
    assert errors[1]["error"] == "no such file"


def test_standard_input_goes_into_a_growing_sqlite_table(pagerows, shop, tmp_path):
    for _ in range(2):
        done = pagerows("extract", "-", "-o", "rows.db", "--into", "offers", stdin=shop.read_text("utf-8"))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    base = sqlite3.connect(tmp_path / "rows.db")
    assert base.execute("SELECT count(*) FROM offers WHERE source = '-'").fetchone() == (8,)
    base.close()


def test_a_page_without_records_is_fine_and_says_so(pagerows):
    done = pagerows("extract", "-", stdin="<p>Nothing repeats here.</p>")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "pagerows: -: no records found: nothing on the page repeats like records do\n"


def test_a_page_that_is_refused_names_the_remedies(pagerows):
    prose = "".join(f"<p>{'A long sentence about nothing in particular, told once more. ' * 8}</p>" for _ in range(9))
    page = f"<ul>{''.join(f'<li><a href=/{n}>Part {n}</a></li>' for n in range(5))}</ul><article>{prose}</article>"
    done = pagerows("extract", "-", stdin=page)
    assert (done.returncode, done.stdout) == (0, "")
    assert "no records found: chance of records 0." in done.stderr
    assert "--all gives every list of the page, --min-score X those" in done.stderr
    assert pagerows("extract", "-", "--min-score", "0", stdin=page).stdout


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (["gone.html"], 1, "pagerows: gone.html: no such file"),
        (["empty"], 1, "pagerows: empty: no pages in this folder"),
        (["shop.html", "-o", "none/rows.csv"], 1, "pagerows: cannot write none/rows.csv: No such file or directory"),
        (["shop.html", "-o", "empty", "-f", "csv"], 1, "pagerows: cannot write empty: it is a folder"),
        (["shop.html", "-f", "csv", "-o", "/dev/full"], 1, "pagerows: cannot write /dev/full: No space left on device"),
        (["shop.html", "-o", "loop.csv"], 1, "pagerows: cannot write loop.csv: "),
        (["loop.csv"], 1, "pagerows: loop.csv: "),
        (["shop.html", "-o", "rows.doc"], 2, "pagerows: cannot tell the format of rows.doc: end it with one of .csv"),
        (["shop.html", "-f", "xlsx"], 2, "pagerows: xlsx needs a file: give -o OUT"),
        (["shop.html", "--into", "t"], 2, "pagerows: --into is for sqlite, the output is csv"),
        (["shop.html", "-m", "magic"], 2, "pagerows: unknown method 'magic'; there are: "),
        (["shop.html", "--filter", "magic"], 2, "pagerows: unknown filter 'magic'; there are: "),
        (
            ["shop.html", "-m", "same_path", "-p", "x=1"],
            2,
            "pagerows: unknown parameter 'x'; valid here: all_columns, drop_constant",
        ),
        (["shop.html", "-m", "same_path", "-p", "most=many"], 2, "pagerows: --param most=many: not a whole number"),
        (["shop.html", "-p", "most"], 2, "pagerows: --param most: write it as NAME=VALUE"),
        (["shop.html", "-m", "signal", "-p", "min_share=nan"], 2, "pagerows: min_share=nan: give a number, 0 or more"),
        (["shop.html", "--into", "", "-o", "x.db"], 2, "pagerows: --into needs the name of a table"),
        (["shop.html", "gone.html", "--encoding", "klingon"], 2, "pagerows: unknown encoding 'klingon'; give a name"),
        (["shop.html", "--base-url", "example.com"], 2, "pagerows: --base-url example.com: give a whole URL such as"),
        (["shop.html", "-o", "shop.html"], 2, "pagerows: shop.html is a page to read and the output, too"),
        (
            ["shop.html", "-o", "rows.csv", "--errors", "none/e.jsonl"],
            1,
            "pagerows: cannot write none/e.jsonl: ",
        ),
        (["scan.html"], 1, "pagerows: scan.html: this is a PDF document, not a web page"),
        (["noise.html"], 1, "pagerows: noise.html: this is binary data, not a web page"),
        (["nothing.html"], 1, "pagerows: nothing.html: the file is empty"),
        (["ftp://example.com/"], 1, "pagerows: ftp://example.com/: cannot fetch ftp:; give an http or https URL"),
        (["shop.html", "--max-bytes", "20"], 1, "pagerows: shop.html: the file has "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_with_the_right_exit_code(arguments, code, reason, shop, tmp_path, capfd, monkeypatch):
    from pagerows.cli import main

    (tmp_path / "empty").mkdir()
    (tmp_path / "loop.csv").symlink_to("loop.csv")
    (tmp_path / "scan.html").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")
    (tmp_path / "noise.html").write_bytes(random.Random(1).randbytes(5000))
    (tmp_path / "nothing.html").touch()
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    assert main(["extract", *arguments]) == code
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(reason)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("stdin", "options", "reason"),
    [
        ("", [], "the page is empty"),
        (" \n", [], "the page is empty"),
        ("<p>x", ["--max-bytes", "3"], "more than the 3"),
    ],
)
def test_standard_input_is_checked_as_files_are(pagerows, stdin, options, reason):
    done = pagerows("extract", "-", *options, stdin=stdin)
    assert (done.returncode, done.stdout) == (1, "")
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--jobs", "-3"], "is not a number of processes"),
        (["--timeout", "-1"], "-1 is not more than 0"),
        (["--timeout", "nan"], "nan is not more than 0"),
        (["--max-bytes", "0"], "0 is not more than 0"),
        (["--max-bytes", "many"], "invalid int value: 'many'"),
    ],
)
def test_wrong_options_are_wrong_use(shop, options, reason, capfd):
    from pagerows.cli import main

    with pytest.raises(SystemExit) as stop:
        main(["extract", str(shop), *options])
    assert stop.value.code == 2
    assert reason in capfd.readouterr().err


def test_a_folder_is_read_again_without_the_table_that_was_written_into_it(pagerows, shop, tmp_path):
    first = pagerows("extract", ".", "-o", "rows.html")
    written = (tmp_path / "rows.html").read_bytes()
    again = pagerows("extract", ".", "-o", "rows.html")
    assert (first.returncode, again.returncode, again.stderr) == (0, 0, "")
    assert (tmp_path / "rows.html").read_bytes() == written


@pytest.mark.parametrize("format_", ["csv", "json", "jsonl", "html", "markdown", "table"])
def test_a_reader_that_has_seen_enough_is_no_failure(shop, tmp_path, format_):
    rows = "".join(f"<li><a href=/{n}>Thing {n}</a> <b>{n} €</b></li>" for n in range(5000))  # more than a pipe holds
    page = tmp_path / "long.html"
    page.write_text(f"<ul>{rows}</ul>")
    command = [sys.executable, "-m", "pagerows", "extract", str(page), "-f", format_]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.read(10)
        run.stdout.close()
        assert (run.wait(timeout=60), run.stderr.read()) == (0, b"")


@pytest.mark.parametrize("format_", ["csv", "json", "jsonl", "parquet", "xlsx", "html", "markdown", "table", "sqlite"])
def test_any_number_of_processes_writes_the_same_bytes(shop, tmp_path, format_, monkeypatch):
    from pagerows.cli import main

    if format_ in ("parquet", "xlsx"):
        pytest.importorskip({"parquet": "pyarrow", "xlsx": "xlsxwriter"}[format_])
    for n in range(5):
        (tmp_path / f"{n}.html").write_text(shop.read_text("utf-8").replace("Kettle", f"Kettle {n}"), "utf-8")
    monkeypatch.chdir(tmp_path)
    written = []
    for jobs in ("1", "2"):
        assert main(["extract", ".", "--all", "-f", format_, "-o", f"rows{jobs}", "--jobs", jobs]) == 0
        written.append((tmp_path / f"rows{jobs}").read_bytes())
    assert written[0] == written[1]


def test_columns_that_are_left_out_are_counted_named_and_brought_back(tmp_path, capfd):
    from pagerows.cli import main

    items = [f"<li><h3><a href=/{n}>A thing called {n}</a></h3><p>${n}0</p><button>Buy</button>" for n in range(9)]
    (tmp_path / "shop.html").write_text(f"<ul>{''.join(items)}</ul>")
    out = tmp_path / "out.json"
    assert main(["extract", str(tmp_path / "shop.html"), "-o", str(out)]) == 0
    assert "1 column left out" in capfd.readouterr().err
    assert json.loads(out.read_text())["pages"][0]["regions"][0]["left_out"] == [{"reason": "control", "text": "Buy"}]
    assert main(["extract", str(tmp_path / "shop.html"), "-o", str(out), "--all-columns"]) == 0
    assert capfd.readouterr().err == ""
    assert '"Buy"' in out.read_text()
