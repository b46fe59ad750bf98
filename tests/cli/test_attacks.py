"""Attacks that were tried on the command as a whole, each in its shortest form."""

import json
import os
import socket
import zipfile
from xml.etree import ElementTree

import pytest

#: Read as a number it is beyond what a float holds.
TOO_LARGE = "1" + ",234" * 200 + ".5"
ROWS = [TOO_LARGE, *(f"{n}.5" for n in range(8))]
PAGE = (
    "<title>\x01\uffff</title><ul>" + "".join(f"<li><a href=/{n}>Lamp {n}</a><p>{n}</p></li>" for n in ROWS) + "</ul>"
)


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


@pytest.mark.parametrize("format_", ["json", "jsonl"])
def test_a_number_beyond_all_floats_is_no_infinity(pagerows, tmp_path, format_):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    done = pagerows("page.html", "-f", format_)
    assert (done.returncode, done.stderr) == (0, "")
    for line in [done.stdout] if format_ == "json" else done.stdout.splitlines():
        json.loads(line, parse_constant=no_constant)
    assert TOO_LARGE in done.stdout


def test_a_workbook_of_such_a_page_is_well_formed(pagerows, tmp_path):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    assert pagerows("page.html", "-o", "rows.xlsx").returncode == 0
    with zipfile.ZipFile(tmp_path / "rows.xlsx") as book:
        for name in book.namelist():
            ElementTree.fromstring(book.read(name))


def test_an_output_that_is_a_looping_link_is_one_line(pagerows, shop, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    done = pagerows(shop, "-o", "loop", "-f", "csv")
    assert done.returncode == 1
    assert done.stderr.startswith("pagerows: cannot write loop: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_file_of_gigabytes_is_read_up_to_the_limit(pagerows, tmp_path):
    with (tmp_path / "large.html").open("wb") as file:
        file.truncate(5 << 30)
    done = pagerows("large.html", "--max-memory", "1")
    assert done.returncode == 1
    assert "more than the" in done.stderr


def test_proxies_of_the_environment_are_not_used_and_the_help_says_so(pagerows):
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.setblocking(False)
        where = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        aside = {**os.environ, "http_proxy": where, "HTTP_PROXY": where, "ALL_PROXY": where}
        assert pagerows("http://127.0.0.1:1/", "--retries", "0", "--timeout", "5", env=aside).returncode == 1
        with pytest.raises(BlockingIOError):
            proxy.accept()
    assert "proxies of the environment are not used" in " ".join(pagerows("extract", "--help").stdout.split())


@pytest.mark.browser
@pytest.mark.skipif(os.geteuid() != 0, reason="only root's browser runs without its sandbox")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_browser_without_its_sandbox_is_told_once(pagerows, shop, tmp_path, chromium, monkeypatch, jobs):
    monkeypatch.delenv("PAGEROWS_UNSANDBOXED_SAID", raising=False)
    (tmp_path / "other.html").write_text(shop.read_text("utf-8"), encoding="utf-8")
    done = pagerows(shop, "other.html", "--render", "--jobs", jobs)
    assert done.returncode == 0
    assert done.stderr.count("without its sandbox") == 1
