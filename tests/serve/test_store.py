"""What is stored is the same in SQLite and in PostgreSQL, and a team's server may go and come back."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import Path
from time import sleep

import pytest

from pagerows.export.sheets import Sheet, SheetColumn
from pagerows.serve.store import Jobs, Runs, StoreError, Wrappers, open_database
from pagerows.serve.store.jobs import JobPage
from pagerows.serve.store.sheets import Kept, pack, unpack
from pagerows.serve.tasks import Given
from pagerows.serve.work import listed
from pagerows.values import Money, Range


class Postgres:
    """A PostgreSQL of Debian's packages in a folder of its own, on a free port of this machine."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found or shutil.which("runuser") is None:
            pytest.skip("no PostgreSQL server: `make postgres` installs it")
        self._programs = found[-1].parent
        self._folder = Path(tempfile.mkdtemp(prefix="pagerows-postgres-"))
        self._as: list[str] = []
        if os.geteuid() == 0:  # it refuses to run as root
            os.chown(self._folder, pwd.getpwnam("postgres").pw_uid, -1)
            self._as = ["runuser", "-u", "postgres", "--"]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self._do("initdb", "-D", str(self._data), "-U", "pagerows", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()
        self.address = f"postgresql://pagerows@127.0.0.1:{self._port}/postgres"

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _do(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._programs / program), *arguments]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, cwd="/")
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        log = str(self._folder / "log")
        self._do("pg_ctl", "-D", str(self._data), "-o", options, "-l", log, "-w", "-t", "60", "start")

    def stop(self) -> None:
        self._do("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL."""
    pytest.importorskip("psycopg")
    server = Postgres()
    try:
        yield server
    finally:
        server.stop()
        server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """An open database of either kind."""
    where = str(tmp_path / "x.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres").address
    opened = open_database(where)
    yield opened
    opened.close()


VALUES = (
    Money(12.5, "EUR"),
    Money(1, None, 2.5),
    Range(date(2026, 1, 2), date(2026, 1, 4)),
    datetime(2026, 3, 8, 12, 30),
    time(7, 45),
    ("a", "b"),
    4.5,
    7,
    True,
    None,
)
SHEET = Sheet(
    region=1,
    score=0.9,
    content=True,
    features={},
    columns=(
        SheetColumn("price", "text", "money", tuple(f"{n} €" for n in range(10)), values=VALUES, role="price"),
        SheetColumn("link", "link", "text", ("Ünï\u0000code",) * 10, urls=("https://x.example/",) * 10, doubt="some"),
    ),
    xpaths=tuple(f"/html/body/ul[1]/li[{n}]" for n in range(1, 11)),
    xpath="/html/body/ul[1]",
    left_out=(("constant", "Add to cart"),),
)


def head() -> dict:
    return {
        "list": 1,
        "lists": [listed(SHEET)],
        "title": "Shop \0 \ud83d",
        "url": "https://x.example/",
        "method": "auto",
    }


def added(database, source="https://x.example/", **more) -> str:
    page = Given(body=b"<ul>\x00\xff", name=source, url=source, content_type="text/html")
    table = pack(Kept(SHEET, (("/html",),) * 10, ((1.0, 2.0, 3.0, 4.5),) * 9 + (None,)))
    return Runs(database).add(kind="page", source=source, head=head(), tables=[table], recipe={}, page=page, **more)


def test_a_table_is_read_back_as_it_was_written():
    kept = unpack(pack(Kept(SHEET, (("/a", "/b"),) * 10, (None,) * 10)))
    assert kept.sheet == SHEET
    assert kept.tops[0] == ("/a", "/b")


def test_a_run_is_kept_with_its_page_table_and_edits(database):
    runs = Runs(database)
    run = added(database)
    found = runs.get(run)
    assert (found.rows, found.names, found.chosen) == (10, ["price", "link"], 1)
    page = runs.page(run, "x")
    assert (page.body, page.url) == (b"<ul>\x00\xff", "https://x.example/")
    data, edits = runs.table(run, 1)
    assert unpack(data).sheet == SHEET
    assert unpack(data).boxes[-2:] == ((1.0, 2.0, 3.0, 4.5), None)
    assert edits == []
    runs.edit(run, 1, [{"op": "hide", "column": "c0\0"}])
    assert runs.table(run, 1)[1] == [{"op": "hide", "column": "c0\0"}]
    runs.put_view(run, "view", b"\x00x", {"size": "1x2"})
    runs.put_view(run, "view", b"\x00y", {"size": "1x2"})
    assert runs.view(run, "view") == (b"\x00y", {"size": "1x2"})
    assert runs.newest(1)[0].id == run
    assert run in [one.id for one in runs.newest(10, search="X.EXAMPLE")]
    assert [one.id for one in runs.newest(10, search="100%_!")] == []
    other = added(database)
    assert run in [one.id for one in runs.same(runs.get(other))]
    assert runs.delete(run)
    assert not runs.delete(run)
    assert runs.table(run, 1) is None


def test_wrappers_and_jobs_are_kept(database):
    wrappers, jobs = Wrappers(database), Jobs(database)
    kept = wrappers.add("shop", {"pagerows_wrapper": 1}, [{"op": "hide", "column": "x"}])
    wrappers.rename(kept.id, "other")
    assert wrappers.get(kept.id).name == "other"
    run = added(database)
    job = jobs.add(kind="pages", run=run, asked={"pages": 2}, sources=[b"one", b"two"], total=2, wrapper=kept.id)
    jobs.put_page(job, JobPage(number=1, source="a", rows=3, problem=None), b"table", {"url": "x\0"})
    jobs.put_page(job, JobPage(number=2, source="b", rows=0, problem="gone"), None)
    found = jobs.get(job)
    assert (found.done, found.rows, [one.source for one in found.problems]) == (2, 3, ["b"])
    assert (jobs.source(job, 1), jobs.progress(job), jobs.tables(job)) == (b"two", {"url": "x\0"}, [b"table"])
    jobs.forget_problems(job)
    assert jobs.get(job).done == 1
    jobs.interrupted()
    assert jobs.get(job).state == "stopped"
    jobs.delete(job)
    assert jobs.get(job) is None
    wrappers.delete(kept.id)
    assert wrappers.get(kept.id) is None


def _written_by_halves(database) -> None:
    with database.transaction() as do:
        statement = "INSERT INTO pagerows_wrappers (id, created, name, data, edits) VALUES (?, ?, ?, ?, ?)"
        do(statement, "w_x", 1.0, "", "", "")
        raise ZeroDivisionError


def test_a_transaction_is_whole_or_not_at_all(database):
    before = len(Runs(database).newest(500))
    with pytest.raises(ZeroDivisionError):
        _written_by_halves(database)
    assert Wrappers(database).get("w_x") is None
    with pytest.raises(StoreError):
        added(database, wrapper=object())  # a value that no database takes, after others were written
    assert len(Runs(database).newest(500)) == before


def test_many_threads_write_at_once_and_nothing_is_lost(database):
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.append(added(database, "https://many.example/"))) for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = {one.id for one in Runs(database).newest(500, search="many.example")}
    assert len(made) == 12
    assert set(made) <= found


