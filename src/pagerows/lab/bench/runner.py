"""Tasks over worker processes that can be killed: a page that hangs or crashes costs itself, never the run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pagerows.lab.bench.corpora import Dataset
from pagerows.lab.bench.results import PageResult
from pagerows.lab.bench.tasks import MethodSpec, Task, failed, run_task
from pagerows.workers import Limits, run_tasks

__all__ = ["execute", "tasks"]


def tasks(
    datasets: Sequence[Dataset],
    methods: Sequence[MethodSpec],
    *,
    best_region: bool = False,
    outputs: Path | None = None,
    snapshots: Path | None = None,
) -> list[Task]:
    """Return every page with every method; methods of one page follow each other, so noise hits them alike."""
    return [
        Task(
            method=method,
            dataset=dataset.name,
            gold=gold,
            path=dataset.path(gold),
            encoding=dataset.encoding(gold),
            best_region=best_region,
            output=outputs / method.label / dataset.name / f"{gold.page}.json" if outputs else None,
            snapshots=snapshots,
        )
        for dataset in datasets
        for gold in dataset.pages
        for method in methods
    ]


def execute(todo: Iterable[Task], *, jobs: int = 1, timeout: float = 60.0) -> Iterator[PageResult]:
    """Run tasks in `jobs` processes and yield their results in order.

    A task that takes longer than `timeout` seconds, or whose process dies, yields a result with that error.
    """
    for outcome in run_tasks(run_task, todo, jobs=jobs, limits=Limits(seconds=timeout)):
        yield outcome.result or failed(outcome.task, outcome.error or "no answer", outcome.seconds)
