"""What `auto` costs, step by step, as multiples of lxml.html's parse of the same bytes; how it grows with the page.

python -m pagerows.lab.speed.auto [--largest NODES] [--rounds N] [--every N] [--corpora FOLDER]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

import pagerows
from pagerows import models
from pagerows.lab.speed.methods import dev_pages, exponent, interleaved
from pagerows.lab.speed.signal import SIZES, chained, repeated
from pagerows.measures.columns import columns_of
from pagerows.measures.context import context_of
from pagerows.measures.features import features_of
from pagerows.page import Page, parse
from pagerows.regions import auto, signal

__all__ = ["STEPS", "growth", "ratios"]

#: What is timed on a page, in order; "whole" is `pagerows.extract` of the bytes, "with table" asks for its rows, too.
STEPS: Final = (
    "lxml.html", "parse", "columns", "signal", "candidates", "features", "trees", "context", "regions", "whole",
    "with table",
)  # fmt: skip


def _steps(source: bytes, page: Page) -> dict[str, Callable[[], object]]:
    """The steps, each with what the ones before it gave; candidates, regions and whole hold those before them."""
    import lxml.html

    params, model = auto.AutoParams(), models.load("auto")
    columns, found, starts = auto.candidates_of(page, params)
    features = features_of(columns, found, starts)
    rows = np.array([features[name] for name in model.features]).T if len(found) else np.zeros((0, len(model.features)))
    work: tuple[Callable[[], object], ...] = (
        lambda: lxml.html.document_fromstring(source),
        lambda: parse(source),
        lambda: columns_of(page.nodes, page.title),
        lambda: signal.find_regions(page, signal.SignalParams()),
        lambda: auto.candidates_of(page, params),
        lambda: features_of(columns, found, starts),
        lambda: model.predict(rows),
        lambda: context_of(page, columns),
        lambda: auto.find_regions(page, params),
        lambda: pagerows.extract(source, method="auto"),
        lambda: pagerows.extract(source, method="auto").table.rows,
    )
    return dict(zip(STEPS, work, strict=True))


def ratios(sources: Sequence[bytes], rounds: int = 5) -> dict[str, float]:
    """Return the median over pages of each step as a multiple of lxml.html's parse; of that itself the milliseconds."""
    found = []
    for source in sources:
        page = parse(source)
        if len(page.nodes) > 1:
            found.append(interleaved(list(_steps(source, page).values()), rounds))
    times = np.array(found)
    medians = np.median(times / times[:, :1], axis=0)
    return dict(zip(STEPS, [1000 * float(np.median(times[:, 0])), *medians[1:].tolist()], strict=True))


def growth(write: Callable[[int], str], sizes: Sequence[int], rounds: int = 1) -> list[tuple[int, float, float, float]]:
    """Return for pages of growing size: nodes, and seconds of parsing, of finding regions, and with the best table."""
    points = []
    for size in sizes:
        source = write(size).encode()
        page = parse(source)
        parsing, finding, whole = interleaved(
            [
                lambda source=source: parse(source),  # type: ignore[misc]
                lambda page=page: auto.find_regions(page, auto.AutoParams()),  # type: ignore[misc]
                lambda page=page: pagerows.extract(page, method="auto").table.rows,  # type: ignore[misc]
            ],
            rounds,
        )
        points.append((len(page.nodes), parsing, finding, whole))
    return points


def lines(sizes: Sequence[int], rounds: int) -> Iterator[str]:
    """Yield the growth of both series as lines of text."""
    for name, write in (("repeated records", repeated), ("chained regions", chained)):
        points = growth(write, sizes, rounds)
        yield f"{name}: nodes, seconds of parsing, of regions, of regions and table (parsed page)"
        yield from (f"  {n:9,}  {a:8.4f}  {b:8.4f}  {c:8.4f}" for n, a, b, c in points)
        nodes, parsing, finding, whole = (list(column) for column in zip(*points, strict=True))
        powers = [exponent(nodes[1:], values[1:]) for values in (parsing, finding, whole)]
        yield f"  exponents from the second page on: {', '.join(f'{power:.2f}' for power in powers)}"


def main() -> None:
    """Print the steps on the corpora's pages where there are some, then the growth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="nodes of the largest page; 0: no growth")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many rounds counts, on corpora")
    parser.add_argument("--every", type=int, default=15, help="take every so-manieth page of the corpora")
    parser.add_argument("--corpora", type=Path, help="pages to time (default: $PAGEROWS_CORPORA or ../.corpora)")
    arguments = parser.parse_args()
    sources = dev_pages(arguments.corpora, arguments.every)
    if sources:
        print(f"{len(sources)} pages, median: lxml.html in ms, the others as multiples of it")
        print("  " + ", ".join(f"{name} {value:.2f}" for name, value in ratios(sources, arguments.rounds).items()))
    sizes = [size for size in SIZES if size <= arguments.largest]
    for line in lines(sizes, 1) if len(sizes) > 2 else ():
        print(line, flush=True)


if __name__ == "__main__":
    main()
