"""Our figures for the papers' tables: one function per kind of table, from a table to rows of numbers.

A row may also be a sentence: why it could not be measured.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import numpy as np

import pagerows
from pagerows import registry
from pagerows.errors import CorpusError, PagerowsError, RenderError
from pagerows.lab.bench.corpora import Dataset, Gold, corpora_folder, load
from pagerows.lab.bench.floors import sampled
from pagerows.lab.bench.measures import measure, ratios
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.snapshots import rendered
from pagerows.lab.bench.tasks import MethodSpec
from pagerows.lab.papers.filtering import averages, experiment
from pagerows.lab.papers.main_regions import verdicts
from pagerows.lab.papers.published import PublishedTable, figure
from pagerows.lab.papers.visual_tables import TABLES
from pagerows.lab.speed import methods as speed
from pagerows.page import Page
from pagerows.regions.signal.spectrum import FullSpectrum, LazySpectrum, prepared
from pagerows.values import Region

__all__ = ["SIDES", "Bench", "Ours", "Side", "compute", "spectrum_saving"]

Found = TypeVar("Found")
#: A row of ours: a number per column (None: not measured), or why there is none.
Ours = Mapping[str, "Sequence[float | None] | str"]
#: Runs a method on a dataset.
Runner = Callable[[Dataset, MethodSpec], list[PageResult]]


@dataclass
class Bench:
    """What experiments draw on: corpora, the authors' labelled regions, and a way to run methods."""

    run: Runner
    corpus: str | Path | None = None
    #: Pages per dataset; 0: all.
    pages: int = 0
    regions: Path | None = None
    repeats: int = 3
    #: Where rendered pages are kept; None: nowhere.
    snapshots: Path | None = None
    #: Without what needs a browser.
    static: bool = False
    _datasets: dict[str, Dataset] = field(default_factory=dict)
    _found: dict[tuple[object, ...], Any] = field(default_factory=dict)

    def once(self, key: tuple[object, ...], find: Callable[[], Found]) -> Found:
        """What several tables ask for, found once."""
        if key not in self._found:
            self._found[key] = find()
        found: Found = self._found[key]
        return found

    def dataset(self, name: str) -> Dataset:
        """A dataset, or the part of it that was asked for."""
        if name not in self._datasets:
            found = load(corpora_folder(self.corpus), name)
            self._datasets[name] = sampled(found, self.pages) if self.pages else found
        return self._datasets[name]

    def results(self, method: str, dataset: str) -> list[PageResult]:
        """A method's results on a dataset."""
        spec = MethodSpec.read(method)
        return self.run(self.dataset(dataset), spec)

    def sources(self, name: str) -> Iterator[tuple[Gold, Path]]:
        """The pages of a dataset."""
        dataset = self.dataset(name)
        return ((gold, dataset.path(gold)) for gold in dataset.pages if dataset.path(gold).is_file())

    def rendered(self, *names: str) -> Iterator[tuple[Gold, Page]]:
        """The pages of datasets as Chromium shows them; those that it cannot show are left out."""
        if self.static:
            raise RenderError("needs a browser: left out")
        for dataset in map(self.dataset, names):
            for gold in dataset.pages:
                if dataset.path(gold).is_file():
                    with suppress(RenderError):
                        yield gold, rendered(dataset.path(gold), dataset.encoding(gold), self.snapshots)

    def verdicts(self, method: str, dataset: str) -> list[tuple[Gold, bool]]:
        """Whether a method's main data region is right, page by page."""
        spec = MethodSpec.read(method)
        return self.once(("verdicts", method, dataset), lambda: list(verdicts(self.rendered(dataset), spec)))

    def labelled(self) -> Path:
        """The authors' 533 labelled regions."""
        folder = Path(self.corpus or ".") if self.regions else corpora_folder(self.corpus)
        tried = [self.regions] if self.regions else [folder / _LABELLED, folder.parent / "shared/corpora" / _LABELLED]
        for path in tried:
            if path.is_file():
                return path
        raise CorpusError(f"no {_LABELLED} (the labelled regions of [V20]): name it with --regions")


_LABELLED: Final = "regions533.svmlight"


Side = Literal["paper", "ours"]
SIDES: Final[tuple[Side, Side]] = ("paper", "ours")


