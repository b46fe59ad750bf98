"""Every format, from plain values to a file."""

import csv
import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pagerows
from pagerows.errors import ExportError, ParameterError
from pagerows.export import FORMATS, format_of, save
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.export.csv import harmless
from pagerows.export.sheets import PageResult, Sheet, SheetColumn
from pagerows.values import Money, Range

GEAR = Sheet(
    region=1,
    score=0.9,
    content=True,
    features={"size": 0.5},
    columns=(
        SheetColumn("image", "image", "image", ("", None), ("http://x.example/1.png", None)),
        SheetColumn("title", "link", "text", ("=Tent & pole", "Stove | <b>"), ("http://x.example/a", "javascript:x")),
        SheetColumn(
            "price",
            "text",
            "money",
            ("£1,200.50", None),
            values=(Money(1200.5, "GBP"), None),
            unit="GBP",
            confidence=0.5,
            doubt="1 of 2 cells unread",
        ),
        SheetColumn("Title", "text", "text", ("-3", "naïve ☕ \ud800")),
        SheetColumn("since", "text", "date", ("1 May 2020", "2 May 2020"), values=(date(2020, 5, 1), date(2020, 5, 2))),
    ),
    xpaths=("/html/body/div[1]", "/html/body/div[2]"),
)
MENU = Sheet(2, 0.1, False, {}, (SheetColumn("title", "text", "text", ("Home",)),), ("/html/body/ul[1]/li[1]",))
PAGE = PageResult("shop/gear.html", "signal", (GEAR,), "http://x.example/", "Gear: all/of [it]", "en", 2)
OTHER = PageResult("shop/menu.html", "signal", (MENU,), None, "", None, 1)
EMPTY = PageResult("shop/empty.html", "signal")


def write(path: Path, *pages: PageResult, **options) -> Path:
    with writing(format_of(path.name), path, WriteOptions(**options)) as out:
        for page in pages:
            out.add(page)
    return path


def names_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def test_csv_keeps_texts_adds_urls_and_guards_formulas(tmp_path):
    rows = list(csv.reader(write(tmp_path / "a.csv", PAGE).read_text("utf-8").splitlines()))
    assert rows[0] == ["image", "title", "title_url", "price", "Title", "since"]
    assert rows[1] == ["http://x.example/1.png", "'=Tent & pole", "http://x.example/a", "£1,200.50", "-3", "1 May 2020"]
    assert rows[2][0] == rows[2][3] == ""


def test_csv_of_many_pages_has_the_columns_of_all_and_says_where_rows_are_from(tmp_path):
    file = write(tmp_path / "a.csv", PAGE, OTHER, EMPTY, sources=True, regions=True, values=True, guard=False)
    rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    assert [(row["source"], row["region"]) for row in rows] == [
        ("shop/gear.html", "1"),
        ("shop/gear.html", "1"),
        ("shop/menu.html", "2"),
    ]
    assert rows[0]["title"] == "=Tent & pole"
    assert (rows[0]["price_value"], rows[0]["price_currency"], rows[0]["since_value"]) == (
        "1200.5",
        "GBP",
        "2020-05-01",
    )
    assert rows[2]["title"] == "Home"


def test_columns_that_are_called_like_the_leading_ones_are_renamed(tmp_path):
    sheet = Sheet(1, 1.0, None, {}, (SheetColumn("source", "text", "text", ("Reuters",)),), ("/html/body",))
    file = write(tmp_path / "a.csv", PageResult("p.html", "m", (sheet,)), sources=True)
    assert file.read_text() == "source,source_2\np.html,Reuters\n"


def test_json_is_the_documented_schema(tmp_path):
    data = json.loads(write(tmp_path / "a.json", PAGE, OTHER).read_bytes())
    assert data["schema"] == 1
    page = data["pages"][0]
    assert {k: v for k, v in page.items() if k != "regions"} == {
        "source": "shop/gear.html",
        "url": "http://x.example/",
        "title": "Gear: all/of [it]",
        "lang": "en",
        "method": "signal",
        "regions_found": 2,
        "now": None,
    }
    region = page["regions"][0]
    assert region["columns"][2] == {
        "name": "price",
        "kind": "text",
        "type": "money",
        "role": None,
        "unit": "GBP",
        "confidence": 0.5,
        "doubt": "1 of 2 cells unread",
    }
    assert region["records"][0] == {
        "xpath": "/html/body/div[1]",
        "fields": {
            "image": {"text": "", "url": "http://x.example/1.png"},
            "title": {"text": "=Tent & pole", "url": "http://x.example/a"},
            "price": {"text": "£1,200.50", "value": 1200.5, "currency": "GBP"},
            "Title": {"text": "-3"},
            "since": {"text": "1 May 2020", "value": "2020-05-01"},
        },
    }
    assert "price" not in region["records"][1]["fields"]


