"""Every format, from plain values to a file."""

import csv
import json
import sqlite3
import subprocess
import sys
from datetime import datetime, time

import pytest

from pagerows.errors import ParameterError
from pagerows.export import FORMATS, format_of
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
from pagerows.export.csv import harmless
from pagerows.export.sheets import PageResult, Sheet, SheetColumn

from .written import EMPTY, ODD_PAGE, OTHER, PAGE, names_in, workbook, write


def test_csv_keeps_texts_adds_urls_and_guards_formulas(tmp_path):
    rows = list(csv.reader(write(tmp_path / "a.csv", PAGE).read_text("utf-8").splitlines()))
    assert rows[0] == ["image", "title", "title_url", "price", "Title", "since"]
    assert rows[1] == ["http://x.example/1.png", "'=Tent & pole", "http://x.example/a", "£1,200.50", "-3", "1 May 2020"]
    assert rows[2][0] == rows[2][3] == ""


@pytest.mark.parametrize(
    ("prices", "header"),
    [
        (("/a", "/b"), ["title", "title_url", "price"]),
        (("/a", None), ["title", "title_url", "price"]),
        (("/a", "/offer"), ["title", "title_url", "price", "price_url"]),
    ],
)
def test_an_address_that_is_the_titles_in_every_row_stands_beside_the_title_alone(tmp_path, prices, header):
    columns = (
        SheetColumn("title", "link", "text", ("Tent", "Stove"), ("/a", "/b"), role="title"),
        SheetColumn("price", "link", "text", ("1", "2"), prices),
    )
    page = PageResult("a.html", "auto", (Sheet(1, 0.9, True, {}, columns, ("/html/p[1]", "/html/p[2]")),))
    assert write(tmp_path / "a.csv", page).read_text("utf-8").splitlines()[0].split(",") == header


def test_an_address_that_the_title_lacks_in_a_row_is_kept(tmp_path):
    columns = (
        SheetColumn("title", "link", "text", ("Tent", "Stove"), ("/a", None), role="title"),
        SheetColumn("price", "link", "text", ("1", "2"), ("/a", "/b")),
    )
    page = PageResult("a.html", "auto", (Sheet(1, 0.9, True, {}, columns, ("/html/p[1]", "/html/p[2]")),))
    assert write(tmp_path / "a.csv", page).read_text("utf-8").splitlines()[2] == "Stove,,2,/b"


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
    _, sheet, _ = workbook(write(tmp_path / "a.xlsx", page))
    assert "<v>43952.4375</v>" in sheet  # days since 1900, as Excel counts
    lines = write(tmp_path / "a.jsonl", page).read_text().splitlines()
    assert json.loads(lines[0])["seen_value"] == "2020-05-01T10:30:00"
    assert "2020-05-01T10:30:00" in write(tmp_path / "a.csv", page, values=True).read_text()


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


def test_markdown_is_escaped(tmp_path):
    text = write(tmp_path / "a.md", PAGE).read_text("utf-8")
    assert text.splitlines()[0] == "| image | title | price | Title | since |"
    assert "[=Tent & pole](<http://x.example/a>)" in text
    assert r"Stove \| \<b\>" in text


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
