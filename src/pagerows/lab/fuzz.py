"""Hostile pages through everything that is static: ``python -m pagerows.lab.fuzz COUNT [SEED]``.

Each page is generated or made of hostile pieces, damaged some times, read by one of the methods with one of the
aligners, typed and named, and written in one of the formats, so that over many pages every combination comes up; what
was written is read back by another program's reader. Wanted: no exception but PagerowsError, no page over 10 s of CPU,
no process over 1 GB, and one digest of all answers, which must be the same under every hash seed.

With ``--log FILE`` the pages are read in pieces, each under two hash seeds side by side; a piece is a line of the file,
and the same command goes on where it was stopped:

    python -m pagerows.lab.fuzz 1000000 7 --log fuzz.jsonl
"""

from __future__ import annotations

import argparse
import csv
import gc
import hashlib
import io
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from pagerows import registry
from pagerows.errors import PagerowsError
from pagerows.export import FORMATS, writer
from pagerows.export._writer import WriteOptions
from pagerows.export.sheets import PageResult, page_result
from pagerows.lab.bench.generate import LAYOUTS, PageSpec, generate, mutate
from pagerows.pipeline import extract

__all__ = ["Run", "fuzz", "hostile_page", "in_pieces", "page_of"]

#: CPU seconds that a page may take, and MiB that the process may.
MOST_SECONDS: Final = 10.0
MOST_MIB: Final = 1024
#: Pages that a process of a logged run reads: many, since each start loads all that there is.
PIECE: Final = 10_000
#: Pages after which all that pages need has been loaded.
LOADED: Final = 300

#: Values that readers and writers trip over; a list of them is a page.
HOSTILE: Final = (
    *("=1+1", "@SUM(A1)", "＝cmd", "x;=HYPERLINK(1)", "\x00\x01\x1b[2J", "\ud800", "\ufffe", "\u202e123", "9" * 400),
    *("1" + ",234" * 90 + ".5", "999999999999/5", "9" * 30 + "%", "-$155.00", "15K", "3 days ago", "31.02.2026", "١٢٣"),
    *(
        "１２３",
        "NaN",
        "Infinity",
        "1e999",
        " ",
        "(((((" * 40,
        "a" * 3000,
        "'; DROP TABLE x",
        "<script>alert(1)</script>",
    ),
    *("&#0;", "&notanentity;", "data:image/png;base64,xx"),
)
ATTRIBUTES: Final = (
    *('itemprop=" "', "colspan=99999999999999999999", "rowspan=-1", 'class=""', 'datetime="0000-13-45"', "hidden"),
    *('href="http://[::1"', 'href="//"', 'src="data:,"', 'srcset=", ,x 2x"', 'style="width:1e99%"', 'dir="rtl"'),
    *('aria-label="4.5 out of 0 stars"', 'content="\x00"'),
)
TAGS: Final = (
    *("div", "li", "tr", "td", "article", "span", "a", "p", "h3", "dt", "dd", "time", "img", "select", "button", "x-y"),
    *("svg", "template"),
)


def hostile_page(rng: random.Random) -> bytes:
    """Write records of random shape with hostile texts and attributes."""

    def piece(depth: int) -> str:
        tag, inner = rng.choice(TAGS), rng.choice(HOSTILE)
        if depth and rng.random() < 0.6:
            inner = "".join(piece(depth - 1) for _ in range(rng.randint(1, 4)))
        return f"<{tag} {rng.choice(ATTRIBUTES)}>{inner}</{tag}>"

    shape = [piece(2) for _ in range(rng.randint(1, 3))]
    records = "".join(
        f"<li>{rng.choice(shape)}<b>{rng.choice(HOSTILE)}</b></li>" for _ in range(rng.choice((0, 1, 3, 9, 40)))
    )
    state = json.dumps({"items": [{"a": rng.choice(HOSTILE), "b": n} for n in range(5)]})
    script = f"<script type=application/ld+json>{state}</script>" if rng.random() < 0.3 else ""
    return f"<title>{rng.choice(HOSTILE)}</title>{script}<ul>{records}</ul>".encode("utf-8", "surrogatepass")


def page_of(number: int, seed: int) -> bytes:
    """Return the page of a number: a third generated, a third hostile, all but some damaged once or several times."""
    rng = random.Random(f"{seed}/{number}")
    if number % 3:
        spec = PageSpec(
            seed=rng.randrange(10**6),
            layout=rng.choice(LAYOUTS),
            records=rng.choice((0, 2, 5, 12)),
            fields=rng.randint(1, 6),
            noise=2,
        )
        data = generate(spec).html.encode()
    else:
        data = hostile_page(rng)
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        data = mutate(data, rng.randrange(10**9))
    return data[:60_000]


@cache
def static_methods() -> tuple[str, ...]:
    """The methods that need no browser."""
    return tuple(name for name in registry.names("regions") if not registry.method(name).needs_render)


