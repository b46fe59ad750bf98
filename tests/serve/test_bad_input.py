"""Whatever comes, the server stays up, says what to do, and loses nothing that it has stored."""

import base64
import os
import resource
import signal
import socket
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pagerows.cli import main


def works(server, shop) -> str:
    """The server answers as ever."""
    answer = server.post("/v1/extract", json={"html": shop()})
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def waits_until(condition) -> None:
    for _ in range(200):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it never came true")


def under_way(server) -> float:
    lines = server.get("/metrics").text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("pagerows_requests_under_way ")))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("script", "codes"),
    [("exit 3", {"render_failed"}), ("sleep 60", {"render_failed", "timeout"})],
    ids=["a browser that dies", "a browser that hangs"],
)
def test_a_dead_browser_is_told_and_pages_are_read_without_it(start, shop, tmp_path, script, codes):
    browser = tmp_path / "chromium"
    browser.write_text(f"#!/bin/sh\n{script}\n")
    browser.chmod(0o755)
    with start("--timeout", "5", "--workers", "1", environment={"PAGEROWS_CHROMIUM": str(browser)}) as server:
        answer = server.post("/v1/extract", json={"html": shop(), "render": True})
        assert answer.json()["error"]["code"] in codes
        works(server, shop)


def test_without_a_browser_it_is_said_how_to_get_one(start, shop):
    with start("--workers", "1", environment={"PAGEROWS_CHROMIUM": "/nosuch"}) as server:
        assert server.get("/v1/meta").json()["browser"] is False
        answer = server.post("/v1/render", json={"html": shop()})
        assert answer.status_code in (501, 502)
        assert "PAGEROWS_CHROMIUM" in answer.json()["error"]["message"]


def test_a_site_that_hangs_and_a_page_that_takes_too_long_are_ended(start, shop, site):
    with site(lambda _: 12.0) as address, start("--timeout", "4", "--allow-private", "--workers", "1") as server:
        hanging = server.post("/v1/extract", json={"url": f"{address}/list"})
        assert hanging.json()["error"]["code"] == "fetch_timeout"
        heavy = server.post("/v1/extract", json={"html": shop(60_000)})
        assert heavy.json()["error"]["code"] == "timeout"
        assert "--timeout" in heavy.json()["error"]["message"]
        works(server, shop)
        assert "pagerows_tasks_late 1.0" in server.get("/metrics").text


def test_a_hundred_megabytes_are_refused_however_they_come(server, shop, site):
    answer = server.post("/v1/extract", json={"html": "x" * 100_000_000})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")

    def pieces():
        yield b'{"html": "'
        for _ in range(100):
            yield b"x" * 1_000_000
        yield b'"}'

    try:
        chunked = server.post("/v1/extract", content=pieces(), headers={"Content-Type": "application/json"})
        assert chunked.status_code == 413
    except OSError:
        pass  # the connection may end while we still send
    packed = base64.b64encode(b"<p>" * 24_000_000).decode()  # fits into a request, but is no page that we read
    assert server.post("/v1/extract", json={"data": packed}).status_code == 413
    with site(lambda _: (200, {}, b" " * 70_000_000)) as address:
        fetched = server.post("/v1/extract", json={"url": address})
    assert fetched.json()["error"]["code"] == "fetch_failed"
    works(server, shop)


def test_a_locked_database_delays_or_warns_but_loses_nothing(start, shop, tmp_path):
    file = tmp_path / "locked.sqlite"
    with start("--db", str(file), "--workers", "1") as server:
        first = works(server, shop)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            answer = server.post("/v1/extract", json={"html": shop()}).json()
            assert answer["id"] is None
            assert "locked" in answer["warnings"][0]
            assert len(answer["page"]["regions"][0]["records"]) == 30
            refused = server.put(f"/v1/runs/{first}/lists/1/edits", json={"edits": []})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "database")
            assert server.get(f"/v1/runs/{first}").status_code == 200  # reading goes on
            other.execute("ROLLBACK")
        second = works(server, shop)
        assert [one["id"] for one in server.get("/v1/runs").json()["runs"]] == [second, first]


