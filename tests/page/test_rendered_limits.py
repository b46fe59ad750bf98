"""Limits of a rendered page, and what is left behind: no file, no process, no folder, no memory."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

import pytest

import pagerows
from pagerows.lab.speed.render import memory_mib, process_mib
from pagerows.page.rendered import Browser, cdp
from pagerows.page.rendered.document import read_document

HANGS = "<p>x<script>for (;;);</script>"


def text(page):
    return page.nodes.text(0)


def processes(group):
    """The live processes of a group, and those that ended without being waited for."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                found.append((int(stat.parent.name), fields[0]))
    return found


def gone(group, seconds=10.0):
    end = time.monotonic() + seconds
    while processes(group) and time.monotonic() < end:
        time.sleep(0.05)
    return not processes(group)


# -- size ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["<p>" + "x" * 200, b"<p>" + b"x" * 200], ids=["text", "bytes"])
def test_a_source_that_is_too_long_is_not_rendered(monkeypatch, source):
    monkeypatch.setattr("pagerows.page.MAX_BYTES", 100)
    with pytest.raises(pagerows.PageError, match="more than the 100"):
        read_document(source, None, None)


def test_a_file_that_is_no_web_page_is_not_rendered():
    with pytest.raises(pagerows.PageError, match="not a web page"):
        read_document(b"%PDF-1.7 and so on", None, None)


def test_what_was_fetched_is_rendered_with_its_address():
    fetched = pagerows.Fetched(
        url="http://shop.invalid/a", body="<p>\u0141".encode("iso-8859-2"), content_type="text/html; charset=iso-8859-2"
    )
    found = read_document(fetched, None, None)
    assert (found.url, found.html) == ("http://shop.invalid/a", "<p>\u0141")


@pytest.mark.parametrize(("name", "stays"), [("org.chromium.Chromium.x", False), ("mine", True)])
def test_the_folder_of_a_browsers_socket_goes_with_its_own_and_no_other_folder_does(tmp_path, name, stays):
    folder, elsewhere = tmp_path / "pagerows-x", tmp_path / name
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "SingletonSocket").symlink_to(elsewhere / "SingletonSocket")
    cdp._remove(folder)
    assert (folder.exists(), elsewhere.exists()) == (False, stays)


class Reader(cdp.Connection):
    """The reading side of a connection, fed by hand."""

    def __init__(self):
        self.got, self.refused = [], []

    def _dispatch(self, data):
        self.got.append(data)

    def _refuse(self, opening):
        self.refused.append(opening[:7])


def test_messages_are_put_together_from_pieces_and_too_long_ones_are_refused_alone(monkeypatch):
    monkeypatch.setattr(cdp, "MAX_MESSAGE", 20)
    pieces = [b'{"id":1}\0{"id"', b":2}\0", b'{"id":3,' + b"x" * 10, b"y" * 10, b"z" * 10, b'}\0{"id":4}\0']
    pieces += [b'{"id":5,' + b"w" * 30 + b'}\0{"id":6}\0']
    reader, (inner, outer) = Reader(), os.pipe()
    writer = threading.Thread(
        target=lambda: ([(os.write(outer, p), time.sleep(0.02)) for p in pieces], os.close(outer))
    )
    writer.start()
    reader._read_messages(inner)
    writer.join()
    os.close(inner)
    assert reader.got == [b'{"id":1}', b'{"id":2}', b'{"id":4}', b'{"id":6}']
    assert reader.refused == [b'{"id":3', b'{"id":5']


def test_only_folders_that_nobody_holds_are_removed(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "pagerows-notes").mkdir()
    held, lock = cdp._own_folder()
    _, other = cdp._own_folder()
    os.close(other)
    last, third = cdp._own_folder()
    assert {path.name for path in tmp_path.iterdir()} == {"pagerows-notes", Path(held).name, Path(last).name}
    for fd in (lock, third):
        os.close(fd)


@pytest.mark.browser
def test_a_page_that_grows_too_large_is_one_failed_page(monkeypatch):
    monkeypatch.setattr(cdp, "MAX_MESSAGE", 300_000)
    grows = "<p>x<script>for (let n = 0; n < 5000; n++) document.body.append(document.createElement('p'))</script>"
    with Browser() as browser:
        with pytest.raises(pagerows.RenderError, match="larger than the 300,000 bytes"):
            pagerows.render(grows, javascript=True, browser=browser)
        started = browser._connection
        assert text(pagerows.render("<p>next", browser=browser)) == "next"
        assert browser._connection is started


