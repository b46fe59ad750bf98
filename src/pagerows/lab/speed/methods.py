"""What parsing and extracting cost: as ratios to parsing alone, in memory, and as pages grow.

Steps are interleaved page by page and the best of n rounds counts, in CPU time of this process, so that a busy machine
disturbs all steps alike and little. Rendered methods spend their time in the browser: they are timed on the wall.
"""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

import pagerows
from pagerows import registry
from pagerows.errors import CorpusError
from pagerows.lab.bench.corpora import corpora_folder
from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.lab.bench.tasks import MethodSpec
from pagerows.page import parse

__all__ = ["Growth", "Speed", "dev_pages", "exponent", "growth", "interleaved", "measure", "peak_memory", "took"]

#: What everything is compared with: building the HTML tree and nothing else.
PARSE_ONLY: Final = "parse only"
NODE_TABLE: Final = "node table"
#: Records of the generated pages.
SIZES: Final = (50, 100, 200, 400, 800, 1600, 3200)

#: A page to time: HTML, or a file where a browser needs its assets.
Source = bytes | Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """What one step costs on a set of pages."""

    step: str
    pages: int
    #: Sum over pages of the best time.
    seconds: float
    #: Median and 95th percentile of the best time per page.
    median_ms: float
    p95_ms: float
    #: Sum of times as a multiple of parsing alone.
    ratio: float
    #: Peak resident memory above that of a process that has only imported it, in MiB.
    peak_mib: float | None = None
    #: Pages on which it failed; they count for no step.
    failed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How a step's time grows with the page."""

    step: str
    nodes: list[int]
    seconds: list[float]
    #: The power of the number of nodes that fits best on the larger half of the pages: 1 is linear.
    exponent: float = field(default=0.0)


def took(call: Callable[[], object], *, wall: bool = False) -> float:
    """Seconds of CPU that a call takes, or with `wall` seconds that people wait."""
    clock = time.perf_counter if wall else time.process_time
    start = clock()
    call()
    return clock() - start


