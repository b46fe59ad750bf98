"""A real server on a free port of this machine, started once and ended with the tests."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator["httpx.Client"]:
    """A server that most tests share; it may fetch pages of this machine, and has no rate."""
    database = tmp_path_factory.mktemp("serve") / "history.sqlite"
    with serving("--db", str(database), "--allow-private", "--delay", "0", "--rate", "0") as client:
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
