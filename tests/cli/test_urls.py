"""Pages from the network: a small server on this machine that behaves well and badly."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from .conftest import SHOP


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        match self.path:
            case "/shop":
                self.answer(200, SHOP.encode(), "text/html; charset=utf-8")
            case "/moved":
                self.answer(302, b"", location="/shop")
            case "/circle":
                self.answer(302, b"", location="/circle")
            case "/pdf":
                self.answer(200, b"%PDF-1.7", "application/pdf")
            case "/large":
                self.answer(200, b"<p>" + b"x" * 200_000, "text/html")
            case "/slow":
                time.sleep(1.5)
            case _:
                self.answer(404, b"<p>gone", "text/html")

    def answer(self, code, body, content_type="text/html", location=None):
        self.send_response(code)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site():
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_page_is_fetched_and_its_links_are_absolute(pagerows, site):
    done = pagerows("extract", f"{site}/moved", "--format", "jsonl")
    assert done.returncode == 0, done.stderr
    assert f'"{site}/p/1"' in done.stdout


@pytest.mark.parametrize(
    ("path", "options", "reason"),
    [
        ("/nothing", [], "404"),
        ("/circle", [], "circle"),
        ("/pdf", [], "application/pdf"),
        ("/large", ["--max-bytes", "100000"], "100,000"),
        ("/slow", ["--timeout", "0.4"], "in time"),
    ],
    ids=["not found", "redirect loop", "not a page", "too large", "too slow"],
)
def test_what_cannot_be_fetched_is_one_line_that_says_why(site, path, options, reason, capfd):
    from pagerows.cli import main

    assert main(["extract", f"{site}{path}", *options]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"pagerows: {site}{path}: ")
    assert reason in err
