"""A real server, a real browser, and a small site on this machine that the server may fetch."""

import importlib.util
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "docs" / "demo" / "shop.html"
_spec = importlib.util.spec_from_file_location("serve_conftest", ROOT / "tests" / "serve" / "conftest.py")


def product(number: int, price: float) -> str:
    title = f"<h3><a href=/p/{number}>Lamp {number}</a></h3>"
    return f"<li class=product>{title}<p class=price>€ {price:.2f}</p><p>Oslo</p></li>"


class Site(ThreadingHTTPServer):
    """A shop with next pages, prices that tests change, a page that is prose, and nothing else."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.address = f"http://127.0.0.1:{self.server_port}"
        #: Number -> another price; 0: sold.
        self.prices: dict[int, float] = {}
        #: Seconds that each page of the list takes.
        self.wait = 0.0

    def body(self, address: str) -> str | None:
        parts = urlsplit(address)
        if parts.path == "/prose":
            return "<title>Prose</title><h1>On lamps</h1>" + "<p>A lamp is a thing that gives light to people.</p>" * 3
        if parts.path == "/filled":  # by its script
            return (
                f"<title>Filled</title><h1>Wait</h1><div id=a></div><script>a.innerHTML = `{self.listing(1)}`</script>"
            )
        if parts.path == "/list":
            time.sleep(self.wait)
            return self.listing(int(parse_qs(parts.query).get("page", ["1"])[0]))
        return None

    def listing(self, page: int) -> str:
        numbers = range(8 * page - 7, 8 * page + 1)
        items = "".join(product(n, self.prices.get(n, n + 0.5)) for n in numbers if self.prices.get(n) != 0)
        onward = f"<a rel=next href='/list?page={page + 1}'>Next</a>" if page < 12 else ""
        return f"<title>Lamps</title><h1>Lamps</h1><ul class=products>{items}</ul><nav>{onward}</nav>"


class Answer(BaseHTTPRequestHandler):
    """One request."""

    def do_GET(self) -> None:
        body = self.server.body(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write((body or "<p>gone").encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[Site]:
    """The small site, as it was at first."""
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def serving():
    """Start a server: the same way as the tests of the server do."""
    pytest.importorskip("fastapi")
    module = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(module)
    return module.serving


@pytest.fixture(scope="module")
def app(serving, tmp_path_factory) -> Iterator[str]:
    """The address of a server that a module's tests share."""
    database = tmp_path_factory.mktemp("app") / "history.sqlite"
    with serving("--db", str(database), "--allow-private", "--delay", "0", "--rate", "0") as client:
        yield str(client.base_url).rstrip("/")


@pytest.fixture(scope="module")  # while it is open, its thread has a running event loop, which other tests may not have
def browser(chromium):
    """Chromium, driven by Playwright; the test is skipped where either is absent."""
    driver = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    with driver.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()


class User:
    """What a person does in a window of the app."""

    def __init__(self, page, home: str) -> None:
        self.page = page
        #: What a page must never do: throw, or ask another host.
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(f"thrown: {error}"))
        page.on("request", lambda request: self._asked(request.url, (home, "blob:", "data:")))

    def _asked(self, url: str, own: tuple[str, ...]) -> None:
        if not url.startswith(own):
            self.wrong.append(url)

    def paste(self, text: str) -> None:
        """Paste an address or HTML into the first field."""
        self.page.goto("/")
        self.page.get_by_label("Address or HTML of a page").fill(text)
        self.page.get_by_role("button", name="Get the table").click()

    def open(self, text: str) -> None:
        """Paste, and wait for the table."""
        self.paste(text)
        self.page.locator(".row[data-row]").first.wait_for()

    def heads(self) -> list[str]:
        """The names of the columns as they are shown."""
        return self.page.locator(".head-text").all_inner_texts()

    def column(self, name: str) -> list[str]:
        """The texts of a column, as far as they are in sight."""
        place = self.heads().index(name)
        found = self.page.locator(".row[data-row]").evaluate_all(
            """(rows, place) => rows.map(row => [
                row.getBoundingClientRect().top, row.querySelectorAll(".cell")[place].innerText.trim(),
            ])""",
            place,
        )
        return [text for _, text in sorted(found, key=lambda pair: pair[0])]

    def menu(self, name: str) -> None:
        """Open the menu of a column."""
        self.page.get_by_role("button", name=f"Column {name}: menu").click()

    def sort(self, name: str) -> None:
        """Press the head of a column."""
        own = self.page.locator(".head-text", has_text=re.compile(f"^{name}$"))
        self.page.locator(".head-name").filter(has=own).click()

    def until(self, expression: str) -> None:
        """Wait until something is true in the page; asked from here, as the app's policy lets no text become code."""
        for _ in range(500):
            if self.page.evaluate(f"!!({expression})"):
                return
            self.page.wait_for_timeout(30)
        raise AssertionError(f"never came true: {expression}")

    def saved(self, press) -> tuple[str, bytes]:
        """The name and the bytes of the file that a press saves."""
        with self.page.expect_download() as waiting:
            press()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

    def view(self):
        """The frame that shows the page."""
        return self.page.frame_locator(".scaled iframe")


@pytest.fixture
def user(browser, app) -> Iterator[User]:
    """Somebody at a desktop; nothing may fail or ask another host than the app's."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True, base_url=app)
    page = context.new_page()
    page.set_default_timeout(15_000)
    somebody = User(page, app)
    yield somebody
    context.close()
    assert somebody.wrong == []


@pytest.fixture(scope="session")
def demo() -> str:
    """The page that ships with the project: a shop with 14 products and five other lists."""
    return DEMO.read_text("utf-8")