@pytest.mark.browser
@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux bounds the memory of other processes")
def test_each_process_of_the_browser_has_bounded_memory():
    with Browser() as browser:
        assert text(pagerows.render("<p>x", browser=browser)) == "x"
        group = browser._connection.process
        own = [int(stat.parent.name) for stat in Path("/proc").glob("[0-9]*/stat") if _group_of(stat) == group]
        found = {pid: resource.prlimit(pid, resource.RLIMIT_DATA) for pid in own}
    assert group in found
    assert len(found) > 1
    assert set(found.values()) == {(cdp.MOST_MEMORY, cdp.MOST_MEMORY)}


@pytest.mark.parametrize("name", ["missing", "folder", "plain"])
def test_a_program_that_cannot_be_run_is_said_to_be_none(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_text("no program")
    with (
        Browser(str(tmp_path / name)) as browser,
        pytest.raises(pagerows.RenderError, match=f"cannot start .*{name}"),
    ):
        pagerows.render("<p>x", browser=browser)


def _group_of(stat: Path) -> int | None:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[2])
    except OSError:  # it has ended meanwhile
        return None


# -- time ---------------------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_a_batch_goes_on_behind_pages_that_hang_or_take_the_browser_with_them():
    def pages(browser):
        yield "<p>one"
        yield HANGS
        yield "<p>three"
        while browser._connection is None:
            time.sleep(0.05)
        os.killpg(browser._connection.process, signal.SIGKILL)
        yield "<p>four"

    with Browser() as browser:
        found = list(pagerows.render_many(pages(browser), jobs=2, browser=browser, javascript=True, timeout=6))
    assert isinstance(found[1], pagerows.RenderError)
    assert [text(found[k]) for k in (0, 2, 3)] == ["one", "three", "four"]


# -- what is left behind ------------------------------------------------------------------------------------------


@pytest.mark.browser
def test_a_browser_is_replaced_after_so_many_pages_and_its_processes_end():
    with Browser(recycle=2) as browser:
        groups = set()
        for number in range(5):
            assert text(pagerows.render(f"<p>{number}", browser=browser)) == str(number)
            groups.add(browser._connection.process)
        assert len(groups) == 3
    assert all(gone(group) for group in groups)


RENDER = """
import sys, pagerows
from pagerows.page.rendered.browser import shared_browser
pagerows.render("<p>x")
print(shared_browser()._connection.process, flush=True)
"""


@pytest.fixture
def run(tmp_path):
    """Run a script whose temporary folder is watched."""

    def start(script):
        return subprocess.Popen(
            [sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"TMPDIR": str(tmp_path)},
        )

    return start


@pytest.mark.browser
def test_a_program_that_ends_leaves_no_process_and_no_folder(run, tmp_path):
    with run(RENDER) as program:
        out, err = program.communicate(timeout=60)
    assert program.returncode == 0, err
    assert gone(int(out))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.browser
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_a_program_that_is_ended_while_a_page_hangs_leaves_no_process(run, tmp_path, number):
    script = f"{RENDER}\npagerows.render({HANGS!r}, javascript=True, timeout=60)"
    with run(script) as program:
        group = int(program.stdout.readline())
        time.sleep(1.0)
        program.send_signal(number)
        program.communicate(timeout=30)
    assert program.returncode != 0
    assert gone(group)
    assert len(list(tmp_path.iterdir())) == (number == signal.SIGKILL)
    with run(RENDER) as another:  # the next one cleans up
        another.communicate(timeout=60)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.browser
@pytest.mark.slow
def test_memory_stays_flat_over_a_thousand_pages():
    items = [f"<li><h3>Item {n}</h3><p>{n} kg of <b>something</b></p></li>" for n in range(60)]
    pages = (f"<ul>{''.join(items[: 20 + number % 40])}</ul>" for number in range(1000))
    own, browsers = [], []
    with Browser() as browser:
        for number, page in enumerate(pagerows.render_many(pages, jobs=2, browser=browser)):
            assert not isinstance(page, pagerows.PagerowsError)
            if number % 25 == 24:
                own.append(process_mib(os.getpid()))
                browsers.append(memory_mib(browser._connection.process))
    early, late = slice(4, 12), slice(-8, None)
    assert median(own[late]) < median(own[early]) + 10
    assert median(browsers[late]) < 1.3 * median(browsers[early])
