"""The tables and figures of [E17] that are not about records: from a table to rows of numbers, as in `experiments`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from pagerows.lab.bench.corpora import Gold
from pagerows.lab.papers import visual
from pagerows.lab.papers.golden import Golden
from pagerows.lab.papers.published import PublishedTable
from pagerows.page import Page

if TYPE_CHECKING:
    from pagerows.lab.papers.experiments import Bench

__all__ = ["TABLES"]

Rows = Mapping[str, Sequence[float | None] | str]

#: Pages with records that were rendered with their style sheets, and those that have none.
DATASETS: Final = ("estuka2017", "tbdw")


def _with_records(bench: Bench) -> Iterator[tuple[Gold, Page]]:
    return (pair for pair in bench.rendered(*DATASETS) if pair[0].has_records)


def _pairs(bench: Bench) -> list[visual.Pairs]:
    return bench.once(("pairs",), lambda: visual.drawn(_with_records(bench)))


def _rank_test(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 Table 3]: the Wilcoxon rank sum test, as the power of ten of its p."""
    from scipy import stats

    found = _pairs(bench)
    p = [float(stats.ranksums(pairs.alike, pairs.different).pvalue) for pairs in found]
    return {table.rows[0].label: [float(np.log10(max(value, 1e-300))) for value in p]}


def _effect_sizes(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 Table 4]."""
    found = _pairs(bench)
    measures = (visual.cohen, visual.cliff)
    return {row.label: [of(pairs) for pairs in found] for row, of in zip(table.rows, measures, strict=True)}


def _quartiles(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 Fig. 9]: what the box plots show, over all volunteers."""
    found = _pairs(bench)
    groups = [np.concatenate([pairs[n] for pairs in found]) for n in (0, 1)]
    shown = [np.percentile(group, [0, 25, 50, 75, 100]).tolist() for group in groups]
    return {row.label: values for row, values in zip(table.rows, shown, strict=True)}


def _thresholds(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 Fig. 10-11]: counts and rates by the threshold of EST that a row names."""
    found = _pairs(bench)
    rates = {row.label: visual.counted(found, float(row.label)) for row in table.rows}
    return {label: [*map(float, rate), *rate.figures] for label, rate in rates.items()}


def _region_share(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 Fig. 12]: the data region by the share of the page that a row names, pages without records included."""
    shares = [float(row.label) for row in table.rows]
    pages = list(visual.located(bench.rendered(*DATASETS, "unstructured"), "gestalt", shares))
    rows: dict[str, Sequence[float | None]] = {}
    for row, found in zip(table.rows, zip(*pages, strict=True), strict=True):
        rates = visual.Rates(
            tp=sum(page.right for page in found),
            tn=sum(not page.found and not page.has_records for page in found),
            fp=sum(page.found and not page.right for page in found),
            fn=sum(not page.found and page.has_records for page in found),
        )
        accuracy, precision, negative, recall, _ = rates.figures
        rows[row.label] = [recall, precision, negative, accuracy]
    return rows


def _regions_missed(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 s. 6.4]: the share of pages whose data region does not hold the records, a column for each dataset."""
    rows: dict[str, Sequence[float | None]] = {}
    for row, system in zip(table.rows, visual.SYSTEMS, strict=True):
        found = [[page.holds for (page,) in visual.located(bench.rendered(name), system, [0.2])] for name in DATASETS]
        rows[row.label] = [100 * (1 - sum(held) / len(held)) if held else None for held in found]
    return rows


def _by_layout(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 s. 1.3, 6.4]: the share of records found by how they are laid out, for each system on each dataset."""
    layouts = {
        name: {gold.page: Golden(page.nodes, gold).layout for gold, page in bench.rendered(name) if gold.has_records}
        for name in DATASETS
    }
    rows: dict[str, list[float | None]] = {row.label: [] for row in table.rows}
    for method in table.ours:
        for name, correct in zip(DATASETS, ("correct", "half"), strict=True):
            results = bench.results(method, name) if method else []
            for label, row in rows.items():
                of_layout = [r.counts for r in results if layouts[name].get(r.page) == label]
                total = sum(counts["gold"] for counts in of_layout)
                row.append(100 * sum(counts[correct] for counts in of_layout) / total if total else None)
    return rows


def _statistics(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 Table 6]: what the datasets hold, a column for each."""
    columns = [_statistics_of([gold for gold in bench.dataset(name).pages if gold.has_records]) for name in DATASETS]
    return {row.label: list(figures) for row, figures in zip(table.rows, zip(*columns, strict=True), strict=True)}


def _statistics_of(pages: Sequence[Gold]) -> list[float]:
    records = [len(gold.records) for gold in pages]
    items = [sum(bool(item) for item in record) for gold in pages for record in gold.records]
    counts = [(len(numbers), sum(numbers), min(numbers), max(numbers)) for numbers in (records, items)]
    (count, total, least, most), (_, all_items, fewest, widest) = counts
    sites = float(len({gold.site for gold in pages}))
    averages = (total / count, all_items / max(1, total))
    return [sites, count, total, least, most, averages[0], all_items, fewest, widest, averages[1]]


def _block_tree(table: PublishedTable, bench: Bench) -> Rows:
    """[E17 s. 5.1]: records with one block of their own, and nodes that the block tree saves."""
    own = records = 0
    saved = []
    for gold, page in bench.rendered(DATASETS[0]):
        golden, tree = Golden(page.nodes, gold), visual.blocks_of(page)
        own += visual.one_block(tree, golden)
        records += len(golden.records)
        saved.append(1 - tree.attached().sum() / len(page.nodes))
    figures = (100 * own / max(1, records), 100 * float(np.mean(saved)))
    return {row.label: [value] for row, value in zip(table.rows, figures, strict=True)}


#: By the name in `published.toml`.
TABLES: Final = {
    "rank_test": _rank_test,
    "effect_sizes": _effect_sizes,
    "quartiles": _quartiles,
    "thresholds": _thresholds,
    "region_share": _region_share,
    "regions_missed": _regions_missed,
    "by_layout": _by_layout,
    "statistics": _statistics,
    "block_tree": _block_tree,
}