def compute(table: PublishedTable, bench: Bench, side: Side = "ours") -> Ours:
    """Measure a table with the paper's settings or with ours; where something is missing, its rows say what."""
    rows = [replace(row, method=row.paper if side == "paper" else row.method) for row in table.rows]
    chosen = replace(table, rows=tuple(rows), ours=table.paper if side == "paper" else table.ours)
    if table.compute in _BY_ROW and not any(row.method for row in chosen.rows) and not any(chosen.ours):
        return {}
    if table.compute not in _BY_ROW and (side == "ours") != (table.compute in _OURS):
        return {}
    try:
        return _EXPERIMENTS[table.compute](chosen, bench)
    except PagerowsError as error:
        return {row.label: str(error) for row in table.rows}


def _each(table: PublishedTable, of_row: Callable[[str, Sequence[str], Sequence[str]], Sequence[float | None]]) -> Ours:
    """Measure row by row, so that a method which is not there costs its own row only."""
    found: dict[str, Sequence[float | None] | str] = {}
    for row in table.rows:
        if not row.method:
            continue
        try:
            found[row.label] = of_row(row.method, row.datasets, row.figures)
        except PagerowsError as error:
            found[row.label] = str(error)
    return found


def _records(table: PublishedTable, bench: Bench) -> Ours:
    def of_row(method: str, datasets: Sequence[str], figures: Sequence[str]) -> Sequence[float | None]:
        found = [result for dataset in datasets for result in bench.results(method, dataset)]
        return [figure(found, path) for path in figures]

    return _each(table, of_row)


def _by_group(table: PublishedTable, bench: Bench) -> Ours:
    """Rows are groups of pages, columns the figures of each system."""
    found: dict[str, Sequence[float | None] | str] = {}
    results = {
        (method, dataset): bench.results(method, dataset)
        for method in table.ours
        if method
        for dataset in {name for row in table.rows for name in row.datasets}
    }
    for row in table.rows:
        if not row.datasets:
            continue
        found[row.label] = [
            figure([r for d in row.datasets for r in results[method, d] if row.chooses(r.page, r.category)], path)
            if method
            else None
            for method in table.ours
            for path in table.figures
        ]
    return found


def _region_counts(table: PublishedTable, bench: Bench) -> Ours:
    """[F17 Tables 6 and 8]: pages of each domain, and those whose main data region is wrong."""
    datasets = list(dict.fromkeys(name for row in table.rows for name in row.datasets))
    right = {name: bench.verdicts(table.ours[0], name) for name in datasets}
    found: dict[str, Sequence[float | None] | str] = {}
    for row in (row for row in table.rows if row.datasets):
        chosen = {name: [ok for gold, ok in right[name] if row.chooses(gold.page, gold.category)] for name in datasets}
        counts = [chosen[name] if name in row.datasets and chosen[name] else None for name in datasets]
        found[row.label] = [
            None if own is None else value for own in counts for value in (len(own or []), (own or []).count(False))
        ]
    return found


def _region_precision(table: PublishedTable, bench: Bench) -> Ours:
    """[F17 Table 9]: the share of pages whose main data region is right."""
    found: dict[str, Sequence[float | None]] = {}
    for row in (row for row in table.rows if row.method):
        pages = [pair for name in row.datasets for pair in bench.verdicts(row.method, name)]
        right = [ok for gold, ok in pages if row.chooses(gold.page, gold.category)]
        found[row.label] = [100 * sum(right) / len(right) if right else None]
    return found


def _switches(table: PublishedTable, bench: Bench) -> Ours:
    """[F17 Table 14]: F1 of records and attributes on both sets; the first has no gold for attributes."""

    def of_row(method: str, datasets: Sequence[str], figures: Sequence[str]) -> Sequence[float | None]:
        del figures
        first, second = (bench.results(method, dataset) for dataset in datasets)
        return [figure(first, "titles.F1"), None, figure(second, "records.F1"), figure(second, "items.F1")]

    return _each(table, of_row)


