"""Shards in, parts out: nothing lost, nothing done twice, and the same bytes whatever happened on the way."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile

import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("fastwarc")
import pyarrow.parquet as pq  # noqa: E402

from . import archives  # noqa: E402
from .running import bulk, content, manifest, only_shard, rows, urls  # noqa: E402

HTML = archives.shop(1)


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_every_page_of_a_warc_is_accounted_for(tmp_path, packed):
    records = [
        *archives.shops(3),
        archives.response("https://site.example/prose", archives.PROSE),
        archives.response("https://site.example/nothing", ""),
        archives.response("https://site.example/gone", HTML, status="404 Not Found"),
        archives.response("https://site.example/picture", "x", header="Content-Type: image/png"),
    ]
    offsets = archives.write_warc(tmp_path / "a.warc", records, packed=packed)
    done = bulk(tmp_path / "a.warc", "-o", tmp_path / "out", "-j", "1")
    assert done.returncode == 0, done.stderr
    shard = only_shard(tmp_path / "out")
    assert (shard["pages"], shard["empty"], shard["failed"]) == (5, 1, {"the page is empty": 1})
    assert shard["left_out"] == {"status": 1, "type": 1}
    found = rows(tmp_path / "out")
    assert shard["records"] == sum(row["row"] is not None for row in found) == 5 + 6 + 7
    assert {row["offset"] for row in found} == set(offsets[:5])
    assert "5 pages" in done.stderr


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_a_damaged_member_costs_itself_alone_and_is_told_with_its_offset(tmp_path, packed):
    file = tmp_path / "a.warc"
    offsets = archives.write_warc(file, archives.shops(5), packed=packed)
    data = bytearray(file.read_bytes())
    data[offsets[1] : offsets[1] + 8] = b"\0" * 8
    data[offsets[3] + 400 if packed else offsets[3]] ^= 255
    file.write_bytes(data)
    assert bulk(file, "-o", tmp_path / "out", "-j", "1").returncode == 0
    assert urls(tmp_path / "out") == {f"https://site.example/{n}" for n in (0, 2, 4)}
    assert [place["offset"] for place in only_shard(tmp_path / "out")["damaged_at"]] == [offsets[1], offsets[3]]


@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_a_file_that_is_cut_off_is_read_to_there_and_it_is_told(tmp_path, packed):
    file = tmp_path / "a.warc"
    offsets = archives.write_warc(file, archives.shops(3), packed=packed)
    file.write_bytes(file.read_bytes()[:-200])
    done = bulk(file, "-o", tmp_path / "out", "-j", "1")
    assert urls(tmp_path / "out") == {f"https://site.example/{n}" for n in (0, 1)}
    assert only_shard(tmp_path / "out")["damaged_at"] == [{"offset": offsets[2], "reason": "the file is cut off here"}]
    assert "1 damaged" in done.stderr


def write_folder(path):
    (path / "deep").mkdir(parents=True)
    (path / "one.html").write_text(HTML)
    (path / "deep" / "two.htm").write_text(HTML)


def write_tar(path):
    write_folder(path.parent / "pages")
    with tarfile.open(path, "w:gz") as archive:
        archive.add(path.parent / "pages" / "one.html", "one.html")
        archive.add(path.parent / "pages" / "deep" / "two.htm", "deep/two.htm")


def write_zip(path):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.html", HTML)
        archive.writestr("deep/two.htm", HTML)
        archive.writestr("readme.txt", "nothing")


TABLE = {"url": ["one.html", "deep/two.htm"], "html": [HTML, HTML], "other": [1, 2]}


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("pages", write_folder),
        ("a.tar.gz", write_tar),
        ("a.zip", write_zip),
        ("a.parquet", lambda path: pq.write_table(pa.table(TABLE), path)),
        (
            "a.jsonl",
            lambda path: path.write_text("".join(json.dumps(row) + "\n" for row in pa.table(TABLE).to_pylist())),
        ),
        ("a.csv", lambda path: pa.csv.write_csv(pa.table(TABLE), path)),
    ],
    ids=["folder", "tar", "zip", "parquet", "jsonl", "csv"],
)
def test_all_kinds_of_input_give_the_same_records(tmp_path, name, write):
    import pyarrow.csv  # noqa: F401

    write(tmp_path / name)
    done = bulk(tmp_path / name, "-o", tmp_path / "out", "-j", "1")
    assert done.returncode == 0, done.stderr
    found = rows(tmp_path / "out")
    assert len(found) == 12
    assert {row["url"] for row in found} == {"one.html", "deep/two.htm"}
    assert all(dict(row["fields"])["title"] for row in found)


def test_a_second_run_does_only_what_is_missing_or_has_changed(tmp_path):
    for name in "abc":
        archives.write_warc(tmp_path / f"{name}.warc.gz", archives.shops(2, ord(name)))
    out, inputs = tmp_path / "out", tmp_path / "*.warc.gz"
    bulk(inputs, "-o", out)
    first = content(out)
    assert "3 shards done by an earlier run" in bulk(inputs, "-o", out).stderr
    next(out.glob("b.*.parquet")).unlink()
    assert "2 shards done by an earlier run" in bulk(inputs, "-o", out).stderr
    assert content(out) == first
    archives.write_warc(tmp_path / "c.warc.gz", archives.shops(1, 7))
    assert "2 shards done by an earlier run" in bulk(inputs, "-o", out).stderr
    assert "https://site.example/7" in urls(out)


def test_runs_that_are_killed_leave_the_bytes_of_an_undisturbed_one(tmp_path):
    for name in "abcd":
        archives.write_warc(tmp_path / f"{name}.warc.gz", archives.shops(60, ord(name)))
    inputs, rng = tmp_path / "*.warc.gz", random.Random(5)
    assert bulk(inputs, "-o", tmp_path / "whole").returncode == 0
    command = [sys.executable, "-m", "pagerows", "bulk", str(inputs), "-o", str(tmp_path / "killed")]
    killed = 0
    for _ in range(5):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.3, 1.2))
        killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert killed
    done = bulk(inputs, "-o", tmp_path / "killed")
    assert done.returncode == 0, done.stderr
    assert content(tmp_path / "killed") == content(tmp_path / "whole")


#: A program whose pages hang and crash, and that counts what it reads.
PROGRAM = """\
import os, sys, time
import pagerows.arrow as arrow, pagerows.bulk.work as work

