"""Wrappers on sites with several pages: learned on one page or on all, against each page read alone.

    python -m pagerows.lab.studies.wrappers [--every N]

Records: macro F1 over pages, of what records hold, columns that tables leave out included. Columns: the rows of all
pages of a site as one table, and the share of their matched items that lie in the column where most of their gold
column's items lie: 1 where a fact has the same column everywhere. Pages that a wrapper was not learned from have not
changed either: it is counted on how many of them it says so.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pagerows
from pagerows.lab.bench.corpora import Dataset, Gold, corpora_folder, load
from pagerows.lab.bench.measures import measure, ratios
from pagerows.workers import Limits, run_tasks
from pagerows.wrapper.drift import BOUND, worst

__all__ = ["main"]

Rows = list[list[str | None]]
#: F1 of each page, the share of items in their column over all pages, and what drifted.
#: And on how many of the pages that it was not learned from something is said to have changed.
Figures = tuple[list[float], float, list[str], list[bool]]
WAYS = ("each alone", "learned on the first", "learned on two", "learned on all")


@dataclass(frozen=True, slots=True)
class Site:
    """A site's pages, as files and gold."""

    name: str
    pages: tuple[tuple[str, Gold], ...]


def sites(dataset: Dataset) -> list[Site]:
    """The sites of a dataset that have at least two pages."""
    groups: dict[str, list[tuple[str, Gold]]] = defaultdict(list)
    for gold in dataset.pages:
        groups[gold.site].append((str(dataset.path(gold)), gold))
    return [Site(name, tuple(pages)) for name, pages in sorted(groups.items()) if len(pages) > 1]


def measured(site: Site) -> dict[str, Figures]:
    """The figures of each way."""
    pages = [pagerows.parse(Path(file)) for file, _ in site.pages]
    golds = [gold for _, gold in site.pages]
    alone = [pagerows.extract(page) for page in pages]
    found: dict[str, Figures] = {WAYS[0]: _figures(golds, alone, [])}
    for way, samples in zip(WAYS[1:], (alone[:1], alone[:2], alone), strict=True):
        try:
            wrapper = pagerows.learn(samples)
            read = [wrapper.apply(page) for page in pages]
        except pagerows.WrapperError as error:
            found[way] = ([0.0] * len(pages), 0.0, [str(error)], [])
            continue
        drift = [f"page {n}: {each}" for n, one in enumerate(read, 1) for each in one.drift]
        new = read[len(samples) :] or read
        told = [worst(one.drift) >= BOUND for one in new]
        found[way] = (*_figures(golds, read, drift)[:3], told)
    return found


def _figures(golds: Sequence[Gold], found: Sequence[pagerows.Extraction], drift: list[str]) -> Figures:
    tables: list[Rows] = [one.table.rows for one in found]
    # The gold of records has buttons and constants, which tables leave out.
    counts = [measure(gold, _everything(one)) for gold, one in zip(golds, found, strict=True)]
    f1 = [ratios(c["correct"], c["predicted"], c["gold"])[2] for c in counts]
    width = max((len(row) for rows in tables for row in rows), default=0)
    together = [[*row, *[None] * (width - len(row))] for rows in tables for row in rows]
    everything = [record for gold in golds for record in gold.records]
    joined = measure(Gold(page="all", kind="table", records=everything), together)
    return f1, joined["aligned"] / max(1, joined["items_correct"]), drift, []


def _everything(found: pagerows.Extraction) -> Rows:
    """The rows with what the table leaves out."""
    table = found.table
    shown = [cells for cells, kind in zip(table.cells, table.kinds, strict=True) if kind != "image"]
    hidden = [left.cells for left in table.left_out if any(cell and cell.kind != "image" for cell in left.cells)]
    return [[cell.text if cell else None for cell in row] for row in zip(*shown, *hidden, strict=True)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", default="estuka2017")
    parser.add_argument("--every", type=int, default=1, help="every n-th site only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--worst", type=int, default=10)
    options = parser.parse_args(arguments)
    chosen = sites(load(corpora_folder(), options.dataset))[:: options.every]
    results = list(_run(chosen, options.jobs))
    for way in WAYS:
        first = [found[way][0][0] for _, found in results]
        others = [f1 for _, found in results for f1 in found[way][0][1:]]
        columns = [found[way][1] for _, found in results]
        told = [one for _, found in results for one in found[way][3]]
        print(
            f"{way:22} records: all pages {_mean([*first, *others]):.3f}, but the first {_mean(others):.3f}; "
            f"columns kept {_mean(columns):.3f}"
            + (f"; said to have changed {sum(told)} of {len(told)} pages" if told else "")
        )
    lowest = sorted(results, key=lambda one: min(sum(one[1][way][0]) for way in WAYS[1:]) - sum(one[1][WAYS[0]][0]))
    for site, found in lowest[: options.worst]:
        print(
            f"  {site.name}: " + "; ".join(f"{w} {[round(f, 2) for f in found[w][0]]} {found[w][1]:.2f}" for w in WAYS)
        )
        print("      " + "; ".join(found[WAYS[-1]][2][:3]))


def _run(chosen: Sequence[Site], jobs: int) -> Iterator[tuple[Site, dict[str, Figures]]]:
    for outcome in run_tasks(measured, chosen, jobs=jobs, limits=Limits(seconds=120)):
        if outcome.result is None:
            print(f"{outcome.task.name}: {outcome.error}")
        else:
            yield outcome.task, outcome.result


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


if __name__ == "__main__":
    main()
