"""How fast a page becomes a table, against lxml's parse of the same bytes; how that grows; how much memory it takes.

Figures are ratios of CPU time, taken page by page in turns, so that other programs on the machine slow both sides.
"""

from __future__ import annotations

import multiprocessing
import re
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from pagerows.lab.bench.generate import PageSpec, generate
from pagerows.lab.speed.methods import interleaved
from pagerows.page import parse

__all__ = ["Growth", "Ratios", "corpus_pages", "generated_page", "growth", "main", "parse_ratios"]

#: Node counts at which growth is measured.
SIZES: Final = (2_000, 8_000, 32_000, 125_000, 500_000, 2_000_000)


@dataclass(frozen=True, slots=True)
class Ratios:
    """CPU time per page on a set of pages: lxml's milliseconds, and what the others take for each of its."""

    pages: int
    megabytes: float
    lxml_ms: float
    parser: float
    table: float
    table_90: float


def parse_ratios(pages: Iterable[bytes], repeats: int = 5) -> Ratios:
    """Measure lxml's parse, turbohtml's parse and the full node table on each page; give medians of the ratios."""
    import lxml.html
    import turbohtml

    rows, size = [], 0
    for data in pages:
        text = data.decode("utf-8")
        reader = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
        rows.append(
            interleaved(
                [
                    lambda data=data, reader=reader: lxml.html.document_fromstring(data, parser=reader),  # type: ignore[misc]
                    lambda text=text: turbohtml.parse(text, positions=False),  # type: ignore[misc]
                    lambda data=data: parse(data, encoding="utf-8"),  # type: ignore[misc]
                ],
                repeats,
            )
        )
        size += len(data)
    times = np.array(rows)
    ratio = times / times[:, :1]
    return Ratios(
        pages=len(rows),
        megabytes=size / 1e6,
        lxml_ms=float(np.median(times[:, 0])) * 1e3,
        parser=float(np.median(ratio[:, 1])),
        table=float(np.median(ratio[:, 2])),
        table_90=float(np.quantile(ratio[:, 2], 0.9)),
    )


def corpus_pages(folder: Path, every: int = 1) -> list[bytes]:
    """Return the pages of unpacked corpora as UTF-8, so that both sides read the same; without what lxml refuses."""
    import lxml.html
    from lxml.etree import LxmlError

    found = []
    for path in sorted(folder.glob("*/*/page.html"))[::every]:
        data = parse(path).html.encode("utf-8", "replace")
        try:
            lxml.html.document_fromstring(data)
        except (LxmlError, ValueError):
            continue
        found.append(data)
    return found


def generated_page(nodes: int) -> bytes:
    """Return a generated page of about so many nodes."""
    per_record = 19
    return generate(PageSpec(records=max(1, nodes // per_record), fields=7, layout="cards", noise=3)).html.encode()


@dataclass(frozen=True, slots=True)
class Growth:
    """How parsing grows with the page: CPU seconds and peak memory at each size, and the exponent between them."""

    nodes: tuple[int, ...]
    seconds: tuple[float, ...]
    #: Peak resident memory above that of an idle process, in MB per MB of HTML.
    memory: tuple[float, ...]
    exponent: float


def growth(sizes: Sequence[int] = SIZES) -> Growth:
    """Measure each size in a process of its own, as memory that was once used is not given back."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, context.Pool(1, maxtasksperchild=1) as pool:
        files = [Path(folder) / f"{size}.html" for size in sizes]
        for file, size in zip(files, sizes, strict=True):
            file.write_bytes(generated_page(size))
        measured = pool.map(_measure_file, files, chunksize=1)
    nodes, seconds, memory = (tuple(column) for column in zip(*measured, strict=True))
    slope = np.polyfit(np.log(nodes), np.log(seconds), 1)[0]
    return Growth(nodes, seconds, memory, float(slope))


def _measure_file(file: Path) -> tuple[int, float, float]:
    data = file.read_bytes()
    parse(b"<p>warm")
    before = _peak()
    start = time.process_time()
    nodes = len(parse(data).nodes)
    first = time.process_time() - start
    memory = (_peak() - before) / (len(data) / 1e6)
    repeats = max(3, min(50, int(1 / max(first, 1e-4))))
    return nodes, min(first, *interleaved([lambda: parse(data)], repeats)), memory


def _peak() -> float:
    """Return the process's peak resident memory in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # ru_maxrss would start with the peak of the process that started this one
        return int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]) / 1e3  # type: ignore[index]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6  # macOS counts in bytes


def main(corpora: Path | None = None) -> None:
    """Print the measurements: `make speed`."""
    sets = {"generated, 1 to 200 records": [generated_page(n) for n in np.geomspace(20, 4000, 30).astype(int).tolist()]}
    if corpora is not None:
        sets = {"dev pages": corpus_pages(corpora, every=4), **sets}
    print("CPU time relative to lxml.html's parse of the same bytes (medians over pages, best of 5 in turns)")
    print(f"{'pages':30} {'n':>4} {'MB':>6} {'lxml':>9} {'turbohtml':>10} {'NodeTable':>10} {'90 %':>6}")
    for name, pages in sets.items():
        r = parse_ratios(pages)
        size = f"{name:30} {r.pages:4} {r.megabytes:6.1f}"
        print(f"{size} {r.lxml_ms:6.2f} ms {r.parser:10.2f} {r.table:10.2f} {r.table_90:6.2f}")
    grown = growth()
    print("\nparse() of generated pages")
    print(f"{'nodes':>10} {'seconds':>9} {'us/node':>8} {'MB of memory per MB of HTML':>28}")
    for nodes, seconds, memory in zip(grown.nodes, grown.seconds, grown.memory, strict=True):
        print(f"{nodes:10,} {seconds:9.3f} {seconds / nodes * 1e6:8.2f} {memory:28.1f}")
    print(f"growth exponent {grown.exponent:.3f}; median memory {statistics.median(grown.memory):.1f} MB per MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else None)
