"""A real server on a free port of this machine, started once and ended with the tests."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")

ITEM = (
    "<li class=item><h3><a href='/p/{0}'>{1} tent {0}</a></h3><p class=price>{0}.50 €</p>"
    "<p class=place>City {0}</p></li>"
)


def shop_page(count: int = 30, brand: str = "Heron", start: int = 1) -> str:
    """A shop's list, and a menu beside it."""
    items = "".join(ITEM.format(number, brand) for number in range(start, start + count))
    menu = "".join(f"<li><a href='/c/{word}'>{word}</a></li>" for word in ("Tents", "Stoves", "Boots", "Ropes", "Maps"))
    return f"<title>{brand} shop</title><nav><ul class=menu>{menu}</ul></nav><ul class=items>{items}</ul>"


@contextmanager
def serving(*options: str, environment: dict[str, str] | None = None) -> Iterator["httpx.Client"]:
    """Run `pagerows serve` and give a client of it."""
    command = [sys.executable, "-m", "pagerows", "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})}
    ) as server:
        try:
            line = server.stdout.readline()
            assert line.startswith("pagerows: http://"), line + server.stderr.read()
            address = line.removeprefix("pagerows: ").strip().rstrip("/")
            with httpx.Client(base_url=address, timeout=60) as client:
                client.server = server
                yield client
        finally:
            server.terminate()
            server.wait(20)


Answer = tuple[int, dict[str, str], bytes]


@contextmanager
def web_site(answer: Callable[[str], Answer | float]) -> Iterator[str]:
    """Serve what a function gives for each path; a number is how many seconds it hangs."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            found = answer(self.path)
            if isinstance(found, float):
                time.sleep(found)
                return
            status, headers, body = found
            self.send_response(status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


@pytest.fixture(scope="session")
def site() -> Callable[..., object]:
    """Serve a small web site from a free port of this machine."""
    return web_site


@pytest.fixture(scope="session")
def run_server() -> Callable[..., object]:
    """Start a server of one's own, with all options."""
    return serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["httpx.Client"]:
    """A server that most tests share; it may fetch pages of this machine, and has no rate."""
    database = tmp_path_factory.mktemp("serve") / "history.sqlite"
    with serving(
        "--db", str(database), "--allow-private", "--delay", "0", "--rate", "0", "--workers", "1", "--timeout", "300"
    ) as client:
        yield client


@pytest.fixture(scope="session")
def shop() -> Callable[..., str]:
    """Make a shop's page."""
    return shop_page


@pytest.fixture
def run(server: "httpx.Client") -> str:
    """A run of a shop's page."""
    answer = server.post(
        "/v1/extract", json={"html": shop_page(), "name": "shop.html", "page_url": "https://shop.example/"}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., object]:
    """Start a server of one's own: its database is in this test's folder unless the test says otherwise."""

    def started(*options: str, environment: dict[str, str] | None = None) -> object:
        own = () if "--db" in options else ("--db", str(tmp_path / "history.sqlite"))
        return serving(*own, *options, environment=environment)

    return started
