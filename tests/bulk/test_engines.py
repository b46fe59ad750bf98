"""Dask and Ray, the real ones, on addresses of this machine alone: the same bytes, also where a worker is killed."""

import os
import signal
import subprocess
import time

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("fastwarc")

from . import archives
from .running import bulk, command, content, descendants, manifest, parent_of, program_of

SHARDS, PAGES = 3, 8


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crawl")
    for shard in range(SHARDS):
        archives.write_warc(folder / f"{shard}.warc.gz", archives.shops(PAGES, shard * PAGES))
    done = bulk(folder / "*.gz", "-o", folder / "whole", "-j", "1")
    assert done.returncode == 0, done.stderr
    return folder


def kill_a_worker(run: subprocess.Popen) -> None:
    """Kill the engine's process that has the first shard which somebody works on."""
    until = time.monotonic() + 120
    while time.monotonic() < until and run.poll() is None:
        busy = [p for p in descendants(run.pid) if "bulk.engines._process" in program_of(p)]
        if busy and (worker := parent_of(busy[0])) not in (run.pid, os.getpid()):
            os.kill(worker, signal.SIGKILL)
            return
        time.sleep(0.02)
    pytest.fail("no shard was begun")


@pytest.mark.parametrize("engine", ["dask", "ray"])
def test_an_engine_whose_worker_is_killed_gives_the_bytes_of_a_local_run(crawl, tmp_path, engine):
    pytest.importorskip({"dask": "distributed", "ray": "ray"}[engine])
    out = tmp_path / "out"
    with subprocess.Popen(
        command(crawl / "*.gz", "-o", out, "--engine", engine, "-j", "1"), stderr=subprocess.PIPE, encoding="utf-8"
    ) as run:
        kill_a_worker(run)
        said = run.communicate(timeout=240)[1]
    assert run.returncode == 0, said
    assert content(out) == content(crawl / "whole")
    assert f"{SHARDS * PAGES} pages" in said


def test_a_dask_cluster_that_is_running_is_used_where_its_address_is_given(crawl, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
    ) as cluster:
        options = ["--engine", "dask", "--address", cluster.scheduler_address]
        done = bulk(crawl / "0.warc.gz", "-o", tmp_path / "out", *options)
    assert done.returncode == 0, done.stderr
    assert [shard["pages"] for shard in manifest(tmp_path / "out")["shards"].values()] == [PAGES]


def test_an_address_where_nobody_answers_is_told(crawl, tmp_path):
    pytest.importorskip("distributed")
    options = ["--engine", "dask", "--address", "tcp://127.0.0.1:9"]
    done = bulk(crawl / "0.warc.gz", "-o", tmp_path / "out", *options)
    assert done.returncode == 2
    assert "no Dask scheduler answers" in done.stderr.splitlines()[-1]


def test_an_address_without_an_engine_is_wrong_use(crawl, tmp_path):
    done = bulk(crawl / "0.warc.gz", "-o", tmp_path / "out", "--address", "tcp://127.0.0.1:9")
    assert (done.returncode, "--engine dask and ray" in done.stderr) == (2, True)