def test_a_database_that_is_gone_is_told_and_used_again_when_it_is_back(start, shop, tmp_path):
    file = tmp_path / "gone.sqlite"
    with start("--db", str(file), "--workers", "1") as server:
        first = works(server, shop)
        away = file.with_name("away.sqlite")
        file.rename(away)
        answer = server.post("/v1/extract", json={"html": shop()}).json()
        assert answer["id"] is None
        assert "moved or deleted" in answer["warnings"][0]
        assert server.get("/v1/runs").json()["error"]["code"] == "database"
        assert server.get("/healthz").status_code == 503
        away.rename(file)
        assert server.get("/healthz").status_code == 200
        assert server.get("/v1/runs").json()["runs"][0]["id"] == first
        works(server, shop)


def test_a_full_disk_is_told_and_what_is_stored_stays(shop, tmp_path, run_server, monkeypatch):
    file = tmp_path / "full.sqlite"
    with run_server("--db", str(file), "--workers", "1") as server:
        first = works(server, shop)
        size = max(path.stat().st_size for path in tmp_path.glob("full.sqlite*"))
        # As on a full disk: no file of the server grows beyond this.
        resource.prlimit(server.server.pid, resource.RLIMIT_FSIZE, (size + 50_000, size + 50_000))
        noise = "".join(f"<!-- {n * 7919 % 104729:x} -->" for n in range(200_000))
        answer = server.post("/v1/extract", json={"html": shop() + noise}).json()
        assert answer["id"] is None
        assert "full" in answer["warnings"][0]
        assert server.get(f"/v1/runs/{first}/lists/1/rows").json()["total"] == 30
    with run_server("--db", str(file), "--workers", "1") as server:
        assert [one["id"] for one in server.get("/v1/runs").json()["runs"]] == [first]
        works(server, shop)


def test_a_client_that_disappears_gives_its_place_back(start, shop, site):
    with site(lambda _: 3.0) as address, start("--allow-private", "--workers", "1", "--waiting", "2") as server:
        parts = urlsplit(str(server.base_url))
        body = f'{{"url": "{address}/slow"}}'.encode()
        head = f"POST /v1/extract HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
        for _ in range(2):
            with socket.create_connection((parts.hostname, parts.port)) as line:
                line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
                waits_until(lambda: under_way(server) > 0)
        waits_until(lambda: under_way(server) == 0)
        works(server, shop)


def test_more_requests_than_places_are_sent_away_with_the_time_to_come_again(start, site):
    with site(lambda _: 1.5) as address, start("--allow-private", "--workers", "1", "--waiting", "1") as server:
        parts = urlsplit(str(server.base_url))
        body = f'{{"url": "{address}/slow"}}'.encode()
        head = f"POST /v1/extract HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
        with socket.create_connection((parts.hostname, parts.port)) as line:
            line.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            waits_until(lambda: under_way(server) > 0)
            answer = server.post("/v1/extract", json={"html": "<p>x"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
        assert int(answer.headers["retry-after"]) >= 1


def test_workers_that_are_killed_are_replaced(start, shop):
    with start("--workers", "1") as server:
        works(server, shop)
        tasks = Path(f"/proc/{server.server.pid}/task").iterdir()
        every = {int(child) for task in tasks for child in (task / "children").read_text().split()}
        assert every
        for child in every:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(os.pidfd_open(child), signal.SIGKILL)
        works(server, shop)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"html": "\xff\xfe"}', b'{"html": 1e999}', b"[" * 100_000],
    ids=["nothing", "half", "a list", "null", "no UTF-8", "infinity", "deep"],
)
def test_requests_that_are_no_json_are_refused(server, content):
    answer = server.post("/v1/extract", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


def test_a_port_that_is_taken_is_told(server, tmp_path, capsys):
    port = urlsplit(str(server.base_url)).port
    assert main(["serve", "--port", str(port), "--db", str(tmp_path / "x.sqlite")]) == 2
    assert f"cannot listen on 127.0.0.1:{port}" in capsys.readouterr().err
    assert not (tmp_path / "x.sqlite").exists()


def test_a_database_that_cannot_be_opened_is_told_at_once(tmp_path, capsys):
    (tmp_path / "text.sqlite").write_text("this is no database, but a text that is long enough to be read as one" * 9)
    assert main(["serve", "--port", "0", "--db", str(tmp_path / "text.sqlite")]) == 1
    assert "text.sqlite" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--db", "postgresql://nobody@127.0.0.1:9/none"]) == 1
    assert "cannot reach the database" in capsys.readouterr().err
