"""Plain values that the tests of formats write, and how."""

import zipfile
from datetime import UTC, date, datetime
from pathlib import Path

from pagerows.export import format_of
from pagerows.export._output import writing
from pagerows.export._writer import WriteOptions
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


def write(path: Path, *pages: PageResult, **options) -> Path:
    with writing(format_of(path.name), path, WriteOptions(**options)) as out:
        for page in pages:
            out.add(page)
    return path


def names_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def workbook(path: Path) -> tuple[str, str, str]:
    with zipfile.ZipFile(path) as book:
        names = book.namelist()
        shared = book.read("xl/sharedStrings.xml").decode() if "xl/sharedStrings.xml" in names else ""
        return book.read("xl/workbook.xml").decode(), book.read("xl/worksheets/sheet1.xml").decode(), shared
