"""What a run says of itself."""

from pagerows.bulk import Summary


def counted(pages: int, *, url: str | None = "https://a.example/", error: str | None = None) -> Summary:
    summary = Summary(shards=1)
    for _ in range(pages):
        summary.page(url, 0 if error else 2, error, 0.5)
    return summary


def test_what_stands_beside_the_bar_fits_a_terminal_of_80_columns_and_begins_with_the_time_left():
    summary = counted(1)
    summary.pages, summary.records, summary.size, summary.size_done = 1_200_000, 31_000_000, 100, 50
    summary.begun -= 36_000
    line = summary.short_line()
    assert line.startswith("10:00:00 left; 1,200,000 pages (33/s)")
    assert len(line) <= 80 - len("━━━━━━━ 100% ")


def test_the_end_of_a_run_names_what_failed_in_words_and_as_values():
    summary = counted(2, url=None, error="the page is empty")
    summary.unread["a.parquet"] = "not Parquet"
    lines = summary.closing()
    assert lines[0].startswith("0 of 1 shard; 2 pages")
    assert {"2 failed: the page is empty", "failing hosts: (no host) 2 of 2", "a.parquet: not read: not Parquet"} <= {
        *lines
    }
    plain = summary.plain_closing()
    assert plain["failing_hosts"] == {"(no host)": {"pages": 2, "seconds": 1.0, "failed": 2}}
    assert plain["unread"] == {"a.parquet": "not Parquet"}
