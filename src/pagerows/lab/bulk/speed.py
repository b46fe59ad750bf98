"""What `pagerows bulk` costs beside plain calls, and other extractors, on the same WARC files, in CPU seconds.

python -m pagerows.lab.bulk.speed FOLDER [--pages 600] [--rounds 1]

Seconds are of the processor, of all processes: the clock of a busy machine says little. What two processes gain is on
the clock, the better of the rounds.
"""

from __future__ import annotations

import argparse
import gc
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from pagerows import extract
from pagerows.bulk.inputs import Columns, Shard
from pagerows.bulk.pages import Reading
from pagerows.bulk.readers import pages_of
from pagerows.lab.bulk.archives import listing, member, write_warc

__all__ = ["main"]

SHARDS = 4


def write_archives(folder: Path, pages: int) -> list[Path]:
    """Write the pages into some WARC files."""
    folder.mkdir(parents=True)
    each = pages // SHARDS
    files = [folder / f"{shard}.warc.gz" for shard in range(SHARDS)]
    for shard, file in enumerate(files):
        write_warc(file, (member(n, listing(n)) for n in range(shard * each, (shard + 1) * each)))
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
    begun = time.process_time()
    for html in read(files):
        work(html)
    return time.process_time() - begun


def bulk(folder: Path, out: Path, jobs: int) -> tuple[float, float, int]:
    """CPU seconds, seconds on the clock and the largest process's bytes of a run."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "pagerows", "bulk", str(folder / "*.gz"), "-o", str(out), "-j", str(jobs)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
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
    given = parser.parse_args()
    files = write_archives(given.folder / "in", given.pages)
    works: dict[str, Callable[[bytes], object]] = {
        "reading alone": lambda html: html,
        "extract(...).table.rows": lambda html: extract(html).table.rows,
        "extract(...).table.all_columns": lambda html: extract(html).table.all_columns,
        **others(),
    }
    pages = given.pages // SHARDS * SHARDS
    seconds = {name: min(here(work, files) for _ in range(given.rounds)) for name, work in works.items()}
    one = [bulk(given.folder / "in", given.folder / f"one{n}", 1) for n in range(given.rounds)]
    two = [bulk(given.folder / "in", given.folder / f"two{n}", 2) for n in range(given.rounds)]
    start = bulk(given.folder / "in", given.folder / "one0", 1)[0]  # all is done: this only looks
    seconds |= {
        "pagerows bulk -j 1, start included": min(one)[0],
        "pagerows bulk, start and a look at the inputs": start,
    }
    for name, spent in seconds.items():
        print(f"{name}: {spent:.1f} CPU s, {pages / spent:.0f} pages per CPU second")
    columns = seconds["extract(...).table.all_columns"]
    more, without = min(one)[0] / columns - 1, (min(one)[0] - start) / columns - 1
    print(f"bulk costs {more:+.0%} over the columns, {without:+.0%} without its start")
    clock = min(run[1] for run in one), min(run[1] for run in two)
    print(f"two processes: {clock[0]:.1f} s -> {clock[1]:.1f} s on the clock, {clock[0] / clock[1]:.2f} times as fast")
    print(f"the largest process took {max(run[2] for run in one) >> 20} MB")


if __name__ == "__main__":
    main()