@dataclass(slots=True)
class Run:
    """What came of the pages so far."""

    pages: int = 0
    records: int = 0
    slowest: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def plain(self) -> dict[str, Any]:
        """The run as JSON takes it."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return {
            "pages": self.pages,
            "records": self.records,
            "slowest_cpu_seconds": round(self.slowest, 2),
            "peak_mib": peak,
            "refused": dict(sorted(self.errors.items())),
            "wrong": self.wrong,
            "digest": self.digest.hexdigest()[:16],
        }


def _answer(data: bytes, number: int, run: Run) -> bytes:
    """Read and write one page; the combination follows from its number."""
    methods, aligners, formats = static_methods(), registry.names("align"), list(FORMATS)
    found = extract(
        data,
        method=methods[number % len(methods)],
        align=aligners[number // 7 % len(aligners)],
        filter="tps" if number % 11 == 0 else None,
        url="https://a.example/x",
    )
    run.records += sum(len(region.records) for region in found.regions)
    return _written(page_result("page", found, every=number % 4 == 0), formats[number // 3 % len(formats)])


def _written(result: PageResult, format_: str) -> bytes:
    """The bytes of a file with one page."""
    options = WriteOptions(sources=True, regions=True, values=True)
    with tempfile.TemporaryDirectory() if format_ == "sqlite" else nullcontext() as folder:
        stream: Any = Path(folder) / "rows.db" if folder else io.BytesIO()
        target = writer(format_)(stream, options)
        try:
            target.add(result)
            target.finish()
        finally:
            target.close()
        data = bytes(stream.read_bytes() if folder else stream.getvalue())
    CHECKS.get(format_, bytes)(data)
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _json(data: bytes) -> None:
    json.loads(data, parse_constant=_no_constant)


def _json_lines(data: bytes) -> None:
    for line in data.splitlines():
        _json(line)


def _rows(data: bytes, delimiter: str = ",") -> None:
    csv.field_size_limit(1 << 24)
    lines = list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter))
    if len(set(map(len, lines))) > 1:
        raise ValueError("rows of different lengths")


def _workbook(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        for name in book.namelist():
            ElementTree.fromstring(book.read(name))


def _parquet(data: bytes) -> None:
    import pyarrow.parquet as pq

    pq.ParquetFile(io.BytesIO(data)).read(use_threads=False).validate(full=True)


def _for_terminals(data: bytes) -> None:
    if odd := [c for c in data.decode() if not c.isprintable() and c != "\n"]:
        raise ValueError(f"{odd[0]!r} could move the cursor")


#: What raises where a file is not what its format says.
CHECKS: Final[dict[str, Callable[[bytes], object]]] = {
    "csv": _rows,
    "tsv": partial(_rows, delimiter="\t"),
    "json": _json,
    "jsonl": _json_lines,
    "parquet": _parquet,
    "xlsx": _workbook,
    "table": _for_terminals,
    "markdown": bytes.decode,
    "html": bytes.decode,
}


def fuzz(count: int, seed: int, first: int = 0) -> Run:
    """Try pages by number; what is wrong is kept with the number that makes it again."""
    run = Run()
    for number in range(first, first + count):
        data, begun = page_of(number, seed), time.process_time()
        try:
            run.digest.update(_answer(data, number, run))
        except PagerowsError as error:
            run.errors[type(error).__name__] += 1
            run.digest.update(str(error).encode("utf-8", "replace"))
        except Exception as error:
            run.wrong.append(f"page {number} of seed {seed}: {type(error).__name__}: {error}"[:300])
        took = time.process_time() - begun
        run.slowest = max(run.slowest, took)
        if took > MOST_SECONDS:
            run.wrong.append(f"page {number} of seed {seed}: {took:.1f} s")
        run.pages += 1
        if run.pages == LOADED:
            gc.collect()
            gc.freeze()  # models and modules stay: the collector need not walk them again and again
    return run


def in_pieces(count: int, seed: int, log: Path, piece: int = PIECE) -> Iterator[dict[str, Any]]:
    """Try pages 0 to `count` under two hash seeds; yield what each piece gave, those that the log has first."""
    known = [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []
    yield from (one for one in known if one["seed"] == seed)
    done = max((one["first"] + one["pages"] for one in known if one["seed"] == seed), default=0)
    for first in range(done, count, piece):
        told = _under_two_seeds(min(piece, count - first), seed, first)
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")
        yield told


def _under_two_seeds(count: int, seed: int, first: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "pagerows.lab.fuzz", str(count), str(seed), "--first", str(first)]
    # Matrices of one page are small: threads over them cost more than they save.
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, env={**alone, "PYTHONHASHSEED": n}) for n in "12"]
    lines = [run.communicate()[0] for run in runs]
    none: dict[str, Any] = {"pages": 0, "records": 0, "wrong": [f"pages {first}...: no answer"]}
    one, other = (json.loads(line) if line else none for line in lines)
    wrong = [*one["wrong"], *(line for line in other["wrong"] if line not in one["wrong"])]
    if one.get("digest") != other.get("digest"):
        wrong.append(f"pages {first} to {first + count} of seed {seed}: other answers under another hash seed")
    worst = {key: max(one.get(key, 0), other.get(key, 0)) for key in ("slowest_cpu_seconds", "peak_mib")}
    return {"seed": seed, "first": first, **one, **worst, "wrong": wrong}


def _summed(pieces: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """What all pieces gave, as one."""
    total: dict[str, Any] = {"pages": 0, "records": 0, "slowest_cpu_seconds": 0.0, "peak_mib": 0, "wrong": []}
    for one in pieces:
        for key in ("slowest_cpu_seconds", "peak_mib"):
            total[key] = max(total[key], one[key])
        for key in ("pages", "records", "wrong"):
            total[key] += one.get(key, 0)
    return total


def main() -> int:
    """Run from the command line; exit code 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first page")
    parser.add_argument("--log", type=Path, help="read in pieces, under two hash seeds, and keep what each gave here")
    parser.add_argument("--keep", type=Path, help="folder for the pages that went wrong")
    arguments = parser.parse_args()
    if arguments.log:
        plain = _summed(in_pieces(arguments.count, arguments.seed, arguments.log))
    else:
        plain = fuzz(arguments.count, arguments.seed, arguments.first).plain()
    print(json.dumps(plain))
    for line in plain["wrong"] if arguments.keep else ():
        number = int(line.split()[1])
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / f"{number}.html").write_bytes(page_of(number, arguments.seed))
    return int(bool(plain["wrong"]) or plain["peak_mib"] > MOST_MIB)


if __name__ == "__main__":
    sys.exit(main())
