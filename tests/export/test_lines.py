"""Records as lines of JSON: the kernel writes what the encoder would."""

import io
import json
import random
from datetime import date, datetime, time
from decimal import Decimal

import pytest

from pagerows.arrow import PageRecords, RegionRecords, _plain, _plain_value, value_json
from pagerows.bulk.parts import JsonLinesPart
from pagerows.export._lines import json_lines, json_values, texts_and_urls
from pagerows.export._writer import WriteOptions, cells_by_name
from pagerows.export.jsonl import JsonLinesWriter
from pagerows.export.jsonl import _plain as jsonl_plain
from pagerows.export.sheets import PageResult, Sheet, SheetColumn
from pagerows.values import Cell, Money, Range

SIGNS = [*map(chr, range(0x180)), "\u2028", "€", "😀", "\ud800", "\udfff"]
VALUES = [
    *(None, 0, -7, 10**30, 1.5, -0.0, 1e300, float("inf"), True, Decimal("1.50"), "text", ("a", 'b"')),
    *(
        date(2026, 2, 3),
        datetime(2026, 2, 3, 4, 5),
        time(4, 5),
        Range(1, 2.5),
        Range(date(2026, 1, 1), date(2026, 2, 1)),
    ),
    *(Money(12.5, "EUR"), Money(3, None), Money(3, "EUR", 4), Money(float("inf"), "EUR"), Money(2, 'E"')),
]


def written(row, xpath, fields, values):
    """A record as the encoder writes it."""
    told = {name: _plain_value(value) for name, value in values.items() if value is not None}
    record = {"row": row} | ({} if xpath is None else {"xpath": xpath})
    record["fields"] = {name: text for name, text in fields.items() if text is not None}
    record |= {"values": told} if told else {}
    return json.dumps(record, ensure_ascii=False, default=_plain).encode("utf-8", "replace") + b"\n"


def some_text(draw):
    return "".join(draw.choices(SIGNS, k=draw.randrange(12)))


@pytest.mark.parametrize("seed", range(40))
def test_lines_are_those_of_the_encoder(seed):
    draw = random.Random(seed)
    rows, first = draw.randrange(5), draw.choice([1, 9, 99_999])
    columns = {f"{n}{some_text(draw)}": [draw.choice([None, some_text(draw)]) for _ in range(rows)] for n in range(4)}
    typed = {f"{n}{some_text(draw)}": draw.choices(VALUES, k=rows) for n in range(3)}
    xpaths = [draw.choice([None, some_text(draw)]) for _ in range(rows)]
    lines = json_lines('{"row": ', first, xpaths, [*columns.items()], [*typed.items()], value_json, "}\n")
    records = [
        written(first + row, xpath, *({name: cells[row] for name, cells in each.items()} for each in (columns, typed)))
        for row, xpath in enumerate(xpaths)
    ]
    assert lines == b"".join(records)


@pytest.mark.parametrize("seed", range(5))
def test_values_alone_are_those_of_the_encoder(seed):
    draw = random.Random(seed)
    typed = {some_text(draw): draw.choices(VALUES, k=6) for _ in range(3)}
    rows = [{name: cells[row] for name, cells in typed.items()} for row in range(6)]
    told = [json.loads(written(1, None, {}, row)).get("values") for row in rows]
    found = json_values(6, [*typed.items()], value_json)
    assert [text if text is None else json.loads(text) for text in found] == told


def test_long_texts_and_many_records_have_room():
    texts = ["\x01" * 50_000, "x" * 100_000] * 20
    lines = json_lines('{"row": ', 1, ["/p"] * 40, [("a", texts)], [], value_json, "}\n").splitlines()
    assert [json.loads(line)["fields"]["a"] for line in lines] == texts


def test_columns_shorter_than_the_records_are_refused():
    with pytest.raises(IndexError):
        json_lines("{", 1, ["/p", "/p"], [("a", ["x"])], [], value_json, "}\n")


@pytest.mark.parametrize(
    ("columns", "fields"),
    [
        ([("a", ["x"]), ("b", ["y"])], {"a": "x", "b": "y"}),
        ([("a", ["x"]), ("b", ["y"]), ("a", ["z"])], {"a": "z", "b": "y"}),
        ([("a", [None]), ("b", ["y"]), ("a", ["z"])], {"b": "y", "a": "z"}),
    ],
    ids=["names that differ", "a later text wins", "the first that there is has the place"],
)
def test_pages_are_written_as_their_rows_are(columns, fields):
    page = PageRecords("auto", [RegionRecords(2, 0.5, ["/p"], columns, [("a", [1])])])
    packed = JsonLinesPart.packed_page("http://a.example/", 7, page)
    assert packed == JsonLinesPart.packed("http://a.example/", 7, page.rows())
    assert list(json.loads(packed)["fields"].items()) == list(fields.items())


def test_a_page_without_records_has_a_line_that_says_so():
    packed = JsonLinesPart.packed_page(None, 7, PageRecords("auto", []))
    assert packed == b'{"method": "auto", "offset": 7}\n'


def test_texts_and_addresses_are_read_in_one_go():
    cells = (Cell("a", url="http://a.example/"), None, Cell("b"))
    assert texts_and_urls(cells) == (("a", None, "b"), ("http://a.example/", None, None), True)
    assert texts_and_urls((None, Cell("b"), Cell("c", url=""))) == ((None, "b", "c"), (None, None, ""), False)


def old_lines(page, options):
    """What the writer of JSON lines writes, an object for each record."""
    for sheet in page.sheets:
        columns = cells_by_name(sheet, options, values=True)
        for row, xpath in enumerate(sheet.xpaths):
            record = {"source": page.source, "region": sheet.region, "xpath": xpath}
            record |= {name: cells[row] for name, cells in columns.items() if cells[row] is not None}
            yield json.dumps(record, ensure_ascii=False, default=jsonl_plain, allow_nan=False)


@pytest.mark.parametrize("seed", range(20))
def test_the_writer_of_lines_writes_columns_as_it_would_write_objects(seed):
    draw = random.Random(seed)
    rows, kinds = draw.randrange(5), [("text", SIGNS), ("decimal", [1.5, 2, -0.0]), ("date", [date(2026, 2, 3), None])]
    kinds.append(("money", [Money(1.5, "EUR"), Money(2, None), Money(3, "EUR", 4), None]))

    def column(name):
        type_, values = draw.choice(kinds)
        texts = tuple(draw.choice([None, some_text(draw)]) for _ in range(rows))
        urls = tuple(draw.choice([None, "/x"]) for _ in range(rows)) if draw.random() < 0.3 else None
        return SheetColumn(name, "text", type_, texts, urls, tuple(draw.choices(values, k=rows)), role="title")

    names = ["source", "xpath", "a", f"b{some_text(draw)}", "a_url", "c"]
    columns = tuple(column(name) for name in draw.sample(names, 4))
    page = PageResult("page \ud800", "auto", (Sheet(2, 0.5, True, {}, columns, tuple("/p" for _ in range(rows))),))
    for options in (WriteOptions(), WriteOptions(sources=True, regions=True)):
        stream = io.BytesIO()
        JsonLinesWriter(stream, options).add(page)
        lines = "".join(f"{line}\n" for line in old_lines(page, options))
        assert stream.getvalue() == lines.encode("utf-8", "replace")
