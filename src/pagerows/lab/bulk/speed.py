"""What `pagerows bulk` costs beside plain calls, and other extractors, on the same WARC files, in CPU seconds.

python -m pagerows.lab.bulk.speed FOLDER [--pages 600] [--rounds 1] [--every 10]

Pages are generated ones, or with --every each so-manieth page of the dev corpora.

Seconds are of the processor, of all processes: the clock of a busy machine says little. What two processes gain is on
the clock, the better of the rounds.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from pagerows import extract
from pagerows.bulk.inputs import Columns, Shard
from pagerows.bulk.pages import Reading
from pagerows.bulk.readers import pages_of
from pagerows.lab.bulk.archives import listing, member, write_warc
from pagerows.lab.speed.methods import dev_pages, took

__all__ = ["main"]

SHARDS = 4


def write_archives(folder: Path, pages: list[str | bytes]) -> list[Path]:
    """Write the pages into some WARC files."""
    folder.mkdir(parents=True)
    files = [folder / f"{shard}.warc.gz" for shard in range(SHARDS)]
    for shard, file in enumerate(files):
        write_warc(file, (member(n, html) for n, html in enumerate(pages) if n % SHARDS == shard))
    return files


def read(files: list[Path]) -> Iterator[bytes]:
    """The pages of the files."""
    for file in files:
        for page in pages_of(Shard(file, "warc"), Columns(), Reading()):
            assert isinstance(page.html, bytes)
            yield page.html


def here(work: Callable[[bytes], object], files: list[Path]) -> float:
    """CPU seconds of work on every page in this process, reading included; what is loaded once is loaded before."""
    work(next(read(files)))
    gc.collect()
    return took(lambda: deque(map(work, read(files)), maxlen=0))


def _installed(folder: Path) -> dict[str, str]:
    """The environment of a program that has been installed: its bytecode is at hand, whatever is said here of it."""
    here = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return here | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def bulk(folder: Path, out: Path, jobs: int) -> tuple[float, float, int]:
    """CPU seconds, seconds on the clock and the largest process's bytes of a run."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "pagerows", "bulk", str(folder / "*.gz"), "-o", str(out), "-j", str(jobs)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env=_installed(out.parent))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return seconds, time.monotonic() - begun, used.ru_maxrss * 1024


def others() -> dict[str, Callable[[bytes], object]]:
    """What other extractors are asked for: the text of a page."""
    found: dict[str, Callable[[bytes], object]] = {}
    try:
        import trafilatura

        found["trafilatura.extract (text)"] = trafilatura.extract
    except ImportError:
        print("trafilatura is missing: pip install trafilatura lxml_html_clean")
    try:
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.html import HTMLTree

        found["resiliparse (main text)"] = lambda html: extract_plain_text(
            HTMLTree.parse_from_bytes(html, "utf-8"), main_content=True
        )
    except ImportError:
        print("resiliparse is missing: pip install resiliparse")
    return found


def main() -> None:
    """Write, time, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--every", type=int, help="take every so-manieth page of the dev corpora instead")
    given = parser.parse_args()
    chosen: list[str | bytes] = [*(dev_pages(None, given.every) if given.every else map(listing, range(given.pages)))]
    files = write_archives(given.folder / "in", chosen)
    works: dict[str, Callable[[bytes], object]] = {
        "reading alone": lambda html: html,
        "extract(...).table.rows": lambda html: extract(html).table.rows,
        "extract(...).table.all_columns": lambda html: extract(html).table.all_columns,
        **others(),
    }
    pages = len(chosen)
    write_archives(given.folder / "small", chosen[:1])
    bulk(given.folder / "small", given.folder / "first", 1)  # writes the bytecode
    seconds, one, two, start = dict.fromkeys(works, float("inf")), [], [], []
    for n in range(given.rounds):  # in turns: the machine is not as quick at all times
        one.append(bulk(given.folder / "in", given.folder / f"one{n}", 1))
        start.append(bulk(given.folder / "small", given.folder / f"start{n}", 1)[0])  # processes, libraries, models
        two.append(bulk(given.folder / "in", given.folder / f"two{n}", 2))
        seconds |= {name: min(before, here(works[name], files)) for name, before in seconds.items()}
    seconds |= {
        "pagerows bulk -j 1, start included": min(one)[0],
        "pagerows bulk -j 1 of one page": min(start),
    }
    for name, spent in seconds.items():
        print(f"{name}: {spent:.1f} CPU s, {pages / spent:.0f} of {pages} pages per CPU second")
    columns = seconds["extract(...).table.all_columns"]
    more, without = min(one)[0] / columns - 1, (min(one)[0] - min(start)) / columns - 1
    each = 1000 * (min(one)[0] - min(start) - columns) / pages
    print(f"bulk costs {more:+.0%} over the columns, {without:+.0%} ({each:.2f} ms a page) without its start")
    print(f"two processes take {min(two)[0] / min(one)[0]:.2f} of the CPU seconds of one")
    clock = min(run[1] for run in one), min(run[1] for run in two)
    print(f"two processes: {clock[0]:.1f} s -> {clock[1]:.1f} s on the clock, {clock[0] / clock[1]:.2f} times as fast")
    print(f"the largest process took {max(run[2] for run in one) >> 20} MB")


if __name__ == "__main__":
    main()
