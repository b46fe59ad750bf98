"""Kill -9 at random moments, over all output formats: ``python -m pagerows.lab.kills 100 [SEED]``.

Each try writes some pages to a file, every other time to one that an earlier run had written, kills the run somewhere
between its start and its usual end, and looks: the file must be that of the run before (or missing, where there was
none), or the whole new one. Then the same command with --resume runs to its end: it must give the whole file and leave
nothing beside it.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Final

from pagerows.export import FORMATS
from pagerows.lab.bench.generate import PageSpec, generate

__all__ = ["KINDS", "Try", "kill_once"]

PAGES: Final = 6
RECORDS: Final = 40
#: The formats, and a database in which one table grows.
KINDS: Final = (*sorted(FORMATS), "sqlite --into")


def content(path: Path, kind: str) -> bytes | list[str] | None:
    """What a whole file says; None where there is none, an exception where a database is damaged."""
    if not path.exists():
        return None
    if not kind.startswith("sqlite"):
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return sorted(database.iterdump())


class Try:
    """A folder of pages, the commands that read them, and what they write when nobody disturbs them."""

    def __init__(self, folder: Path) -> None:
        self.pages, self._before = folder / "pages", folder / "before"
        self.pages.mkdir()
        self._before.mkdir()
        for number in range(PAGES):
            page = generate(PageSpec(seed=number, layout="cards", records=RECORDS, fields=4)).html
            (self.pages / f"{number}.html").write_text(page, encoding="utf-8")

    def command(self, out: Path, kind: str, *pages: Path) -> list[str]:
        """The command line: all pages, or those that are named."""
        format_, _, into = kind.partition(" ")
        more = ["--into", "rows", "--upsert"] if into else []
        return [
            *(sys.executable, "-m", "pagerows", "extract", *map(str, pages or [self.pages])),
            *("-o", str(out), "-f", format_, "--resume", *more),
        ]

    def run(self, out: Path, kind: str, *pages: Path) -> float:
        """Run to the end; return the seconds."""
        begun = time.monotonic()
        subprocess.run(self.command(out, kind, *pages), check=True, capture_output=True, timeout=300)
        return time.monotonic() - begun

    def before(self, kind: str) -> Path:
        """A file that a run over two of the pages wrote."""
        path = self._before / kind
        if not path.exists():
            self.run(path, kind, self.pages / "0.html", self.pages / "1.html")
        return path


def kill_once(tried: Try, kind: str, rng: random.Random) -> str:
    """Try once; return "killed" or "too late" where all is well, else what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        out, undisturbed = Path(name) / "killed" / "rows", Path(name) / "rows"
        out.parent.mkdir()
        if rng.random() < 0.5:
            for place in (out, undisturbed):
                shutil.copy(tried.before(kind), place)
        old = content(out, kind)
        usual = tried.run(undisturbed, kind)
        whole = content(undisturbed, kind)
        process = subprocess.Popen(tried.command(out, kind), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.2, 1.1) * usual)
        ended = process.poll() is not None
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
        try:
            found = content(out, kind)
        except Exception as error:
            return f"{kind}: damaged: {type(error).__name__}: {error}"
        if found not in (old, whole) and not (old is None and found == _NOTHING):
            return f"{kind}: neither the file of before nor the whole new one"
        tried.run(out, kind)
        if content(out, kind) != whole:
            return f"{kind}: run again, the file is not that of an undisturbed run"
        left = [path.name for path in out.parent.iterdir() if path != out]
        if left:
            return f"{kind}: left beside it: {', '.join(left)}"
        return "too late" if ended else "killed"


#: A new database before its first transaction is over.
_NOTHING: Final = ["BEGIN TRANSACTION;", "COMMIT;"]


def main() -> int:
    """Run from the command line; exit code 1 where something was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    arguments = parser.parse_args()
    rng, seen, killed, number = random.Random(arguments.seed), list[str](), Counter[str](), 0
    folder = Path(tempfile.mkdtemp())
    try:
        tried = Try(folder)
        while killed.total() < arguments.count and number < 3 * arguments.count:
            kind = KINDS[number % len(KINDS)]
            result = kill_once(tried, kind, rng)
            number += 1
            killed[kind] += result == "killed"
            seen += [] if result in ("killed", "too late") else [result]
    finally:
        shutil.rmtree(folder)
    print(json.dumps({"tries": number, "killed in time": killed.total(), "by format": dict(killed), "wrong": seen}))
    return int(bool(seen))


if __name__ == "__main__":
    sys.exit(main())
