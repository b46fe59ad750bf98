"""All that speed is promised of, in one run: page by page in turns with lxml.html's parse of the same bytes.

    python -m pagerows.lab.speed.whole [--every N] [--rounds N] [--largest NODES] [--before SRC] [--corpora FOLDER]

Times are CPU times, but for threads, which are about the clock: those figures need a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

import pagerows
from pagerows.lab.speed.methods import dev_pages, exponent, interleaved, took
from pagerows.lab.speed.parse import growth as parse_growth
from pagerows.lab.speed.signal import chained, repeated
from pagerows.page import parse

__all__ = ["STEPS", "bulk", "growth", "ratios", "start_up", "threads"]

#: What is timed on every page; the first is what the others are compared with.
STEPS: Final = (
    "lxml.html", "node table", "signal", "signal with table", "auto", "auto with table", "auto with typed, named table",
)  # fmt: skip
SIZES: Final = (1_200, 12_000, 120_000, 1_200_000, 2_400_000)


def _steps(source: bytes) -> list[Callable[[], object]]:
    import lxml.html

    return [
        lambda: lxml.html.document_fromstring(source),
        lambda: parse(source),
        lambda: pagerows.extract(source, method="signal"),
        lambda: pagerows.extract(source, method="signal").table.rows,
        lambda: pagerows.extract(source, method="auto"),
        lambda: pagerows.extract(source, method="auto").table.rows,
        lambda: pagerows.extract(source, method="auto").table.all_columns,
    ]


def ratios(sources: Sequence[bytes], rounds: int = 5) -> dict[str, tuple[float, float, float]]:
    """Return for each step the median and the 90th percentile of its ratio, and its milliseconds on the median page."""
    times = np.array([interleaved(_steps(source), rounds) for source in sources])
    ratio = times / times[:, :1]
    values = zip(np.median(ratio, axis=0), np.quantile(ratio, 0.9, axis=0), 1e3 * np.median(times, axis=0), strict=True)
    return {name: (float(a), float(b), float(c)) for name, (a, b, c) in zip(STEPS, values, strict=True)}


#: What a fresh process does to tell its pages per second: bytes to lines of JSON, with types and names; lxml's parse.
_BULK: Final = """
import sys, time, pathlib, io, lxml.html, pagerows
paths = sys.stdin.read().split("\\0")
sources = [pathlib.Path(path).read_bytes() for path in paths]
def timed(work):
    start = time.process_time()
    for source in sources:
        work(source)
    return time.process_time() - start
def lines(source):
    import json
    table = pagerows.extract(source).table
    return [json.dumps([str(value) for value in row]) for row in zip(*(c.values or c.texts for c in table.columns))]