def test_tables_of_another_version_are_not_touched(tmp_path):
    where = str(tmp_path / "old.sqlite")
    database = open_database(where)
    database.rows("UPDATE pagerows_version SET version = 99")
    database.close()
    with pytest.raises(StoreError, match="another version"):
        open_database(where)


def test_a_team_shares_a_postgresql_that_may_go_and_come_back(postgres, run_server, shop):
    with run_server("--db", postgres.address, "--workers", "1") as server:
        run = server.post("/v1/extract", json={"html": shop(), "name": "team.html"}).json()["id"]
        edits = {"edits": [{"op": "rename", "column": "c0", "name": "tent"}]}
        assert server.put(f"/v1/runs/{run}/lists/1/edits", json=edits).status_code == 200
        job = server.post("/v1/jobs", json={"kind": "pages", "sources": [{"html": shop(5)}, {"html": shop(6)}]}).json()
        with server.stream("GET", f"/v1/jobs/{job['id']}/events", timeout=60) as told:
            assert '"rows": 11' in list(told.iter_lines())[-2]
        postgres.stop()
        answer = server.post("/v1/extract", json={"html": shop()}).json()
        assert answer["id"] is None
        assert "not stored" in answer["warnings"][0]
        assert server.get(f"/v1/runs/{run}").json()["error"]["code"] == "database"
        assert server.get("/healthz").status_code == 503
        postgres.start()
        for _ in range(100):  # it may still be recovering from its sudden end
            if server.get("/healthz").status_code == 200:
                break
            sleep(0.1)
        assert server.get(f"/v1/runs/{run}").status_code == 200
        with run_server("--db", postgres.address, "--workers", "1") as other:
            head = other.get(f"/v1/runs/{run}/lists/1").json()
            assert head["columns"][0]["name"] == "tent"
