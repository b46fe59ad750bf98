"""Parts are read back as they were written."""

import json

import pytest

pytest.importorskip("pyarrow")

from pagerows.arrow import RecordRow
from pagerows.bulk.parts import FORMATS, read_part

FIELDS = (("title", 'A "quoted", long\nname'), ("price", "3 €"))
PAGES = [
    ("https://a.example/", 0, [RecordRow(1, n, f"/p[{n}]", FIELDS, '{"price": {}}', 0.5, "m") for n in (1, 2)]),
    ("https://b.example/", 17, [RecordRow(method="auto")]),
    (None, 99, [RecordRow(method="auto", error="the page is empty")]),
    ("https://c.example/", 100, [RecordRow(1, 1, "/p", (), None, None, "auto")]),
]  # fmt: skip


@pytest.mark.parametrize("format_", FORMATS)
def test_a_part_gives_back_its_pages(tmp_path, format_):
    with (tmp_path / "part").open("wb") as stream:
        part = FORMATS[format_](stream)
        for page in PAGES:
            part.add(part.packed(*page))
        part.finish()
    assert list(read_part(tmp_path / "part", format_)) == PAGES


@pytest.mark.parametrize("page", PAGES, ids=["records", "no records", "failed", "no fields"])
def test_lines_are_what_the_encoder_of_json_writes(page):
    url, offset, rows = page
    for line, row in zip(FORMATS["jsonl"].packed(*page).decode().splitlines(), rows, strict=True):
        told = {"url": url, **row._asdict(), "offset": offset}
        told |= {"fields": None if row.fields is None else dict(row.fields)}
        told |= {"values": None if row.values is None else json.loads(row.values)}
        known = {name: value for name, value in told.items() if value is not None}
        assert line == json.dumps(known, ensure_ascii=False)
