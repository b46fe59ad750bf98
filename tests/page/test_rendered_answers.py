"""The JSON that scripts fetch while a page is rendered is data of the page, within bounds; in a real browser."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import pagerows
from pagerows.cli import main
from pagerows.page.rendered import answers

pytestmark = pytest.mark.browser

GOODS = [
    {"code": f"K{n}-{n * n}", "title": f"Kettle number {n} in blue", "href": f"/kettles/k{n}", "stock": 5 * n}
    for n in range(1, 10)
]
FILL = """<!doctype html><title>Kettles</title><ul></ul><script>
(async () => {
  const got = await (await fetch("/api/kettles?page=1")).json();
  for (const path of ["/api/broken", "/api/large", "/api/words", "/api/missing"]) await fetch(path).catch(() => 0);
  document.querySelector("ul").innerHTML = got.data.items.map(one =>
    `<li><h3><a href="${one.href}">${one.title}</a></h3><p>Some words about ${one.title}</p></li>`).join("");
})();
</script>"""
PATHS = {
    "/": ("text/html", FILL.encode()),
    "/api/kettles": ("application/json", json.dumps({"data": {"items": GOODS}}).encode()),
    "/api/broken": ("application/json", b'{"items": [{"a": 1}, '),
    "/api/large": ("application/json", b'{"a": "' + b"x" * 300_000 + b'"}'),
    "/api/words": ("text/html", b"<p>no data</p>"),
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = PATHS.get(self.path.partition("?")[0], ("application/json", b"[]"))
        self.send_response(200 if self.path.partition("?")[0] in PATHS else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def url():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join(5)


def rendered(url, **options):
    return pagerows.render(pagerows.fetch(url), javascript=True, **options)


def test_what_scripts_fetch_is_data_of_the_page_and_joined_with_what_it_shows(url):
    page = rendered(url)
    found = {one.name: one for one in page.data}
    assert found["api.kettles"].kind == "answer"
    assert found["api.kettles"].value == {"data": {"items": GOODS}}
    assert page.data.skipped == 1  # the broken one
    assert {answer.url.removeprefix(url) for answer in page.answers} == {
        "api/kettles?page=1", "api/broken", "api/large"
    }  # fmt: skip
    columns = {column.key: column for column in pagerows.extract(page, embedded=True).table.all_columns}
    assert columns["title"].source == "page"
    assert columns["stock"].values == tuple(5 * n for n in range(1, 10))


def test_large_answers_and_more_than_are_read_are_left_out(url, monkeypatch):
    monkeypatch.setattr(answers, "LARGEST", 200_000)
    assert all("large" not in answer.url for answer in rendered(url).answers)
    monkeypatch.setattr(answers, "MOST", 1)
    assert [answer.url.removeprefix(url) for answer in rendered(url).answers] == ["api/kettles?page=1"]


def test_without_scripts_nothing_is_fetched(url):
    page = pagerows.render(pagerows.fetch(url))
    assert page.answers == ()
    assert len(page.data) == 0


def test_the_command_prints_what_scripts_fetch(url, capfdbinary):
    assert main(["data", url, "--scripts", "--kind", "answer"]) == 0
    printed = json.loads(capfdbinary.readouterr().out)
    assert printed[0]["name"] == "api.kettles"
    assert printed[0]["value"]["data"]["items"][0] == GOODS[0]
