"""What a crawl that does not fit on this machine would take: a simulation of shards on many workers.

python -m pagerows.lab.bulk.plan [--pages-per-second 10] [--price 2.32] [--cores 64]

A shard is a task; every worker takes the next one when it is free. Shards differ in size, pages in time, workers in
speed; machines are taken away now and then (spot), and their shards begin again. What is given is measured by
`pagerows.lab.bulk.speed`; what is assumed is printed.
"""

from __future__ import annotations

import argparse
import heapq
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

__all__ = ["Crawl", "Outcome", "simulate"]

HOUR: Final = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawl:
    """What is to be done, and with what."""

    #: A month of Common Crawl: 3 billion pages in 90,000 WARC files.
    pages: int = 3_000_000_000
    shards: int = 90_000
    workers: int = 6_400
    #: Pages a second of one core; seconds that a task takes to start.
    rate: float = 10.0
    start: float = 5.0
    #: How much shards differ in size, and workers in speed: standard deviations of their logarithms.
    uneven: float = 0.15
    unequal: float = 0.10
    #: How often a worker is taken away, per hour; its shard begins again.
    lost: float = 0.05
    #: The largest shards are begun first.
    largest_first: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    hours: float
    #: Hours of all cores from the first shard to the last; and those in which a page was being read for good.
    core_hours: float
    useful: float

    @property
    def efficiency(self) -> float:
        """The share of the cores' time that was not waiting, starting or lost."""
        return self.useful / self.core_hours


def simulate(crawl: Crawl, seed: int = 1) -> Outcome:
    """Hand shards to workers until all are done.

    >>> even = Crawl(pages=1000, shards=10, workers=5, rate=1, start=0, uneven=0, unequal=0, lost=0)
    >>> round(simulate(even).hours * 3600), simulate(even).efficiency
    (200, 1.0)
    """
    rng = np.random.default_rng(seed)
    sizes = rng.lognormal(0, crawl.uneven, crawl.shards)
    sizes *= crawl.pages / sizes.sum()
    if crawl.largest_first:
        sizes = np.sort(sizes)[::-1]
    speeds = (crawl.rate * rng.lognormal(0, crawl.unequal, crawl.workers)).tolist()
    free = [(0.0, worker) for worker in range(crawl.workers)]
    end, useful = 0.0, 0.0
    for size in sizes.tolist():
        at, worker = heapq.heappop(free)
        work = size / speeds[worker]
        useful += work
        while crawl.lost and (alive := rng.exponential(HOUR / crawl.lost)) < crawl.start + work:
            at += alive  # another machine takes its place
        at += crawl.start + work
        end = max(end, at)
        heapq.heappush(free, (at, worker))
    return Outcome(end / HOUR, end * crawl.workers / HOUR, useful / HOUR)


def main() -> None:
    """Print what a month of Common Crawl would take, and what shards of other sizes would."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages-per-second", type=float, default=10.0, help="of one core")
    parser.add_argument("--price", type=float, default=2.32, help="assumed price of a machine, per hour")
    parser.add_argument("--cores", type=int, default=64, help="of that machine")
    given = parser.parse_args()
    crawl = Crawl(rate=given.pages_per_second)
    print(f"{crawl}\nassumed: {given.cores} cores for {given.price} an hour")
    print("| shards | machines | order | hours | core hours | efficiency | price |\n|---|---|---|---|---|---|---|")
    for shards, machines, first in (
        (90_000, 1, True),
        (90_000, 10, True),
        (90_000, 100, True),
        (90_000, 1_000, True),
        (90_000, 1_000, False),
        (9_000, 100, True),
        (9_000, 100, False),
        (900_000, 1_000, True),
    ):
        made = simulate(replace(crawl, shards=shards, workers=machines * given.cores, largest_first=first))
        order = "largest first" if first else "as named"
        price = made.core_hours / given.cores * given.price
        told = f"{made.hours:,.1f} | {made.core_hours:,.0f} | {made.efficiency:.0%} | {price:,.0f}"
        print(f"| {shards:,} | {machines:,} | {order} | {told} |")


if __name__ == "__main__":
    main()