def test_json_without_pages_is_still_json_and_has_no_nan(tmp_path):
    assert json.loads(write(tmp_path / "a.json").read_bytes()) == {"schema": 1, "pages": []}
    odd = PageResult("p", "m", (Sheet(1, float("nan"), None, {"x": float("inf")}, (), ()),))
    region = json.loads(write(tmp_path / "b.json", odd, features=True).read_text())["pages"][0]["regions"][0]
    assert (region["score"], region["features"]) == (None, {"x": None})


def test_json_lines_are_flat_records(tmp_path):
    lines = [json.loads(line) for line in write(tmp_path / "a.jsonl", PAGE, OTHER).read_text("utf-8").splitlines()]
    assert len(lines) == 3
    assert lines[0]["xpath"] == "/html/body/div[1]"
    assert (lines[0]["price_value"], lines[0]["since_value"]) == (1200.5, "2020-05-01")
    assert "price" not in lines[1]


def test_parquet_has_types(tmp_path):
    import pyarrow.parquet as pq

    table = pq.read_table(write(tmp_path / "a.parquet", PAGE, OTHER, sources=True))
    assert str(table.schema.field("price_value").type) == "decimal128(18, 2)"
    assert str(table.schema.field("since_value").type) == "date32[day]"
    assert table.column("title").to_pylist() == ["=Tent & pole", "Stove | <b>", "Home"]
    assert len(pq.read_table(write(tmp_path / "none.parquet", EMPTY))) == 0


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


def _xlsx(path: Path) -> tuple[str, str, str]:
    with zipfile.ZipFile(path) as book:
        names = book.namelist()
        shared = book.read("xl/sharedStrings.xml").decode() if "xl/sharedStrings.xml" in names else ""
        return book.read("xl/workbook.xml").decode(), book.read("xl/worksheets/sheet1.xml").decode(), shared


def test_xlsx_puts_the_pages_of_a_site_into_one_sheet(tmp_path):
    again = replace(PAGE, source="shop/more.html", url="http://x.example/more", title="More")
    book, sheet, texts = _xlsx(write(tmp_path / "a.xlsx", PAGE, OTHER, again))
    assert re.findall(r'<sheet name="([^"]+)"', book) == ["x.example", "menu.html"]
    assert sheet.count("<row ") == 1 + 2 * len(GEAR)
    assert re.findall(r"shop/\w+\.html", texts) == ["shop/gear.html", "shop/more.html"]
    assert "source</t>" in texts


def test_xlsx_puts_files_without_an_address_together_where_their_columns_are_the_same(tmp_path):
    files = [replace(OTHER, source=f"{name}.html") for name in ("shop/a", "shop/b", "other/c")]
    book, _, _ = _xlsx(write(tmp_path / "a.xlsx", *files, replace(OTHER, source="shop/d.html", sheets=(GEAR,))))
    assert len(re.findall(r'<sheet name="', book)) == 3


def test_xlsx_has_a_sheet_per_region_where_all_are_asked_for_and_no_formulas(tmp_path):
    book, sheet, texts = _xlsx(write(tmp_path / "a.xlsx", PAGE, OTHER, PAGE, regions=True))
    assert 'name="1 Gear  all of  it"' in book
    assert 'name="1 Gear  all of  it 2"' in book
    assert 'name="2 menu.html"' in book
    assert "=Tent &amp; pole" in texts
    assert "<v>1200.5</v>" in sheet
    assert "<f>" not in sheet
    _, sheet, _ = _xlsx(write(tmp_path / "b.xlsx", PAGE, guard=False))
    assert "<f>" in sheet
    write(tmp_path / "none.xlsx", EMPTY)