def interleaved(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Return the best CPU seconds of each call, made in turns; the time to free what they return is in it."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for index, call in enumerate(calls):
            best[index] = min(best[index], took(partial(_freed, call)))
    return best


#: Bytes of a request for which the C library puts in order what was freed in small pieces.
_LARGE: Final = 40_000


def _freed(call: Callable[[], object]) -> None:
    """Call, and free for good.

    A tree of many small pieces is in order again only with the next large request (a twelfth of lxml's parse), which
    would else be the next call's.
    """
    call()
    bytes(_LARGE)


def dev_pages(folder: Path | None, every: int) -> list[bytes]:
    """Read every so-manieth page of the corpora; none, and a line that says so, where there are no corpora."""
    try:
        found = sorted(corpora_folder(folder).glob("*/*/page.html"))
    except CorpusError as error:
        print(f"no pages are timed: {error}", file=sys.stderr)
        return []
    return [page.read_bytes() for page in found[::every]]


def steps(methods: Sequence[MethodSpec]) -> dict[str, Callable[[Source], object]]:
    """The things to time, by name: parsing, the node table, and each method with its table."""
    import turbohtml

    named: dict[str, Callable[[Source], object]] = {
        PARSE_ONLY: lambda source: turbohtml.parse(_text(source)),
        NODE_TABLE: lambda source: parse(source),
    }
    for spec in methods:
        named[spec.label] = _extraction(spec)
    return named


def _extraction(spec: MethodSpec) -> Callable[[Source], object]:
    def extract(source: Source) -> object:
        return pagerows.extract(source, method=spec.name, **spec.params).table.rows

    return extract


def _text(source: Source) -> str:
    return (source.read_bytes() if isinstance(source, Path) else source).decode("utf-8", errors="replace")


def measure(pages: Sequence[Source], methods: Sequence[MethodSpec], *, rounds: int = 3) -> list[Speed]:
    """Time every step on every page, interleaved; the best of `rounds` counts."""
    named = steps(methods)
    rendered = {spec.label for spec in methods if registry.method(spec.name).needs_render}
    best = np.full((len(named), len(pages)), np.inf)
    failed = np.zeros(best.shape, bool)
    for _ in range(rounds):
        for p, page in enumerate(pages):
            for s, (name, step) in enumerate(named.items()):
                try:
                    seconds = took(partial(step, page), wall=name in rendered)
                except Exception:  # a page that a method fails on is counted, the others go on
                    failed[s, p] = True
                    continue
                best[s, p] = min(best[s, p], seconds)
    good = ~failed.any(axis=0)
    totals = best[:, good].sum(axis=1)
    return [
        Speed(
            step=name,
            pages=int(good.sum()),
            seconds=float(totals[s]),
            median_ms=float(1000 * np.median(best[s, good])) if good.any() else 0.0,
            p95_ms=float(1000 * np.percentile(best[s, good], 95)) if good.any() else 0.0,
            ratio=float(totals[s] / totals[0]) if totals[0] else 0.0,
            failed=int(failed[s].sum()),
        )
        for s, name in enumerate(named)
    ]


def growth(methods: Sequence[MethodSpec], *, sizes: Iterable[int] = SIZES, rounds: int = 3) -> list[Growth]:
    """Time every step on generated pages of growing size and fit the exponent of its growth."""
    named = steps(methods)
    pages = [generate(PageSpec(records=size, optional=2, noise=4, seed=size)).html.encode() for size in sizes]
    nodes = [len(parse(page).nodes) for page in pages]
    best = np.full((len(named), len(pages)), np.inf)
    for _ in range(rounds):
        for p, page in enumerate(pages):
            for s, step in enumerate(named.values()):
                best[s, p] = min(best[s, p], took(partial(step, page)))
    return [
        Growth(step=name, nodes=nodes, seconds=best[s].tolist(), exponent=exponent(nodes[2:], best[s, 2:].tolist()))
        for s, name in enumerate(named)
    ]


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Fit ``seconds = a * sizes ** b`` by least squares of the logarithms; return b.

    >>> round(exponent([10, 100, 1000], [3, 30, 300]), 3)
    1.0
    """
    pairs = [(x, y) for x, y in zip(sizes, seconds, strict=True) if x > 0 and y > 0]
    if len({x for x, _ in pairs}) < 2:
        return float("nan")
    x, y = np.log(np.array(pairs, float)).T
    return float(np.polyfit(x, y, 1)[0])


def peak_memory(page: Source, spec: MethodSpec | None) -> float | None:
    """Return the MiB by which one extraction raises a fresh process's peak; None for parsing where it fails.

    `spec` None measures the node table.
    """
    path = str(page) if isinstance(page, Path) else None
    job = {"label": spec.label if spec else None, "path": path}
    data = b"" if isinstance(page, Path) else page
    command = [sys.executable, "-m", "pagerows.lab.speed.methods", json.dumps(job)]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def _peak(*, reset: bool = False) -> float:
    """The process's peak resident memory in MiB; Linux can begin to count anew, so that imports do not hide it."""
    with contextlib.suppress(OSError):
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def _memory_job(job: dict[str, Any], data: bytes) -> float:
    """What the fresh process does: warm up on a tiny page so that imports do not count, then take the difference."""
    source: Source = Path(job["path"]) if job["path"] else data
    work: Callable[[Source], object] = _extraction(MethodSpec.read(job["label"])) if job["label"] else parse
    work(generate(PageSpec(records=5)).html.encode())
    before = _peak(reset=True)
    kept = work(source)
    del kept
    return _peak() - before


def largest(pages: Sequence[Source]) -> Source:
    """The page with most bytes."""
    return max(pages, key=lambda page: page.stat().st_size if isinstance(page, Path) else len(page))


def summary(speeds: Sequence[Speed], grown: Sequence[Growth]) -> dict[str, Any]:
    """All of it as JSON."""
    return {"speed": [asdict(row) for row in speeds], "growth": [asdict(row) for row in grown]}


if __name__ == "__main__":
    print(_memory_job(json.loads(sys.argv[1]), sys.stdin.buffer.read()))
