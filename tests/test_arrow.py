"""Batches of pages become batches of records, and no page is lost on the way."""

import json

import pytest

pa = pytest.importorskip("pyarrow")

from pagerows.arrow import COLUMNS, extract_batch, schema  # noqa: E402
from pagerows.errors import ParameterError  # noqa: E402
from pagerows.lab.bench.generate import PageSpec, generate  # noqa: E402

SHOP = generate(PageSpec(seed=3, records=7)).html
PROSE = "<html><body><p>Only one paragraph stands here.</p></body></html>"


def pages(*sources, **more):
    urls = [f"https://site.example/{n}" for n in range(len(sources))]
    return pa.record_batch({"url": urls, "html": list(sources), **more})


def test_a_record_is_a_row_and_so_is_a_page_without_records_or_one_that_failed():
    rows = extract_batch(pages(SHOP, PROSE, None)).to_pylist()
    assert [(row["url"][-1], row["row"]) for row in rows] == [
        *(("0", n) for n in range(1, 8)),
        ("1", None),
        ("2", None),
    ]
    assert [row["error"] for row in rows] == [None] * 8 + ["the page is empty"]
    assert all(row["fields"] for row in rows[:7])
    assert rows[7]["fields"] is None


def test_the_schema_is_the_same_whatever_the_pages_hold():
    for batch in (pages(SHOP), pages(PROSE), pages(SHOP).slice(0, 0)):
        assert extract_batch(batch).schema.equals(schema())
    assert schema().names == list(COLUMNS)


def test_bytes_and_text_give_the_same_records():
    assert extract_batch(pages(SHOP)).equals(extract_batch(pages(SHOP.encode())))


def test_further_columns_go_with_each_row_of_their_page():
    rows = extract_batch(pages(SHOP, PROSE, crawl=pa.array([5, 6], pa.int8()))).to_pylist()
    assert [row["crawl"] for row in rows] == [5] * 7 + [6]


def test_the_same_pages_give_the_same_batch_and_seconds_only_when_asked_for():
    assert extract_batch(pages(SHOP, None)).equals(extract_batch(pages(SHOP, None)))
    assert all(row["seconds"] > 0 for row in extract_batch(pages(SHOP), timed=True).to_pylist())


def test_values_are_typed():
    first = extract_batch(pages(SHOP)).to_pylist()[0]
    money = [value for value in json.loads(first["values"]).values() if "currency" in value]
    assert money
    assert isinstance(money[0]["value"], float)


def test_the_charset_of_the_header_is_heeded():
    body = SHOP.replace("</a></h3>", " é</a></h3>").encode("latin-1")
    batch = pages(body, header=["text/html; charset=iso-8859-1"])
    rows = extract_batch(batch, content_type="header").to_pylist()
    assert all(any("é" in text for _, text in row["fields"]) for row in rows)


@pytest.mark.parametrize(
    ("batch", "options", "said"),
    [
        (pages(SHOP), {"html": "body"}, "no column 'body'"),
        (pages(SHOP, score=[1]), {}, "column 'score'"),
        (pages(SHOP), {"method": "nonsense"}, "nonsense"),
        (pages(SHOP), {"nonsense": 1}, "nonsense"),
    ],
    ids=["column missing", "column taken", "method", "parameter"],
)
def test_what_is_wrong_for_every_page_is_raised(batch, options, said):
    with pytest.raises(ParameterError, match=said):
        extract_batch(batch, **options)
