"""A long run that is killed again and again: is the output, byte for byte, that of a run that nobody disturbed?

python -m pagerows.lab.bulk.kills FOLDER [--pages 100000] [--shards 100] [--kills 20]

One member of every hundred is damaged, some pages hang and some crash their process. Prints what came out, the memory
of all processes over time, and fails where a byte differs or a page is unaccounted for.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pagerows.arrow import page_records
from pagerows.bulk import work
from pagerows.lab.bulk.archives import member, small_page, write_warc
from pagerows.single import MATHS

#: Pages that hang and that crash their process, by number.
HANG: Final = 20_011
CRASH: Final = 5_003
#: Seconds that a page may take; a page that hangs costs them.
TIMEOUT: Final = 30
#: Set in the processes of a run: their pages may hang and crash.
INJECT: Final = "PAGEROWS_LAB_INJECT"


def _injected(html: Any, *, url: str, **more: Any) -> Any:
    number = int(url.rpartition("/")[2])
    while number % HANG == HANG - 1:
        time.sleep(1)
    if number % CRASH == CRASH - 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return page_records(html, url=url, **more)


if os.environ.get(INJECT):  # at import, because the workers of a run import this program, too
    vars(work)["page_records"] = _injected


def write_archives(folder: Path, pages: int, shards: int) -> int:
    """Write the pages; return how many members are damaged."""
    folder.mkdir(parents=True)
    each = pages // shards
    rng, count = random.Random(3), 0
    for shard in range(shards):
        damaged = frozenset(rng.sample(range(each), each // 100))
        count += len(damaged)
        numbers = range(shard * each, (shard + 1) * each)
        write_warc(folder / f"{shard:05}.warc.gz", (member(n, small_page(n)) for n in numbers), damaged)
    return count


def memory(process: int) -> int:
    """Bytes of memory of a process and all that it started."""
    whole, found = 0, [process]
    while found:
        at = found.pop()
        try:
            tasks = Path(f"/proc/{at}/task").iterdir()
            found += [int(n) for task in tasks for n in (task / "children").read_text().split()]
            whole += int(Path(f"/proc/{at}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            continue
    return whole


def command(folder: Path, out: Path) -> list[str]:
    """The program of a run."""
    options = ["-o", str(out), "-j", "2", "--timeout", str(TIMEOUT), "--log", "json"]
    return [sys.executable, "-m", __spec__.name, "--run", "bulk", str(folder / "*.warc.gz"), *options]


def surroundings() -> dict[str, str]:
    """The environment of a run: its pages may go wrong, and it has one thread, as the command itself would see to."""
    return {**os.environ, **dict.fromkeys(MATHS, "1"), INJECT: "1"}


def undisturbed(folder: Path, out: Path) -> Iterator[int]:
    """Run to the end; yield the memory every two seconds."""
    with subprocess.Popen(command(folder, out), env=surroundings()) as process:
        while process.poll() is None:
            yield memory(process.pid)
            time.sleep(2)
        if process.returncode:
            raise SystemExit(f"the run failed: {process.returncode}")


def killed(folder: Path, out: Path, kills: int, longest: float) -> int:
    """Kill runs at random moments, then run to the end; return how many were still running when they were killed."""
    rng, hits = random.Random(7), 0
    for _ in range(kills):
        with subprocess.Popen(command(folder, out), env=surroundings()) as process:
            try:
                process.wait(rng.uniform(1, longest))
            except subprocess.TimeoutExpired:
                hits += 1
                process.kill()
    for _ in undisturbed(folder, out):
        pass
    return hits


def content(folder: Path) -> dict[str, bytes]:
    """All files of a run."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != ".lock"}


def _flatness(seen: list[int]) -> str:
    parts = [seen[at * len(seen) // 5 : (at + 1) * len(seen) // 5] for at in range(5)]
    return ", ".join(f"{max(part) >> 20} MB" for part in parts if part)


def main() -> None:
    """Write, run, kill, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--kills", type=int, default=20)
    given = parser.parse_args()
    damaged = write_archives(given.folder / "in", given.pages, given.shards)
    begun = time.monotonic()
    seen = list(undisturbed(given.folder / "in", given.folder / "whole"))
    seconds = time.monotonic() - begun
    print(f"undisturbed: {seconds:.0f} s; memory of all processes by fifths of the run: {_flatness(seen)}", flush=True)
    hits = killed(given.folder / "in", given.folder / "killed", given.kills, 2 * seconds / given.kills)
    shards = json.loads((given.folder / "killed" / "manifest.json").read_bytes())["shards"].values()
    same = content(given.folder / "killed") == content(given.folder / "whole")
    read, lost = sum(shard["pages"] for shard in shards), sum(shard["damaged"] for shard in shards)
    failed = sum(count for shard in shards for count in shard["failed"].values())
    print(f"{hits} of {given.kills} runs were killed; bytes {'are the same' if same else 'DIFFER'}")
    missing = given.pages - read - lost
    print(f"{read:,} pages in parts, of them {failed} failed; {lost} damaged; {missing} unaccounted for")
    if not same or read + lost != given.pages or lost != damaged:
        raise SystemExit(1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--run"]:
        from pagerows.cli import main as pagerows

        sys.exit(pagerows(sys.argv[2:]))
    main()