def _content_regions(table: PublishedTable, bench: Bench) -> Ours:
    """[V20 Table 6]: of the regions marked as content those that hold the list, and of the lists those marked.

    A fourth column is the share of the pages without records on which some region is marked.
    """

    def of_row(method: str, datasets: Sequence[str], figures: Sequence[str]) -> Sequence[float | None]:
        del figures
        spec = MethodSpec.read(method)
        right = marked = lists = alarms = without = 0
        for gold, path in (pair for name in datasets for pair in bench.sources(name)):
            regions = pagerows.extract(path.read_bytes(), method=spec.name, **spec.params).regions
            content = [region for region in regions if region.content is not False]
            holds = [_holds_list(region, gold) for region in content]
            marked += len(content)
            right += sum(holds)
            lists += max(sum(holds), any(_holds_list(region, gold) for region in regions))
            without += not gold.has_records
            alarms += bool(content) and not gold.has_records
        scores = [100 * value for value in ratios(right, marked, lists)]
        return scores if len(table.columns) == 3 else [*scores, 100 * alarms / without if without else None]

    return _each(table, of_row)


def _holds_list(region: Region, gold: Gold) -> bool:
    if gold.kind != "anchors" or len(region) < max(2, gold.count // 4):
        return False
    return measure(gold, region.table.rows)["titles"] >= gold.count / 2


def _tps_filter(table: PublishedTable, bench: Bench) -> Ours:
    """[VD13 Table I]: what the filter keeps, prunes, and spares MDR."""
    pruner: registry.Filter = registry.part("prune", "tps")
    (params,) = registry.make_params([pruner.params], {}, "paper")
    lines = list(experiment(bench.dataset("tpsf"), pruner, params, preset="paper"))
    if not lines:
        return {}
    present, gone, noise = averages(lines)
    found: dict[str, Sequence[float | None]] = {
        table.rows[0].label: [None, None, gone, present, None, None, None, None, noise]
    }
    of_site = {line.page: line for line in lines}
    for row in table.rows:
        if line := of_site.get(row.label.partition(".")[0]):
            present, gone, noise = averages([line])
            counts = (line.total, line.target, line.total_left, line.target_left)
            found[row.label] = [line.nodes, line.left, gone, present, *counts, noise]
    return found


def _importance(table: PublishedTable, bench: Bench) -> Ours:
    from pagerows.lab.train import study

    del table
    return study.importance(study.load_regions(bench.labelled()))


def _correlations(table: PublishedTable, bench: Bench) -> Ours:
    from pagerows.lab.train import study

    matrix = study.correlations(study.load_regions(bench.labelled()))
    at = {name: n for n, name in enumerate(study.SIX)}
    return {
        row.label: [
            None if value is None else float(matrix[at[row.label], at[column]])
            for column, value in zip(table.columns, row.published, strict=True)
        ]
        for row in table.rows
    }


def _moments(table: PublishedTable, bench: Bench) -> Ours:
    from pagerows.lab.train import study

    regions = study.load_regions(bench.labelled())
    found = {which: study.moments(regions, which) for which in ("all", "content", "noise")}
    return {row.label: found[row.label.split()[0]][row.label.split()[1]] for row in table.rows}


def _models(*, structured: bool) -> Callable[[PublishedTable, Bench], Ours]:
    def models(table: PublishedTable, bench: Bench) -> Ours:
        from pagerows.lab.train import study

        regions = study.load_regions(bench.labelled())
        regions = regions.structured() if structured else regions
        found: dict[str, Sequence[float | None] | str] = {}
        for row in table.rows:
            name, _, every = row.label.partition(", ")
            features = regions.columns(study.SIX if every else study.features_of(name))
            got = study.evaluate(study.model(name), features, regions.content, repeats=bench.repeats)
            found[row.label] = [got.precision, got.recall, got.accuracy, got.f_score, got.spread]
        return found

    return models


def _subsets(table: PublishedTable, bench: Bench) -> Ours:
    from pagerows.lab.train import study

    regions = study.load_regions(bench.labelled())
    found: dict[str, Sequence[float | None] | str] = {}
    for row in table.rows:
        if row.label in {"EXT", "GB"}:
            found[row.label] = "takes long: pagerows content study"
            continue
        best, _ = study.best_subsets(regions, row.label, most=1)[0]
        found[row.label] = [float(name in best) for name in table.columns]
    return found


def _rendering(table: PublishedTable, bench: Bench) -> Ours:
    """[V20 Table 16]: the same method on rendered and on parsed pages."""
    from pagerows.page.rendered import render

    del table
    pages = [path for _, path in bench.sources("tpsf")][:15]
    took: dict[str, list[float]] = {"rendered": [], "parsed only": []}
    nodes: dict[str, list[int]] = {"rendered": [], "parsed only": []}
    for path in pages:
        for name in took:
            start = time.perf_counter()
            page = render(path) if name == "rendered" else pagerows.parse(path)
            _ = pagerows.extract(page, method="signal").table
            took[name].append(time.perf_counter() - start)
            nodes[name].append(len(page.nodes))
    return {name: [1000 * statistics.fmean(took[name]), statistics.fmean(nodes[name])] for name in took}


def _dataset_sizes(table: PublishedTable, bench: Bench) -> Ours:
    labels = bench.labelled().read_text(encoding="utf-8").split("\n")
    content = sum(line.startswith(("1", "+1")) for line in labels)
    noise = sum(line.startswith("-1") for line in labels)
    structured = sum(gold.has_records for gold in bench.dataset("tpsf").pages)
    unstructured = len(bench.dataset("unstructured").pages)
    values = (content, noise, structured, unstructured)
    return {row.label: [float(value)] for row, value in zip(table.rows, values, strict=True)}


def _lazy_saving(table: PublishedTable, bench: Bench) -> Ours:
    """Time saved by the lazy spectrum: in a whole run on pages, and in the spectrum alone by size of the signal."""
    pages = [path.read_bytes() for _, path in bench.sources("tpsf")][:20]
    specs = [MethodSpec("signal", {"preset": "paper", "spectrum": kind}) for kind in ("full", "lazy")]
    full, lazy = speed.measure(pages, specs, rounds=3)[-2:]
    whole = 100 * (1 - lazy.seconds / full.seconds)
    sizes = {row.label: int(row.label.split()[-2].replace(",", "")) for row in table.rows if "symbols" in row.label}
    found = {row.label: [spectrum_saving(sizes[row.label]) if row.label in sizes else whole] for row in table.rows}
    fit = 100 * _linear_fit(pages)
    return {label: [fit] if "R2" in label else values for label, values in found.items()}


def _linear_fit(pages: Sequence[bytes]) -> float:
    """R2 of the time of `signal` with the lazy spectrum against the number of nodes [V20 Fig. 15, VD20 Fig. 7]."""
    nodes = [len(pagerows.parse(page).nodes) for page in pages]
    calls = [partial(pagerows.extract, page, method="signal", preset="paper", spectrum="lazy") for page in pages]
    return float(np.corrcoef(nodes, speed.interleaved(calls, 3))[0, 1] ** 2)


def spectrum_saving(size: int, records: int = 20, rounds: int = 20) -> float:
    """The share of time, in per cent, that five coefficients of a signal take less than all of them by FFT."""
    codes = np.resize(np.random.default_rng(0).integers(0, 30, max(1, size // records)), size).astype(np.int32)
    signal, around = prepared(codes), np.arange(records - 2, records + 3)
    full, lazy = speed.interleaved(
        [lambda: FullSpectrum(signal).standard(around), lambda: LazySpectrum(signal).standard(around)], rounds
    )
    return 100 * (1 - lazy / full)


#: Experiments that look at the rows' methods, and those that have no setting of a paper.
_BY_ROW: Final = frozenset(
    {"records", "by_group", "region_counts", "region_precision", "switches", "content_regions", "by_layout"}
)
_OURS: Final = frozenset({"rendering"})

_EXPERIMENTS: Final[dict[str, Callable[[PublishedTable, Bench], Ours]]] = {
    "records": _records,
    "by_group": _by_group,
    "region_counts": _region_counts,
    "region_precision": _region_precision,
    "switches": _switches,
    "content_regions": _content_regions,
    "tps_filter": _tps_filter,
    "importance": _importance,
    "correlations": _correlations,
    "moments": _moments,
    "models_structured": _models(structured=True),
    "models_all": _models(structured=False),
    "subsets": _subsets,
    "rendering": _rendering,
    "dataset_sizes": _dataset_sizes,
    "lazy_saving": _lazy_saving,
    **TABLES,
}
