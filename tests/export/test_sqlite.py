"""SQLite: tables that grow over runs, and writers that do not lose each other's rows."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from pagerows.errors import ExportError
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

from .written import EMPTY, OTHER, PAGE, names_in, write


def test_sqlite_has_one_table_per_page_and_replaces_only_its_own(tmp_path):
    path = tmp_path / "a.db"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE gear (mine)")
        base.execute("INSERT INTO gear VALUES (1)")
    base.close()
    write(path, PAGE, OTHER, EMPTY)
    write(path, PAGE)  # the same page again does not add a table
    base = sqlite3.connect(path)
    tables = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == {"gear", "gear_2", "menu", "pagerows_pages"}
    assert base.execute("SELECT * FROM gear").fetchall() == [(1,)]
    assert base.execute("SELECT title, Title_2, price_value FROM gear_2").fetchall()[0] == (
        "=Tent & pole",
        "-3",
        1200.5,
    )
    base.close()


def test_sqlite_into_grows_one_table_over_runs(tmp_path):
    path = tmp_path / "a.db"
    write(path, OTHER, into="all rows")
    write(path, PAGE, OTHER, into="all rows")
    base = sqlite3.connect(path)
    rows = base.execute('SELECT source, title, price_value FROM "all rows"').fetchall()
    base.close()
    assert rows == [
        ("shop/menu.html", "Home", None),
        ("shop/gear.html", "=Tent & pole", 1200.5),
        ("shop/gear.html", "Stove | <b>", None),
        ("shop/menu.html", "Home", None),
    ]


def test_sqlite_rolls_a_failed_run_back(tmp_path):
    path = write(tmp_path / "a.db", OTHER, into="rows")
    before = path.read_bytes()
    with pytest.raises(ExportError, match="sqlite_"):
        write(path, PAGE, into="sqlite_rows")
    assert path.read_bytes() == before
    assert names_in(tmp_path) == ["a.db"]


def test_sqlite_puts_what_a_table_has_no_room_for_into_one_last_column(tmp_path, monkeypatch):
    monkeypatch.setattr("pagerows.export.sqlite.MOST_COLUMNS", 4)
    for into in (None, "rows"):
        path = write(tmp_path / f"{into}.db", PAGE, into=into)
        base = sqlite3.connect(path)
        names = [row[1] for row in base.execute(f"PRAGMA table_info({into or 'gear'})")]
        (more,) = base.execute(f"SELECT _more FROM {into or 'gear'}").fetchone()
        base.close()
        assert len(names) == 5
        assert json.loads(more)["since_value"] == "2020-05-01"
        assert set(json.loads(more)).isdisjoint(names)


def test_sqlite_takes_pages_of_more_columns_than_a_table_can_have(tmp_path):
    wide = tuple(SheetColumn(f"c{n}", "text", "text", (f"{n}",)) for n in range(2847))
    page = PageResult("wide.html", "m", (Sheet(1, 1.0, None, {}, wide, ("/html/body",)),), found=1)
    with closing(sqlite3.connect(write(tmp_path / "a.db", page, PAGE, into="rows"))) as base:
        (more,) = base.execute("SELECT _more FROM rows WHERE c0 = '0'").fetchone()
        assert json.loads(more)["c2846"] == "2846"
        assert base.execute("SELECT count(*) FROM rows").fetchone() == (3,)


def test_sqlite_keeps_the_rows_of_every_writer_to_one_new_file(tmp_path):
    program = (
        "import sys\nfrom pathlib import Path\nfrom pagerows.export._output import writing\n"
        "from pagerows.export._writer import WriteOptions\nfrom pagerows.export.sheets import *\n"
        "column = SheetColumn('n', 'text', 'text', tuple(str(n) for n in range(50)))\n"
        "sheet = Sheet(1, 1.0, True, {}, (column,), ('/html',) * 50)\n"
        "with writing('sqlite', Path(sys.argv[1]), WriteOptions(into='t')) as out:\n"
        "    out.add(PageResult(sys.argv[2], 'signal', (sheet,)))\n"
    )
    path = tmp_path / "new.db"
    running = [subprocess.Popen([sys.executable, "-c", program, str(path), str(n)]) for n in range(4)]
    assert [one.wait() for one in running] == [0] * 4
    base = sqlite3.connect(path)
    assert base.execute("SELECT source, count(*) FROM t GROUP BY source ORDER BY source").fetchall() == [
        (str(n), 50) for n in range(4)
    ]
    base.close()


def test_sqlite_writes_to_the_file_that_has_the_name_when_an_empty_one_was_removed_meanwhile(tmp_path, monkeypatch):
    """Another writer had no space for the file that both had opened, and removes it."""
    path, opened = tmp_path / "a.db", []

    def connect(*arguments, really=sqlite3.connect, **options):
        opened.append(really(*arguments, **options))
        if len(opened) == 2:  # the first made the file
            path.unlink()
        return opened[-1]

    monkeypatch.setattr("pagerows.export.sqlite.sqlite3.connect", connect)
    write(path, PAGE, into="t")
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("SELECT count(*) FROM t").fetchone()[0] == len(PAGE.sheets[0])


def test_sqlite_keeps_the_rows_of_a_run_whose_file_is_locked(tmp_path, monkeypatch):
    monkeypatch.setattr("pagerows.export.sqlite.PATIENCE", 0.1)
    path = write(tmp_path / "a.db", OTHER, into="rows")
    other = sqlite3.connect(path)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(ExportError, match=r"database is locked; the rows of this run are in .*a\.unsaved-\d+\.db"):
        write(path, PAGE, into="rows")
    other.close()
    (kept,) = tmp_path.glob("a.unsaved-*.db")
    base = sqlite3.connect(kept)
    assert base.execute("SELECT count(*) FROM rows").fetchone() == (2,)
    base.close()


def test_what_a_killed_process_left_is_swept_by_the_next_run(tmp_path):
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom pagerows.export._files import replacing\n"
        "with replacing(Path(sys.argv[1])) as file:\n    file.write(b'half')\n    os.kill(os.getpid(), 9)\n"
    )
    path = tmp_path / "rows.csv"
    subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert len(names_in(tmp_path)) == 1
    write(path, PAGE)
    assert names_in(tmp_path) == ["rows.csv"]


def test_sqlite_does_not_overwrite_other_files(tmp_path):
    path = tmp_path / "a.db"
    path.write_text("something else, long enough")
    with pytest.raises(ExportError, match="not an SQLite database"):
        write(path, PAGE)
    assert path.read_text() == "something else, long enough"
