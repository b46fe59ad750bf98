"""What rendering costs: loading in Chromium, the snapshot, the node table; and the memory of both sides."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from pathlib import Path
from statistics import median

from rich.table import Table

from pagerows.errors import PagerowsError
from pagerows.page.rendered.browser import Browser, Job
from pagerows.page.rendered.document import policy_of, read_document
from pagerows.page.rendered.snapshot import read_snapshot

__all__ = ["PageTiming", "measure", "memory_mib", "process_mib", "timing_table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTiming:
    """Milliseconds that one page took, on the wall, and the memory after it."""

    page: str
    rows: int
    #: A fresh context, and its settings.
    open_ms: float
    #: From the navigation to the load event: Chromium's own work.
    load_ms: float
    #: captureSnapshot, from the question to the decoded answer.
    snapshot_ms: float
    #: The answer turned into the table of nodes.
    table_ms: float
    #: The same in CPU time of the browser and our own process together: what a busy machine does not distort.
    load_cpu_ms: float
    after_cpu_ms: float
    #: Memory of the browser's processes (proportional set size), and of ours.
    browser_mib: float
    own_mib: float

    @property
    def ratio(self) -> float:
        """Snapshot and table over loading, on the wall."""
        return (self.snapshot_ms + self.table_ms) / max(1e-9, self.load_ms)

    @property
    def cpu_ratio(self) -> float:
        """Snapshot and table over loading, in CPU time."""
        return self.after_cpu_ms / max(1.0, self.load_cpu_ms)


def measure(pages: Iterable[bytes | Path], *, rounds: int = 1) -> list[PageTiming]:
    """Render pages one after the other, each step's quickest of `rounds`; pages that fail are left out."""
    found: list[PageTiming] = []
    with Browser() as browser:
        for page in pages:
            with contextlib.suppress(PagerowsError):
                found.append(_quickest([_one(browser, page) for _ in range(rounds)]))
    return found


def _quickest(timings: Sequence[PageTiming]) -> PageTiming:
    steps = [field.name for field in fields(PageTiming) if field.name.endswith("_ms")]
    return replace(timings[-1], **{name: min(getattr(timing, name) for timing in timings) for name in steps})


def _one(browser: Browser, page: bytes | Path) -> PageTiming:
    document = read_document(page, None, None)
    job = Job(html=document.markup, policy=policy_of(document, ()), timeout=60.0)
    times = [time.perf_counter()]
    with browser.visit(job) as visit:
        group = visit.connection.process
        cpu = [_cpu_ms(group)]
        times.append(time.perf_counter())
        visit.load()
        times.append(time.perf_counter())
        cpu.append(_cpu_ms(group))
        snapshot = visit.snapshot()
        times.append(time.perf_counter())
        nodes, _ = read_snapshot(snapshot)
        times.append(time.perf_counter())
        cpu.append(_cpu_ms(group))
        memory = memory_mib(group)
    opened, load, taken, table = (1000 * (b - a) for a, b in pairwise(times))
    return PageTiming(
        page=f"{page.parent.name}/{page.name}" if isinstance(page, Path) else "generated",
        rows=len(nodes),
        open_ms=opened,
        load_ms=load,
        snapshot_ms=taken,
        table_ms=table,
        load_cpu_ms=cpu[1] - cpu[0],
        after_cpu_ms=cpu[2] - cpu[1],
        browser_mib=memory,
        own_mib=process_mib(os.getpid()),
    )


def memory_mib(group: int) -> float:
    """Memory of all processes of a group, in MiB; 0 where the system does not tell."""
    return sum(process_mib(process) for process in _processes(group))


def _processes(group: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getpgid(int(folder.name)) == group:
                found.append(int(folder.name))
    return found


def _cpu_ms(group: int) -> float:
    """CPU time so far of the browser's processes and of ours."""
    return sum(_process_ms(process) for process in _processes(group)) + 1000 * time.process_time()


def _process_ms(process: int) -> float:
    """CPU time of a process: by thread in nanoseconds, where the kernel counts them, else in clock ticks."""
    folder = Path(f"/proc/{process}")
    with contextlib.suppress(OSError, ValueError, IndexError):
        return sum(int(file.read_text().split()[0]) for file in folder.glob("task/*/schedstat")) / 1e6
    with contextlib.suppress(OSError):
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def process_mib(process: int) -> float:
    """Memory of one process (proportional set size), in MiB; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def timing_table(timings: Sequence[PageTiming]) -> Table:
    """Draw medians over the pages, and the memory of the first and the last tenth."""
    table = Table(title=f"Rendering, {len(timings)} pages, ms on the wall (median)")
    for name in (
        "open",
        "load",
        "snapshot",
        "table",
        "(snapshot + table) / load",
        "in CPU time",
        "browser MiB",
        "own MiB",
    ):
        table.add_column(name, justify="right")
    if not timings:
        return table
    middle = [median(getattr(t, name) for t in timings) for name in ("open_ms", "load_ms", "snapshot_ms", "table_ms")]
    tenth = max(1, len(timings) // 10)
    ends = (timings[:tenth], timings[-tenth:])
    memory = [
        " -> ".join(f"{median(getattr(timing, name) for timing in end):.0f}" for end in ends)
        for name in ("browser_mib", "own_mib")
    ]
    ratios = [median(t.ratio for t in timings), median(t.cpu_ratio for t in timings)]
    table.add_row(*(f"{value:.1f}" for value in middle), *(f"{value:.3f}" for value in ratios), *memory)
    return table