def test_html_is_escaped_and_links_only_where_that_is_safe(tmp_path):
    text = write(tmp_path / "a.html", PAGE, EMPTY).read_text("utf-8")
    assert '<a href="http://x.example/a">=Tent &amp; pole</a>' in text
    assert "Stove | &lt;b&gt;" in text
    assert "javascript:" not in text
    assert "<script" not in text
    assert "No records found" in text


def test_dates_and_times_have_types_where_the_format_has_them(tmp_path):
    import pyarrow.parquet as pq

    moments = (datetime(2020, 5, 1, 10, 30), datetime(2020, 5, 2))
    columns = (
        SheetColumn("seen", "text", "date", ("a", "b"), values=moments),
        SheetColumn("opens", "text", "time", ("c", "d"), values=(time(9, 30), None)),
    )
    page = PageResult("p.html", "m", (Sheet(1, 1.0, None, {}, columns, ("/a", "/b")),))
    table = pq.read_table(write(tmp_path / "a.parquet", page))
    assert table.column("seen_value").to_pylist() == list(moments)
    assert table.column("opens_value").to_pylist() == [time(9, 30), None]
    _, sheet, _ = _xlsx(write(tmp_path / "a.xlsx", page))
    assert "<v>43952.4375</v>" in sheet  # days since 1900, as Excel counts
    lines = write(tmp_path / "a.jsonl", page).read_text().splitlines()
    assert json.loads(lines[0])["seen_value"] == "2020-05-01T10:30:00"
    assert "2020-05-01T10:30:00" in write(tmp_path / "a.csv", page, values=True).read_text()


ODD = Sheet(
    1,
    1.0,
    None,
    {},
    (
        SheetColumn(
            "fee", "text", "money", ("$5 - $7", "free"), values=(Money(5, "USD", 7.5), Money(0, "USD")), unit="USD"
        ),
        SheetColumn("days", "text", "date", ("a", "b"), values=(Range(date(2020, 5, 1), date(2020, 5, 3)), None)),
        SheetColumn("tags", "text", "list", ("a; b", "c"), values=(("a", "b"), ("c",))),
        SheetColumn("stock", "text", "text", ("In stock", "Sold out"), values=(True, False)),
        SheetColumn("off", "text", "percentage", ("12 %", None), values=(12, None)),
        SheetColumn("site", "link", "text", ("Site", "None"), ("https://x.example/", None)),
        SheetColumn("born", "text", "date", ("1850", "x"), values=(date(1850, 1, 1), None)),
        SheetColumn("seen", "text", "date", ("a", "b"), values=(datetime(2020, 5, 1, 10, tzinfo=UTC),) * 2),
    ),
    ("/a", "/b"),
)
ODD_PAGE = PageResult("p.html", "m", (ODD,), None, "\x01 \U0001f600 odd", found=1)


def test_ranges_lists_flags_and_money_reach_every_format_under_their_types(tmp_path):
    import pyarrow.parquet as pq

    table = pq.read_table(write(tmp_path / "a.parquet", ODD_PAGE))
    types = {name: str(table.schema.field(name).type) for name in table.column_names}
    assert types["fee_value"] == types["fee_until"] == "decimal128(18, 2)"
    assert (types["days_value"], types["days_until"]) == ("date32[day]", "date32[day]")
    assert (types["tags_value"], types["stock_value"]) == ("list<element: string>", "bool")
    assert types["seen_value"].endswith("tz=UTC]")

    write(tmp_path / "a.db", ODD_PAGE)
    base = sqlite3.connect(tmp_path / "a.db")
    declared = {row[1]: row[2] for row in base.execute("PRAGMA table_info(p)")}
    rows = base.execute("SELECT fee_value, fee_until, tags_value, stock_value FROM p").fetchall()
    base.close()
    assert (declared["fee"], declared["fee_value"], declared["days_value"]) == ("TEXT", "DECIMAL", "DATE")
    assert (declared["stock_value"], declared["seen_value"]) == ("BOOLEAN", "TIMESTAMP")
    assert rows[0] == (5, 7.5, '["a", "b"]', 1)

    lines = [json.loads(line) for line in write(tmp_path / "a.jsonl", ODD_PAGE).read_text().splitlines()]
    assert (lines[0]["fee_value"], lines[0]["fee_until"], lines[0]["tags_value"]) == (5, 7.5, ["a", "b"])
    text = write(tmp_path / "a.csv", ODD_PAGE, values=True).read_text().splitlines()
    assert "5,7.5,USD" in text[1]
    assert "true" in text[1]
    fields = json.loads(write(tmp_path / "a.json", ODD_PAGE).read_text())["pages"][0]["regions"][0]["records"][0][
        "fields"
    ]
    assert fields["days"] == {"text": "a", "value": "2020-05-01", "until": "2020-05-03"}