lines(sources[0])
own, reference = min(timed(lines) for _ in range(2)), min(timed(lxml.html.document_fromstring) for _ in range(2))
print(len(sources) / own, own / reference)
"""


def bulk(paths: Sequence[Path], folder: Path | None = None) -> tuple[float, float]:
    """Return pages per second on one core, and the ratio to lxml's parse; of another source tree on request."""
    source = folder or Path(pagerows.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", _BULK],
        input="\0".join(map(str, paths)),
        env=os.environ | {"PYTHONPATH": str(source)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    pages, ratio = map(float, done.stdout.split())
    return pages, ratio


def threads(sources: Sequence[bytes], count: int = 2) -> dict[str, float]:
    """Return how many times as quick `count` threads are, by the clock: parsing alone, and two methods."""
    from concurrent.futures import ThreadPoolExecutor

    def parsed(number: int) -> None:
        with ThreadPoolExecutor(number) as pool:
            list(pool.map(parse, sources))

    work: dict[str, Callable[[int], object]] = {"parse": parsed}
    for method in ("signal", "auto"):
        work[method] = lambda number, method=method: list(pagerows.extract_many(sources, threads=number, method=method))  # type: ignore[misc]
    return {
        name: min(took(partial(call, 1), wall=True) for _ in range(2))
        / min(took(partial(call, count), wall=True) for _ in range(2))
        for name, call in work.items()
    }


#: What fresh processes do: milliseconds of CPU above what Python itself takes.
_STARTS: Final = {
    "import pagerows": "import pagerows",
    "import and first extract": "import pagerows; pagerows.extract('<ul><li>a<li>b<li>c</ul>')",
    "import and first table": "import pagerows; pagerows.extract('<ul><li>a<li>b<li>c</ul>').table",
    "import numpy (for comparison)": "import numpy",
    "pagerows --version": "import sys; sys.argv = ['pagerows', '--version']\nfrom pagerows.cli import main\nmain()",
}


def start_up(rounds: int = 5) -> dict[str, float]:
    """Return the CPU milliseconds of starts, above those of Python, with modules compiled as installing leaves them."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def best(code: str) -> float:
            _child(code, environment)  # compiles
            return min(_child(code, environment) for _ in range(rounds))

        own = best("pass")
        return {name: 1e3 * (best(code) - own) for name, code in _STARTS.items()}


def _child(code: str, environment: Mapping[str, str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def growth(sizes: Sequence[int] = SIZES) -> Iterator[tuple[str, list[int], dict[str, list[float]]]]:
    """Yield for both series of growing pages: nodes, and seconds of parsing, and of `signal` and `auto` behind it."""
    for name, write in (("one list", repeated), ("chained lists", chained)):
        nodes: list[int] = []
        seconds: dict[str, list[float]] = {"parse": [], "signal": [], "auto": []}
        for size in sizes:
            source = write(size).encode()
            page = parse(source)
            calls: list[Callable[[], object]] = [
                lambda source=source: parse(source),  # type: ignore[misc]
                lambda page=page: pagerows.extract(page, method="signal"),  # type: ignore[misc]
                lambda page=page: pagerows.extract(page, method="auto"),  # type: ignore[misc]
            ]
            nodes.append(len(page.nodes))
            for own, each in zip(seconds.values(), interleaved(calls, 5 if size < 100_000 else 1), strict=True):
                own.append(each)
        yield name, nodes, seconds


def _tell_growth(largest: int) -> None:
    sizes = [size for size in SIZES if size <= largest]
    for name, nodes, seconds in growth(sizes) if len(sizes) > 1 else ():
        print(f"\ngrowth, {name}: seconds at {', '.join(f'{count:,}' for count in nodes)} nodes; exponent")
        for step, own in seconds.items():
            print(f"  {step:8} {' '.join(f'{value:9.4f}' for value in own)}   {exponent(nodes, own):.3f}", flush=True)
    if sizes:
        grown = parse_growth([size for size in (8_000, 125_000, 2_000_000) if size <= largest] or [8_000])
        print(f"memory of the node table, MB per MB of HTML: {', '.join(f'{value:.1f}' for value in grown.memory)}")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=20, help="take every so-manieth page of the corpora")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many rounds counts")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="nodes of the largest page; 0: no growth")
    parser.add_argument("--before", type=Path, metavar="SRC", help="another checkout's built src, to compare bulk with")
    parser.add_argument("--corpora", type=Path, help="pages to time (default: $PAGEROWS_CORPORA or ../.corpora)")
    arguments = parser.parse_args()
    sources = dev_pages(arguments.corpora, arguments.every)
    if sources:
        print(f"{len(sources)} pages: ratio to lxml.html's parse, median; 90 % of pages; ms of the median page")
        for name, (median, most, took) in ratios(sources, arguments.rounds).items():
            print(f"  {name:30} {median:6.2f} {most:7.2f} {took:8.2f} ms", flush=True)
        from pagerows.lab.bench.corpora import corpora_folder

        paths = sorted(corpora_folder(arguments.corpora).glob("*/*/page.html"))[:: arguments.every]
        for name, folder in (("bulk", None), *([("bulk before", arguments.before)] if arguments.before else [])):
            pages, ratio = bulk(paths, folder)
            print(
                f"  {name:30} {pages:6.1f} pages/s on a core, {ratio:.1f} times lxml's parse of all pages", flush=True
            )
        print(
            "two threads, by the clock: " + ", ".join(f"{n} {v:.2f} x" for n, v in threads(sources).items()), flush=True
        )
    print("start, CPU ms above Python's: " + ", ".join(f"{n} {v:.0f}" for n, v in start_up().items()), flush=True)
    _tell_growth(arguments.largest)


if __name__ == "__main__":
    main()
