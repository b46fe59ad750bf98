"""Fail if a method has fallen below what it reached before (bench/floors.toml).

Floors rise with --raise (or --raise --method M for a method that has none yet) and fall only with --lower REASON.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pagerows.errors import ParameterError
from pagerows.lab.bench import floors
from pagerows.lab.bench.commands import _shared
from pagerows.lab.bench.corpora import Dataset
from pagerows.lab.bench.results import Run, merged

if TYPE_CHECKING:
    from rich.console import Console

HELP = "fail if a figure has fallen below its floor"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which pages, and whether floors may move."""
    _shared.add_corpus(parser)
    parser.add_argument("--method", action="append", metavar="M", help="only this method (default: all with floors)")
    parser.add_argument("--sample", action="store_true", help=f"only {floors.SAMPLE_PAGES} fixed pages per dataset")
    parser.add_argument("--floors", type=Path, default=floors.PATH, metavar="FILE", help=f"default: {floors.PATH}")
    parser.add_argument("--raise", action="store_true", dest="rise", help="raise floors to what is measured now")
    parser.add_argument("--lower", metavar="REASON", help="lower floors too; the reason is kept in the file")
    parser.add_argument(
        "--run", type=Path, metavar="RUN.json", dest="saved", help="take these results, measure nothing"
    )
    _shared.add_jobs(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure, compare, and move floors where told to."""
    from pagerows.lab.bench import show

    if arguments.lower is not None and not arguments.lower.strip():
        raise ParameterError("--lower needs a reason: it is kept beside the floor")
    scope = "sample" if arguments.sample else "all"
    pinned = floors.Floors.load(arguments.floors)
    methods = arguments.method or pinned.methods(scope)
    screen = _shared.console()
    if not methods:
        raise ParameterError(f"no floors for {scope!r} in {arguments.floors}; set some with --raise --method M")
    moving = arguments.rise or arguments.lower is not None
    chosen = [data for data in _shared.datasets(arguments) if moving or _comparable(pinned, data, screen)]
    if not chosen:
        screen.print("gate: nothing was compared: no dataset here is the one that the floors are about", style="red")
        return 1
    pages = [floors.sampled(dataset) if arguments.sample else dataset for dataset in chosen]
    if arguments.saved:
        found = _part(Run.load(arguments.saved), pages, methods)
    else:
        found = _measured(
            pages, {p.name: methods if moving else pinned.methods(scope, p.name) for p in pages}, arguments
        )
    if not found.results:
        raise ParameterError(f"nothing to compare: no floors of {', '.join(methods)} on these datasets")
    screen.print(show.run_table(found))
    show.failures(found, screen)
    broken = pinned.check(found, scope)
    if moving:
        date = datetime.now(UTC).date().isoformat()
        pinned.updated(found, scope, arguments.lower or "", date).save(arguments.floors)
        screen.print(f"gate: floors of {len(found.methods)} methods are in {arguments.floors}", highlight=False)
        broken = [] if arguments.lower else broken
    for line in broken:
        screen.print(f"gate: {line}", style="red", highlight=False, markup=False)
    if not broken:
        screen.print("gate: passed: no figure is below its floor", style="green")
    return 1 if broken else 0


def _measured(pages: list[Dataset], methods: dict[str, list[str]], arguments: argparse.Namespace) -> Run:
    """Run on each dataset the methods that have floors there, or those that were named."""
    runs = []
    for dataset in pages:
        named = [name for name in methods[dataset.name] if not arguments.method or name in arguments.method]
        if named:
            specs = _shared.methods(named)
            runs.append(_shared.run_all([dataset], specs, jobs=arguments.jobs, timeout=arguments.timeout))
    return merged(runs) if runs else Run(results=[], methods={}, datasets={})


def _part(run: Run, pages: list[Dataset], methods: list[str]) -> Run:
    """What a saved run has of some pages and methods; a run over other pages or gold is no use."""
    same = [dataset for dataset in pages if run.datasets.get(dataset.name, {}).get("digest") == dataset.digest()]
    wanted = {(dataset.name, gold.page) for dataset in same for gold in dataset.pages}
    return Run(
        results=[r for r in run.results if r.method in methods and (r.dataset, r.page) in wanted],
        methods={label: about for label, about in run.methods.items() if label in methods},
        datasets={dataset.name: run.datasets[dataset.name] for dataset in same},
    )


def _comparable(pinned: floors.Floors, dataset: Dataset, screen: Console) -> bool:
    if pinned.same_corpus(dataset):
        return True
    line = f"gate: {dataset.name} is not the dataset that the floors were measured on: left out"
    screen.print(line, style="yellow", highlight=False)
    return False