def test_a_workbook_has_number_formats_links_and_a_filter_and_is_well_formed(tmp_path):
    path = write(tmp_path / "a.xlsx", ODD_PAGE)
    book, sheet, _ = _xlsx(path)
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if name.endswith((".xml", ".rels")):
                ElementTree.fromstring(packed.read(name))
        styles = packed.read("xl/styles.xml").decode()
        links = packed.read("xl/worksheets/_rels/sheet1.xml.rels").decode()
    assert "#,##0.00 &quot;USD&quot;" in styles
    assert "0.##&quot;%&quot;" in styles
    assert "https://x.example/" in links
    assert "<autoFilter" in sheet
    assert "\x01" not in book


@pytest.mark.parametrize("title", ["\U0001f600" + "x" * 31, "x" * 30 + "'y", "'", "\uffff"])
def test_any_title_makes_a_sheet_name(tmp_path, title):
    write(tmp_path / "a.xlsx", replace(ODD_PAGE, title=title))


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("=1+1", "'=1+1"),
        ("＝1+1", "'＝1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("@SUM(A1:A9)", "'@SUM(A1:A9)"),
        ("-SUM(A1)", "'-SUM(A1)"),
        ("+A1*2", "'+A1*2"),
        ("-1+2*A1", "'-1+2*A1"),
        ('+(1)+HYPERLINK("http://a.example")', '\'+(1)+HYPERLINK("http://a.example")'),
        ("+" + "1+" * 400 + "HYPERLINK(1)", "'+" + "1+" * 400 + "HYPERLINK(1)"),
        ("-cmd|'" + " " * 400 + "'!A0", "'-cmd|'" + " " * 400 + "'!A0"),
        ("x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"),
        ("x\t=1", "x\t'=1"),
        ("+1 555", "+1 555"),
        ("+1 (555) 123-4567", "+1 (555) 123-4567"),
        ("- $155", "- $155"),
        ("-50,00 €", "-50,00 €"),
        ("@name", "@name"),
        ("- none -", "- none -"),
        ("-38%", "-38%"),
        ("a = b", "a = b"),
    ],
)
def test_only_formulas_are_guarded(text, guarded):
    assert harmless(text) == guarded


@pytest.mark.parametrize("text", ["+1", "|+a", ";", " ", "-(", "+a ", "\t-1.5*"])
def test_the_guard_reads_a_long_text_once(text):
    assert harmless(text * 300_000).replace("'", "") == text * 300_000  # a square of that would be hours


def test_the_guard_is_told(tmp_path):
    told: list[str] = []
    write(tmp_path / "a.csv", PAGE, tell=told.append)
    assert told == ["1 cell that spreadsheets would run as formulas got an apostrophe; --no-guard leaves them"]
    write(tmp_path / "b.csv", PAGE, tell=told.append, guard=False)
    assert len(told) == 1


def test_tags_with_orders_for_a_terminal_do_not_reach_it_by_the_paths_of_regions(tmp_path):
    """Found by the fuzz."""
    lists = "".join(
        f"<x\x1b]0;{n}\x07><ul>" + f"<li><b>{n}</b> <i>a</i></li>" * 4 + f"</ul></x\x1b]0;{n}\x07>" for n in (1, 2)
    )
    save(pagerows.extract(lists, method="same_path"), tmp_path / "a.txt", every=True)
    text = (tmp_path / "a.txt").read_text("utf-8")
    assert "local-name()" in text
    assert all(c.isprintable() or c == "\n" for c in text)


