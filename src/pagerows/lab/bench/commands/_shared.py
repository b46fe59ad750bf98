"""Arguments and steps that several actions share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pagerows import registry
from pagerows.errors import MissingExtra
from pagerows.lab.bench.corpora import Dataset, load_all
from pagerows.lab.bench.results import PageResult, Partial, Run, code_digest, now
from pagerows.lab.bench.runner import execute, tasks
from pagerows.lab.bench.tasks import MethodSpec
from pagerows.pipeline import DEFAULT_METHOD

if TYPE_CHECKING:
    from rich.console import Console  # imported when something is printed: every command pays for what loads here

__all__ = ["add_corpus", "add_jobs", "console", "datasets", "methods", "run_all"]


def console(*, stderr: bool = False) -> Console:
    """A console that does not squeeze tables into 80 columns where the output is a file."""
    from rich.console import Console

    terminal = Console(stderr=stderr)
    return terminal if terminal.is_terminal or os.environ.get("COLUMNS") else Console(stderr=stderr, width=190)


def add_corpus(parser: argparse.ArgumentParser) -> None:
    """Which pages."""
    parser.add_argument("--corpus", metavar="DIR", help="datasets (default: $PAGEROWS_CORPORA or ../.corpora)")
    parser.add_argument("--dataset", action="append", metavar="D", help="only this dataset; may be repeated")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """How to run."""
    parser.add_argument("--jobs", type=_positive, default=min(2, os.cpu_count() or 1), metavar="N", help="processes")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="S", help="seconds per page (default: 60)")


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return number


def datasets(arguments: argparse.Namespace) -> list[Dataset]:
    """The datasets that the arguments name."""
    return load_all(arguments.corpus, arguments.dataset)


def methods(named: Sequence[str] | None) -> list[MethodSpec]:
    """The methods that the arguments name; "all" is every method, "static" every one that needs no browser."""
    specs = []
    for name in named or [DEFAULT_METHOD]:
        if name in {"all", "static"}:
            there = [registry.method(found) for found in registry.names("regions")]
            specs += [MethodSpec(method.name) for method in there if name == "all" or not method.needs_render]
        else:
            specs.append(MethodSpec.read(name))
    return list({spec.label: spec for spec in specs}.values())


def run_all(
    chosen: Sequence[Dataset],
    specs: Sequence[MethodSpec],
    *,
    jobs: int,
    timeout: float,
    save: Path | None = None,
    best_region: bool = False,
    outputs: Path | None = None,
    snapshots: Path | None = None,
    fresh: bool = False,
) -> Run:
    """Run methods over datasets with a progress bar; with `save` an interrupted run is taken up again."""
    if find_spec("scipy") is None:  # the workers import it: here it would cost a second
        raise MissingExtra("the bench", "bench")
    todo = tasks(chosen, specs, best_region=best_region, outputs=outputs, snapshots=snapshots)
    partial = Partial(save, chosen, timeout) if save else None
    if partial and fresh:
        partial.done()
    wanted = {(task.method.label, task.dataset, task.gold.page) for task in todo}
    have = {result.key: result for result in (partial.resume() if partial else []) if result.key in wanted}
    if have:
        console(stderr=True).print(f"taking up an interrupted run: {len(have)} of {len(todo)} pages are done")
    left = [task for task in todo if (task.method.label, task.dataset, task.gold.page) not in have]
    for result in _with_progress(execute(left, jobs=jobs, timeout=timeout), len(left)):
        have[result.key] = result
        if partial:
            partial.add(result)
    run = Run(
        results=[have[task.method.label, task.dataset, task.gold.page] for task in todo],
        methods={spec.label: {"method": spec.name, "params": spec.params} for spec in specs},
        datasets={d.name: {"digest": d.digest(), "pages": len(d.pages), "problems": list(d.problems)} for d in chosen},
        code=code_digest(),
        created=now(),
        timeout=timeout,
    )
    if save and partial:
        run.save(save)
        partial.done()
    return run


def _with_progress(results: Iterator[PageResult], total: int) -> Iterator[PageResult]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task("pages", total=total)
        for result in results:
            progress.update(bar, advance=1, description=f"{result.method} {result.dataset}"[:40])
            yield result
