"""Batches of pages become batches of records, and no page is lost on the way."""

import json
import sys

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


# The same function in engines that speak Arrow, the real ones.


@pytest.fixture(scope="module")
def crawl():
    batch = pages(SHOP, PROSE, None, SHOP, crawl=[1, 2, 3, 4])
    return pa.Table.from_batches([batch.slice(0, 2), batch.slice(2)]), extract_batch(batch).to_pylist()


def test_pyarrow_runs_it_over_the_batches_of_a_dataset(crawl, tmp_path):
    import pyarrow.dataset as ds

    table, wanted = crawl
    ds.write_dataset(table, tmp_path, format="parquet")
    batches = ds.dataset(tmp_path).to_batches(batch_size=2)
    assert pa.Table.from_batches(map(extract_batch, batches)).to_pylist() == wanted


def test_polars_runs_it_over_a_frame(crawl):
    pl = pytest.importorskip("polars")
    table, wanted = crawl
    frame = pl.from_arrow(table)
    made = pl.concat(
        [pl.from_arrow(extract_batch(b)) for part in frame.iter_slices(2) for b in part.to_arrow().to_batches()]
    )
    assert made.drop("fields").to_dicts() == [{k: v for k, v in row.items() if k != "fields"} for row in wanted]
    assert [value and list(dict(value).items()) for value in made["fields"].to_list()] == [
        row["fields"] for row in wanted
    ]


def test_duckdb_runs_it_over_the_batches_of_a_query_and_queries_what_it_gives(crawl):
    duckdb = pytest.importorskip("duckdb")
    table, wanted = crawl
    base = duckdb.connect()
    base.register("crawl", table)
    query = base.sql("SELECT url, html, crawl FROM crawl WHERE crawl <> 2 ORDER BY crawl")
    reader = getattr(query, "to_arrow_reader", query.fetch_arrow_reader)(2)
    records = pa.Table.from_batches([extract_batch(batch) for batch in reader])
    base.register("records", records)
    counted = base.execute("SELECT crawl, count(row), count(error) FROM records GROUP BY 1 ORDER BY 1").fetchall()
    assert counted == [(1, 7, 0), (3, 0, 1), (4, 7, 0)]
    titles = base.execute("SELECT fields['title'] FROM records WHERE crawl = 1 ORDER BY row").fetchall()
    assert [str(title[0] if isinstance(title, tuple) else title) for (title,) in titles] == [
        dict(row["fields"])["title"] for row in wanted[:7]
    ]


def test_dask_runs_it_over_delayed_batches(crawl):
    dask = pytest.importorskip("dask")
    table, wanted = crawl
    tasks = [dask.delayed(extract_batch)(batch) for batch in table.to_batches()]
    assert pa.Table.from_batches(dask.compute(*tasks, scheduler="threads")).to_pylist() == wanted


def test_daft_runs_it_over_the_batches_of_a_plan_and_plans_with_what_it_gives(crawl):
    daft = pytest.importorskip("daft")
    table, wanted = crawl
    batches = daft.from_arrow(table).into_batches(2).to_arrow_iter()
    made = daft.from_arrow([pa.Table.from_batches([extract_batch(batch)]) for batch in batches])
    assert plain(made.to_arrow().to_pylist()) == plain(wanted)
    assert made.where(daft.col("row").not_null()).count_rows() == 14


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # of its own
def test_ray_data_maps_it_over_blocks(crawl):
    ray = pytest.importorskip("ray")
    table, wanted = crawl
    ray.init(address="local", num_cpus=1, include_dashboard=False, object_store_memory=100 * 2**20, log_to_driver=False)
    try:
        blocks = ray.data.from_arrow(table).map_batches(of_table, batch_format="pyarrow", batch_size=2)
        made = [row for block in ray.get(blocks.to_arrow_refs()) for row in block.to_pylist()]
    finally:
        ray.shutdown()
    assert sorted(plain(made)) == sorted(plain(wanted))


@pytest.mark.slow
@pytest.mark.filterwarnings(
    "ignore::FutureWarning", "ignore::DeprecationWarning", "ignore::ResourceWarning"
)  # of its own
def test_spark_maps_it_over_batches(crawl, monkeypatch):
    sql = pytest.importorskip("pyspark.sql")
    table, wanted = crawl
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    local = {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1", "spark.ui.enabled": "false"}
    spark = sql.SparkSession.builder.master("local[1]").config(map=local).getOrCreate()
    try:
        pages = spark.createDataFrame(
            [tuple(row.values()) for row in table.to_pylist()], "url string, html string, crawl long"
        )
        made = pages.mapInArrow(of_batches, SPARK).collect()
    finally:
        spark.stop()
    assert sorted(plain([row.asDict() for row in made])) == sorted(plain(wanted))


#: The schema of what is made, in Spark's words.
SPARK = (
    "url string, region int, row int, xpath string, fields map<string, string>, values string, score double, "
    "method string, error string, seconds double, crawl long"
)


def of_table(table):
    return pa.Table.from_batches([extract_batch(batch) for batch in table.to_batches()])


def of_batches(batches):
    return map(extract_batch, batches)


def plain(rows):
    """Rows as texts: engines give maps as lists of pairs or as dictionaries."""
    return [repr({**row, "fields": row["fields"] and sorted(dict(row["fields"]).items())}) for row in rows]
