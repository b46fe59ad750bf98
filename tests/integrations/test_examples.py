"""Each integration with the real library: the examples, run against a shop of three pages on this machine."""

import http.server
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGES, EACH = 3, 6


def shop_page(number: int) -> str:
    first = (number - 1) * EACH
    items = "".join(
        f"<li class=item><h3><a href=/chair/{n}>Chair {n:02}</a></h3><p>Oak, number {n}.</p><b>{n}.50 €</b></li>"
        for n in range(first, first + EACH)
    )
    links = "".join(f"<a href='/list?page={n}'>{n}</a> " for n in range(1, PAGES + 1) if n != number)
    onward = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < PAGES else ""
    return f"<title>Chairs</title><h1>Chairs</h1><ul>{items}</ul><nav>{links}{onward}</nav>"


class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path != "/list":
            self.send_error(404)
            return
        body = shop_page(int(query.removeprefix("page=") or 1)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def shop():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/list"
    server.shutdown()
    server.server_close()


def run(example: str, *arguments: str, folder: Path) -> str:
    environment = {**os.environ, "CRAWLEE_STORAGE_DIR": str(folder / "storage"), "RUNTIME__DLTHUB_TELEMETRY": "false"}
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / example), *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        check=False,
        timeout=150,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def titles(text: str) -> list[str]:
    return [row["title"] for row in map(json.loads, text.splitlines())]


ALL = [f"Chair {n:02}" for n in range(PAGES * EACH)]


def test_scrapys_spider_yields_each_row_once_over_the_pages_of_a_list(shop, tmp_path):
    pytest.importorskip("scrapy")
    rows = [json.loads(line) for line in run("scrapy_rows.py", shop, folder=tmp_path).splitlines()]
    assert [row["title"] for row in rows] == ALL
    assert [row["page_number"] for row in rows] == [1] * EACH + [2] * EACH + [3] * EACH
    assert rows[7]["title_url"].endswith("/chair/7")
    assert rows[7]["price"] == "7.50 €"
    assert len({tuple(row) for row in rows}) == 1  # one schema over the pages


def test_page_objects_of_scrapy_poet_get_the_rows_of_their_page(shop, tmp_path):
    pytest.importorskip("scrapy_poet")
    assert titles(run("scrapy_poet_rows.py", shop, folder=tmp_path)) == ALL


def test_crawlee_stores_the_rows_and_follows_next_pages(shop, tmp_path):
    pytest.importorskip("crawlee")
    assert sorted(titles(run("crawlee_rows.py", shop, folder=tmp_path))) == ALL


@pytest.mark.browser
def test_a_page_that_is_open_in_playwright_is_read_as_it_is(shop, tmp_path, chromium):
    pytest.importorskip("playwright")
    assert titles(run("playwright_rows.py", shop, str(chromium), folder=tmp_path)) == ALL[:EACH]


def test_frames_have_real_types(shop, tmp_path):
    pytest.importorskip("polars")
    assert run("pandas_rows.py", shop, folder=tmp_path).split() == ["3.00", "5.50"]


def test_duckdb_reads_records_in_sql(shop, tmp_path):
    pytest.importorskip("duckdb")
    assert titles(run("duckdb_rows.py", shop, folder=tmp_path)) == ALL[:EACH]


def test_dlt_loads_a_whole_list_once_however_often_it_runs(shop, tmp_path):
    pytest.importorskip("dlt")
    assert "(18, 'Chair 00')" in run("dlt_rows.py", shop, str(tmp_path / "shop.duckdb"), folder=tmp_path)
