"""How the signal method's time grows with the page, and how many coefficients it looks up on the way [V20 s. 5.2.4].

Pages grow in two ways: one list with ever more records, and ever more lists of their own kind one after the other.
Timed is what a user gets: from bytes to the rows of the best table, in CPU time. Part of `pagerows bench speed`.

    python -m pagerows.lab.speed.signal [--largest NODES] [--rounds N] [--every N] [--corpora FOLDER]
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

import pagerows
from pagerows.lab.speed.methods import dev_pages, exponent, interleaved
from pagerows.page import Page, parse
from pagerows.regions.signal import SignalParams
from pagerows.regions.signal.contour import region_bounds
from pagerows.regions.signal.records import record_starts
from pagerows.regions.signal.sequence import tag_path_sequences

__all__ = ["SIZES", "Point", "Series", "chained", "corpus_ratios", "growth", "lines", "looked_up", "repeated"]

#: What is asked of the writers, so that pages have 1,000 to 1,000,000 nodes.
SIZES: Final = (1_200, 12_000, 120_000, 1_200_000)
#: Small pages are timed more often: the best round counts, and large ones take their time.
NODES_TIMED: Final = 120_000
MOST_ROUNDS: Final = 20
_RECORD_NODES: Final = 11


@dataclass(frozen=True, slots=True)
class Point:
    """One page of a growing series."""

    nodes: int
    #: CPU seconds from bytes to the rows of the best table, and of parsing alone.
    seconds: float
    parse_seconds: float
    coefficients: int
    #: Rows of the best table.
    records: int


@dataclass(frozen=True, slots=True)
class Series:
    """How the method's time grows on pages of one kind."""

    name: str
    points: list[Point]
    #: The power of the number of nodes that fits best, with parsing: 1 is linear.
    exponent: float


def repeated(nodes: int) -> str:
    """Write a page of about so many nodes: one list with as many records as it takes."""
    count = max(3, nodes // _RECORD_NODES)
    return f"<body><h1>List</h1><ul class='list'>{''.join(map(_record, range(count)))}</ul><p>End</p>"


def chained(nodes: int, records: int = 12) -> str:
    """Write a page of about so many nodes: lists of `records` records one after the other, each of its own kind."""
    count = max(1, nodes // (_RECORD_NODES * records))
    lists = (
        f"<section class='{_name(n)}'><h2>{n}</h2><ul>{''.join(_record(n + k) for k in range(records))}</ul></section>"
        for n in range(count)
    )
    return f"<body><h1>Lists</h1>{''.join(lists)}"


def _record(number: int) -> str:
    sale = "<i>on sale</i>" if number % 3 == 0 else ""
    return (
        f"<li class='item'><h3><a href='/item/{number}'>Item {number}</a></h3><p class='text'>Words about {number}"
        f"</p>{sale}<span class='price'>{number % 97}.99</span><img src='{number}.png'></li>"
    )


def _name(number: int) -> str:
    """Return a class name without digits, so that no two lists have the same paths."""
    name = ""
    while number >= 0:
        name += chr(ord("a") + number % 26)
        number = number // 26 - 1
    return name


def looked_up(page: Page, params: SignalParams | None = None) -> int:
    """Count the coefficients that the method looks up on a page."""
    params = params or SignalParams()
    codes, _ = tag_path_sequences(page.nodes, params.style)
    return record_starts(codes, *region_bounds(codes, params), params)[1]


def growth(sizes: Sequence[int] = SIZES) -> Iterator[Series]:
    """Time the method on pages of both kinds as they grow."""
    for name, write in (("repeated records", repeated), ("chained regions", chained)):
        _table(write(sizes[0]).encode())  # the first run of all pays for imports
        points = [_point(write(size).encode(), max(1, min(MOST_ROUNDS, NODES_TIMED // size))) for size in sizes]
        yield Series(name, points, exponent([point.nodes for point in points], [point.seconds for point in points]))


def _point(source: bytes, rounds: int) -> Point:
    parsing, whole = interleaved([lambda: parse(source), lambda: _table(source)], rounds)
    page = parse(source)
    return Point(len(page.nodes), whole, parsing, looked_up(page), _table(page))


def _table(source: Page | bytes) -> int:
    return len(pagerows.extract(source, method="signal").table.rows)


def corpus_ratios(pages: Sequence[bytes], rounds: int = 5) -> NDArray[np.float64]:
    """Return per page the seconds of lxml.html's parse; multiples of it: our parse, `extract`, `extract` and table."""
    import lxml.html

    found = []
    for source in pages:
        calls: list[Callable[[], object]] = [
            lambda source=source: lxml.html.document_fromstring(source),  # type: ignore[misc]
            lambda source=source: parse(source),  # type: ignore[misc]
            lambda source=source: pagerows.extract(source, method="signal"),  # type: ignore[misc]
            lambda source=source: _table(source),  # type: ignore[misc]
        ]
        found.append(interleaved(calls, rounds))
    times = np.array(found)
    times[:, 1:] /= times[:, :1]
    return times


def lines(sizes: Sequence[int] = SIZES) -> Iterator[str]:
    """Yield the growth of both series as lines of text, each as soon as it is known."""
    for series in growth(sizes):
        yield f"signal, {series.name}: nodes, s, s of parsing alone, coefficients looked up, rows of the best table"
        for point in series.points:
            yield (
                f"  {point.nodes:9,}  {point.seconds:8.4f}  {point.parse_seconds:8.4f}"
                f"  {point.coefficients:6,}  {point.records:7,}"
            )
        yield f"  exponent {series.exponent:.3f}"


def main() -> None:
    """Print the growth, and the ratios on the corpora's pages where there are some."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="nodes of the largest page; 0: no growth")
    parser.add_argument("--corpora", type=Path, help="pages to time (default: $PAGEROWS_CORPORA or ../.corpora)")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many rounds counts, on corpora")
    parser.add_argument("--every", type=int, default=10, help="take every so-manieth page of the corpora")
    arguments = parser.parse_args()
    sizes = [size for size in SIZES if size <= arguments.largest]
    for line in lines(sizes) if sizes else ():
        print(line, flush=True)
    sources = dev_pages(arguments.corpora, arguments.every)
    if sources:
        seconds, parsing, extracting, whole = np.median(corpus_ratios(sources, arguments.rounds), axis=0).tolist()
        print(
            f"{len(sources)} corpus pages, medians: lxml.html {1000 * seconds:.2f} ms, the others as multiples of it:"
        )
        print(f"  parse {parsing:.2f}, extract {extracting:.2f}, extract and the best table's rows {whole:.2f}")
        counts = [looked_up(parse(source)) for source in sources]
        print(f"  coefficients looked up: median {statistics.median(counts):.0f}, most {max(counts)}")


if __name__ == "__main__":
    main()