def test_markdown_is_escaped(tmp_path):
    text = write(tmp_path / "a.md", PAGE).read_text("utf-8")
    assert text.splitlines()[0] == "| image | title | price | Title | since |"
    assert "[=Tent & pole](<http://x.example/a>)" in text
    assert r"Stove \| \<b\>" in text


def test_a_text_table_has_no_control_characters_of_the_page(tmp_path):
    sheet = Sheet(1, 1.0, None, {}, (SheetColumn("a", "text", "text", ("\x1b[31mred [bold]",)),), ("/html/body",))
    text = write(tmp_path / "a.txt", PageResult("p.html", "m", (sheet,), found=1), EMPTY).read_text("utf-8")
    assert "\x1b" not in text
    assert "red [bold]" in text
    assert "No records found" in text


def text_table(tmp_path: Path, *columns: tuple[str, ...]) -> list[str]:
    found = tuple(SheetColumn(f"c{n}", "text", "text", texts) for n, texts in enumerate(columns))
    sheet = Sheet(1, 1.0, None, {}, found, ("/html/body",) * len(columns[0]))
    return write(tmp_path / "a.txt", PageResult("p.html", "m", (sheet,), found=1)).read_text("utf-8").splitlines()


def test_a_text_table_is_aligned_for_ideographs_too(tmp_path):
    lines = text_table(tmp_path, ("日本", "abcd", "é"), ("x", "y", "z"))
    assert lines[3:6] == [" 日本   x", " abcd   y", " é      z"]


def test_a_very_long_text_is_whole_in_a_text_table_and_moves_no_other_line(tmp_path):
    lines = text_table(tmp_path, ("x" * 50_000, "short"), ("a", "b"))
    assert lines[3] == f" {'x' * 50_000}   a"
    assert len(lines[4]) < 200


def test_a_text_table_takes_a_few_calls_for_each_cell(tmp_path, calls):
    columns = [tuple(f"{k} {n}" for n in range(1000)) for k in range(3)]
    text_table(tmp_path, ("x",))
    assert calls(text_table, tmp_path, *columns) < 40 * 3000


@pytest.mark.parametrize("format_", FORMATS)
def test_a_run_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, format_):
    path = tmp_path / f"out{FORMATS[format_][0]}"
    path.touch()
    with pytest.raises(RuntimeError), writing(format_, path, WriteOptions()) as out:
        break_off(out)
    assert names_in(tmp_path) == [path.name]
    assert path.read_bytes() == b""


def break_off(out):
    out.add(PAGE)
    raise RuntimeError


FULL_DISK = """
import os, resource, sys, pathlib
from pagerows.errors import ExportError
from pagerows.export import FORMATS
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

noise = tuple(os.urandom(40).hex() for _ in range(5000))
sheet = Sheet(1, 1.0, None, {}, (SheetColumn("a", "text", "text", noise),), ("/",) * 5000)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, -1))  # what a full disk looks like to one process
for name, suffixes in FORMATS.items():
    try:
        with writing(name, pathlib.Path("out" + suffixes[0]), WriteOptions()) as out:
            out.add(PageResult("p.html", "m", (sheet,), found=1))
    except ExportError as error:
        print(name, str(error).startswith("cannot write out."))
"""


def test_a_full_disk_is_one_clear_error_and_no_half_written_file(tmp_path):
    done = subprocess.run([sys.executable, "-c", FULL_DISK], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.split() == [word for name in FORMATS for word in (name, "True")]
    assert names_in(tmp_path) == []


@pytest.mark.parametrize(("name", "format_"), [("x.CSV", "csv"), ("a.b.jsonl", "jsonl"), ("x.db", "sqlite")])
def test_the_format_follows_the_file_name(name, format_):
    assert format_of(name) == format_


def test_an_unknown_ending_names_the_known_ones():
    with pytest.raises(ParameterError, match=r"\.parquet"):
        format_of("rows.pdf")


def test_heavy_libraries_are_not_imported_at_the_start():
    code = "import sys, pagerows.cli as c; c.parser_of([]); print([m for m in sys.modules if m in set(sys.argv[1:])])"
    heavy = ["pandas", "pyarrow", "rich", "xlsxwriter", "sqlite3", "dateparser", "scipy", "sklearn", "urllib3"]
    done = subprocess.run([sys.executable, "-c", code, *heavy], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
