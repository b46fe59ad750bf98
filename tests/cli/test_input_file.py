"""Lists of addresses: `extract -i`."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pagerows.cli import main

from .conftest import SHOP


@pytest.fixture
def hosts():
    """Two hosts that remember what they were asked."""
    servers, asked = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.server.server_port, self.path))
            body = SHOP.encode() if "shop" in self.path else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    for _ in range(2):
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
    yield [f"http://127.0.0.1:{server.server_port}" for server in servers], asked
    for server in servers:
        server.shutdown()
        server.server_close()


def test_addresses_from_a_file_are_read_in_order_and_failures_are_told(hosts, tmp_path, capfd):
    (first, second), asked = hosts
    names = [f"{first}/shop/1", f"{first}/shop/2", f"{second}/gone", f"{second}/shop/3"]
    listed = tmp_path / "urls.txt"
    listed.write_text("# two hosts\n\n" + "\n".join(names) + "\n", encoding="utf-8")
    out = tmp_path / "rows.jsonl"
    assert main(["extract", "-i", str(listed), "-o", str(out), "--delay", "0"]) == 1
    sources = [json.loads(line)["source"] for line in out.read_text("utf-8").splitlines()]
    assert list(dict.fromkeys(sources)) == [names[0], names[1], names[3]]
    assert "404" in capfd.readouterr().err
    assert len(asked) == len(names) + 2  # robots.txt of each host


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a SOURCE"),
        (["-i", "no/such/file"], "No such file"),
        (["x.html", "--header", "nonsense"], "Name: value"),
        (["x.html", "--header", "A: b\r\nC: d"], "characters"),
    ],
)
def test_wrong_use_is_one_line(arguments, said, capfd):
    assert main(["extract", *arguments]) == 2
    assert said in capfd.readouterr().err


def test_a_proxy_that_is_not_used_is_named(hosts, monkeypatch, capfd):
    (first, _), _ = hosts
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert main(["extract", f"{first}/shop"]) == 0
    assert "http_proxy is set, and not used" in capfd.readouterr().err