def page_records(html, *, url, **more):
    with open("read.txt", "a") as file:
        print(url, file=file)
    while url.endswith("slow") and os.environ.get("BAD"): time.sleep(1)
    if url.endswith("crash") and os.environ.get("BAD"): os.kill(os.getpid(), 9)
    return arrow.page_records(html, url=url, **more)

work.page_records = page_records
if __name__ == "__main__":
    from pagerows.cli import main
    sys.exit(main(sys.argv[1:]))
"""


def test_pages_that_hang_crash_or_are_damaged_cost_themselves_alone_and_are_tried_again(tmp_path):
    def run(*more, bad):
        return subprocess.run(
            [sys.executable, "program.py", "bulk", "a.warc.gz", "-o", "out", "--timeout", "4", *more],
            cwd=tmp_path, env={**os.environ, "BAD": "1" if bad else ""}, capture_output=True, text=True, timeout=120,
        )  # fmt: skip

    (tmp_path / "program.py").write_text(PROGRAM)
    pages = [
        *archives.shops(2),
        archives.response("https://site.example/slow", HTML),
        archives.response("https://site.example/damaged", HTML),
        archives.response("https://site.example/crash", HTML),
        *archives.shops(1, 2),
    ]
    offsets = archives.write_warc(tmp_path / "a.warc.gz", pages)
    data = bytearray((tmp_path / "a.warc.gz").read_bytes())
    data[offsets[3] + 300] ^= 255
    (tmp_path / "a.warc.gz").write_bytes(data)
    done = run(bad=True)
    assert done.returncode == 0, done.stderr
    shard = only_shard(tmp_path / "out")
    assert (shard["pages"], shard["damaged_at"][0]["offset"]) == (5, offsets[3])
    assert shard["failed"] == {
        "the page took longer than the 4 s allowed": 1,
        "the process died on this page (SIGKILL)": 1,
    }
    assert "failing hosts: site.example 2 of 5" in done.stderr
    (tmp_path / "read.txt").unlink()
    again = run("--retry-failed", bad=False)
    assert again.returncode == 0, again.stderr
    assert sorted((tmp_path / "read.txt").read_text().split()) == [
        f"https://site.example/{name}" for name in ("crash", "slow")
    ]
    tried = content(tmp_path / "out")
    shutil.rmtree(tmp_path / "out")
    run(bad=False)
    assert content(tmp_path / "out") == tried


def test_a_full_disk_ends_the_run_with_a_message_and_whole_parts_stay(tmp_path):
    for name in "ab":
        archives.write_warc(tmp_path / f"{name}.warc.gz", archives.shops(2, ord(name)))
    (tmp_path / "program.py").write_text(
        "import errno, sys\nimport pagerows.bulk.parts as parts\n"
        "finish = parts.ParquetPart.finish\n"
        "def full(self, done=[]):\n"
        "    done.append(1)\n"
        "    if len(done) > 1: raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "    finish(self)\n"
        "parts.ParquetPart.finish = full\n"
        "if __name__ == '__main__':\n"
        "    from pagerows.cli import main; sys.exit(main(sys.argv[1:]))\n"
    )
    program = [sys.executable, "program.py", "bulk", "a.warc.gz", "b.warc.gz", "-o", "out", "-j", "1"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr
    assert "the same command goes on from there" in done.stderr
    assert min(content(tmp_path / "out")).startswith("a.warc.gz")
    assert len(content(tmp_path / "out")) == 2
    again = bulk("a.warc.gz", "b.warc.gz", "-o", "out", "-j", "1", cwd=tmp_path)
    assert "1 shard done by an earlier run" in again.stderr
    assert len(manifest(tmp_path / "out")["shards"]) == 2


def test_a_run_that_is_interrupted_says_how_to_go_on(tmp_path):
    archives.write_warc(tmp_path / "a.warc.gz", archives.shops(400))
    program = [sys.executable, "-m", "pagerows", "bulk", str(tmp_path / "a.warc.gz"), "-o", str(tmp_path / "out")]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not list(tmp_path.glob("out/.a.warc*")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=120)[1]
    assert process.returncode == 130
    assert "the same command goes on from there" in said
    assert set(content(tmp_path / "out")) == {"manifest.json"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-m", "mdr"], "other parameters (method: 'auto' there, 'mdr' here)"),
        (["--max-size", "7"], "other parameters (only_max_size"),
        (["-f", "jsonl"], "other parameters (format"),
    ],
)
def test_a_folder_of_a_run_with_other_parameters_is_refused(tmp_path, options, said):
    archives.write_warc(tmp_path / "a.warc.gz", archives.shops(1))
    out = tmp_path / "out"
    bulk(tmp_path / "a.warc.gz", "-o", out, "-j", "1")
    before = content(out)
    done = bulk(tmp_path / "a.warc.gz", "-o", out, *options)
    assert (done.returncode, content(out)) == (2, before)
    assert said in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("notes.txt", "mine", "holds other things (notes.txt)"),
        ("manifest.json", "{}", "no manifest of pagerows"),
        (
            "manifest.json",
            '{"schema": 99, "pagerows": "9.0", "parameters": {}, "shards": {}}',
            "newer pagerows (9.0)",
        ),
    ],
    ids=["other things", "damaged manifest", "newer manifest"],
)
def test_a_folder_of_something_else_is_refused_and_left_as_it_is(tmp_path, name, text, said):
    archives.write_warc(tmp_path / "a.warc.gz", archives.shops(1))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_text(text)
    done = bulk(tmp_path / "a.warc.gz", "-o", tmp_path / "out")
    assert (done.returncode, content(tmp_path / "out")) == (2, {name: text.encode()})
    assert said in done.stderr


def test_two_runs_into_one_folder_at_once_are_refused(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    archives.write_warc(tmp_path / "a.warc.gz", archives.shops(1))
    (tmp_path / "out").mkdir()
    with (tmp_path / "out" / ".lock").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = bulk(tmp_path / "a.warc.gz", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "another run is writing" in done.stderr
    assert [file.name for file in (tmp_path / "out").iterdir()] == [".lock"]


def test_an_input_that_cannot_be_read_is_told_and_the_others_are_done(tmp_path):
    (tmp_path / "bad.parquet").write_bytes(b"nonsense")
    pq.write_table(pa.table({"body": [HTML]}), tmp_path / "other.parquet")
    (tmp_path / "lines.jsonl").write_text('{"body": "x"}\n')
    archives.write_warc(tmp_path / "good.warc.gz", archives.shops(2))
    done = bulk(tmp_path / "*.*", "-o", tmp_path / "out", "-j", "1")
    assert done.returncode == 1
    assert "bad.parquet: not read" in done.stderr
    assert "no column 'html' (--html-column); there are: body" in done.stderr
    assert "lines.jsonl: not read: no line has a field 'html'" in done.stderr
    assert [shard["part"][:4] for shard in manifest(tmp_path / "out")["shards"].values()] == ["good"]


def test_pages_are_chosen_by_address_and_by_a_sample_that_is_the_same_each_time(tmp_path):
    archives.write_warc(tmp_path / "a.warc.gz", archives.shops(40))
    bulk(tmp_path / "a.warc.gz", "-o", tmp_path / "some", "--sample", "25%", "-f", "jsonl", "--log", "json")
    bulk(tmp_path / "a.warc.gz", "-o", tmp_path / "same", "--sample", "0.25", "-f", "jsonl")
    assert content(tmp_path / "some") == content(tmp_path / "same")
    assert 1 < only_shard(tmp_path / "some")["pages"] < 25
    done = bulk(tmp_path / "a.warc.gz", "-o", tmp_path / "one", "--url", "/7$", "--log", "json")
    told = json.loads(done.stderr.splitlines()[-1])
    assert (told["pages"], told["left_out_by_reason"], told["unread"]) == (1, {"url": 39}, {})
    assert only_shard(tmp_path / "one")["left_out"] == {"url": 39}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.warc"], "no such file"),
        (["a.txt"], "not a kind of file"),
        (["@missing.txt"], "list cannot be read"),
        (["a.csv", "--sample", "0"], "--sample 0"),
        (["a.csv", "--url", "("], "not a regular expression"),
        (["a.csv", "-m", "derin"], "needs a browser"),
        (["a.csv", "--language", "german!"], "--language german!"),
        (["a.csv", "-p", "nonsense=1"], "nonsense"),
    ],
)
def test_wrong_use_is_refused_before_anything_is_written(tmp_path, arguments, said):
    for name in ("a.txt", "a.csv"):
        (tmp_path / name).write_text("html\n")
    done = bulk(*arguments, "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "out").exists()
