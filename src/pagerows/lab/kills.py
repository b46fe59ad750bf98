"""Kill -9 at random moments, over all output formats: ``python -m pagerows.lab.kills 100 [SEED]``.

Each try writes some pages to a file that an earlier run had written, kills the run somewhere between its start and its
usual end, and looks: the file must be whole, with the rows of the run before or with those of this one. Then the same
command runs to its end: it must succeed, give the whole rows, and leave nothing beside its file.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from pagerows.lab.bench.generate import PageSpec, generate

__all__ = ["READERS", "Try", "kill_once"]

PAGES: Final = 6
RECORDS: Final = 40


def _parquet(path: Path) -> int:
    import pyarrow.parquet as pq

    return int(pq.read_table(path).num_rows)


def _sqlite(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return int(database.execute('SELECT count(*) FROM "rows"').fetchone()[0]) if "rows" in tables else 0


def _xlsx(path: Path) -> int:
    with zipfile.ZipFile(path) as book:
        assert book.testzip() is None
        return sum(
            book.read(name).count(b"<row ") - 1 for name in book.namelist() if name.startswith("xl/worksheets/sheet")
        )


def _lines(path: Path) -> int:
    return sum(1 for line in path.read_text("utf-8").splitlines() if json.loads(line))


def _csv(path: Path) -> int:
    with path.open(newline="", encoding="utf-8") as file:
        return len(list(csv.reader(file))) - 1


#: How many rows a whole file has; an exception says that it is not whole.
READERS: Final[dict[str, Callable[[Path], int]]] = {
    "csv": _csv,
    "jsonl": _lines,
    "parquet": _parquet,
    "sqlite": _sqlite,
    "xlsx": _xlsx,
}


class Try:
    """A folder of pages and the command that reads them."""

    def __init__(self, folder: Path) -> None:
        self.pages = folder / "pages"
        self.pages.mkdir()
        for number in range(PAGES):
            page = generate(PageSpec(seed=number, layout="cards", records=RECORDS, fields=4)).html
            (self.pages / f"{number}.html").write_text(page, encoding="utf-8")

    def command(self, out: Path, format_: str) -> list[str]:
        """The command line."""
        into = ["--into", "rows"] if format_ == "sqlite" else []
        return [sys.executable, "-m", "pagerows", "extract", str(self.pages), "-o", str(out), "-f", format_, *into]

    def run(self, out: Path, format_: str) -> float:
        """Run to the end; return the seconds."""
        begun = time.monotonic()
        subprocess.run(self.command(out, format_), check=True, capture_output=True, timeout=120)
        return time.monotonic() - begun


def kill_once(tried: Try, format_: str, rng: random.Random) -> str:
    """Try once; return "killed" or "too late" where all is well, else what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / f"rows.{format_}"
        usual = tried.run(out, format_)
        whole = READERS[format_](out)
        process = subprocess.Popen(tried.command(out, format_), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.3, 1.1) * usual)
        ended = process.poll() is not None
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
        if not out.exists():
            return f"{format_}: the file of the run before is gone"
        try:
            rows = READERS[format_](out)
        except Exception as error:
            return f"{format_}: damaged: {type(error).__name__}: {error}"
        if rows not in (whole, 2 * whole if format_ == "sqlite" else whole):
            return f"{format_}: {rows} rows, not {whole}"
        out.unlink()
        tried.run(out, format_)
        if READERS[format_](out) != whole:
            return f"{format_}: run again, {READERS[format_](out)} rows, not {whole}"
        left = [path.name for path in Path(name).iterdir() if path != out]
        if left:
            return f"{format_}: left beside it: {', '.join(left)}"
        return "too late" if ended else "killed"


def main() -> int:
    """Run from the command line; exit code 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    arguments = parser.parse_args()
    rng, seen, killed, number = random.Random(arguments.seed), list[str](), 0, 0
    folder = Path(tempfile.mkdtemp())
    try:
        tried = Try(folder)
        while killed < arguments.count and number < 3 * arguments.count:
            format_ = sorted(READERS)[number % len(READERS)]
            result = kill_once(tried, format_, rng)
            number += 1
            killed += result == "killed"
            seen += [] if result in ("killed", "too late") else [result]
    finally:
        shutil.rmtree(folder)
    print(json.dumps({"tries": number, "killed in time": killed, "wrong": seen}))
    return int(bool(seen))


if __name__ == "__main__":
    sys.exit(main())
