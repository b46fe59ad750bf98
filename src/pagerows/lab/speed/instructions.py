"""What each stage of an extraction costs in instructions, which other work on the machine does not change.

    python -m pagerows.lab.speed.instructions [SRC] [--stages NAME,...] [--every N] [--keep FOLDER] [--corpora FOLDER]

Counted by valgrind's callgrind, as multiples of lxml.html's parse of the same bytes, summed over pages of middling
size; each page is read once before it is counted. SRC is another checkout's built `src`. `--keep` leaves the counts of
every function in a folder: `callgrind_annotate --inclusive=yes FOLDER/rows.counts`. Instructions are not time: what the
caches have lost since the page before is not seen.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pagerows
from pagerows.lab.bench.corpora import corpora_folder

__all__ = ["STAGES", "counted", "told"]

STAGES: Final = ("lxml", "parse", "signal", "signalrows", "auto", "rows", "columns", "lines")
#: Bytes of the pages that are taken: about the middle half of the dev pages.
SMALLEST, LARGEST = 40_000, 200_000
#: How a program asks valgrind for things: a page of C, since the questions are instructions.
_ASKING: Final = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void toggle(void) { CALLGRIND_TOGGLE_COLLECT; }
void dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
"""
_VALGRIND: Final = ["valgrind", "--tool=callgrind", "--collect-atstart=no", "--instr-atstart=no", "--combine-dumps=no"]


def told(dump: str) -> tuple[str, int] | None:
    """Return the stage of one of callgrind's files, and how many instructions it took; None for other files.

    >>> told("version: 1\\ndesc: Trigger: Client Request: rows\\nsummary: 1200\\n")
    ('rows', 1200)
    """
    stage = re.search(r"^desc: Trigger: Client Request: (\S+)$", dump, re.MULTILINE)
    total = re.search(r"^(?:summary|totals): (\d+)", dump, re.MULTILINE)
    return (stage[1], int(total[1])) if stage and total else None


def counted(
    pages: Sequence[Path], stages: Sequence[str], source: Path | None = None, keep: Path | None = None
) -> dict[str, int]:
    """Return the instructions of each stage, over all pages."""
    for needed in ("valgrind", "cc"):
        if not shutil.which(needed):
            raise SystemExit(f"{needed} is not installed: `apt install valgrind gcc` on Debian and Ubuntu")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "asking.c").write_text(_ASKING)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "asking.c", "-o", "asking.so"], cwd=folder, check=True)
        subprocess.run(
            [*_VALGRIND, f"--callgrind-out-file={folder}/out", sys.executable, "-m", __spec__.name, "--inside", made,
             "--stages", ",".join(stages)],
            input="\n".join(map(str, pages)),
            env=os.environ | {"PYTHONPATH": str(source or Path(pagerows.__file__).parents[1]), "PYTHONHASHSEED": "0"},
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            check=True,
        )  # fmt: skip
        found = {}
        for file in sorted(folder.glob("out.*")):
            if one := told(file.read_text()):
                found[one[0]] = one[1]
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file, keep / f"{one[0]}.counts")
    return found


def _inside(folder: Path, stages: Sequence[str], pages: Sequence[Path]) -> None:
    """Run the stages under valgrind."""
    asking = ctypes.CDLL(str(folder / "asking.so"))
    sources = [page.read_bytes() for page in pages]
    calls = _calls()
    for source in sources:
        for before, stage in calls.values():
            stage(before(source))
    gc.collect()
    gc.freeze()
    for name in stages:
        before, stage = calls[name]
        asking.begin()
        for source in sources:
            ready = before(source)
            asking.toggle()
            made = stage(ready)
            asking.toggle()
            del ready, made
        asking.dump(name.encode())


def _calls() -> dict[str, tuple[Callable[[bytes], Any], Callable[[Any], object]]]:
    """What is done before each stage, and the stage."""
    import lxml.html

    from pagerows.arrow import found_records
    from pagerows.bulk.parts import JsonLinesPart

    def with_rows(source: bytes) -> pagerows.Extraction:
        found = pagerows.extract(source)
        found.table.rows  # noqa: B018
        return found

    def with_columns(source: bytes) -> pagerows.Extraction:
        found = pagerows.extract(source)
        found.table.all_columns  # noqa: B018
        return found

    def signal(source: Any) -> pagerows.Extraction:
        return pagerows.extract(source, method="signal")

    return {
        "lxml": (bytes, lxml.html.document_fromstring),
        "parse": (bytes, pagerows.parse),
        "signal": (pagerows.parse, signal),
        "signalrows": (signal, lambda found: found.table.rows),
        "auto": (pagerows.parse, pagerows.extract),
        "rows": (pagerows.extract, lambda found: found.table.rows),
        "columns": (with_rows, lambda found: found.table.all_columns),
        "lines": (with_columns, lambda found: JsonLinesPart.packed_page("http://a.example/", 0, found_records(found))),
    }


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, nargs="?", metavar="SRC", help="another checkout's built src")
    parser.add_argument("--stages", default=",".join(STAGES), help="some of: %(default)s")
    parser.add_argument("--every", type=int, default=60, help="take every so-manieth page of the corpora")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave what each function took here")
    parser.add_argument("--corpora", type=Path, help="pages to count (default: $PAGEROWS_CORPORA or ../.corpora)")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    stages = list(dict.fromkeys(["lxml", *arguments.stages.split(",")]))
    if unknown := [name for name in stages if name not in STAGES]:
        parser.error(f"no such stage: {', '.join(unknown)}; there are {', '.join(STAGES)}")
    if arguments.inside:
        _inside(arguments.inside, stages, [Path(line) for line in sys.stdin.read().splitlines()])
        return
    every = sorted(corpora_folder(arguments.corpora).glob("*/*/page.html"))[:: arguments.every]
    pages = [page for page in every if SMALLEST < page.stat().st_size < LARGEST]
    found = counted(pages, stages, arguments.source, arguments.keep)
    print(f"{len(pages)} pages: million instructions; ratio to lxml.html's parse")
    for name in stages:
        print(f"  {name:12} {found[name] / 1e6:9.2f} {found[name] / found['lxml']:8.3f}")


if __name__ == "__main__":
    main()
