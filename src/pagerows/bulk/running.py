"""A run over shards: every page in a worker, every shard a part, the manifest after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pagerows.arrow import RecordRow, page_rows
from pagerows.bulk.inputs import Columns, Shard, pages_of
from pagerows.bulk.manifest import Manifest, locked
from pagerows.bulk.pages import ArchivedPage, Reading, Selection
from pagerows.bulk.parts import FORMATS, Part, part_name
from pagerows.bulk.summary import Summary
from pagerows.errors import ParameterError
from pagerows.export._files import Discarded, replacing
from pagerows.pipeline import DEFAULT_METHOD
from pagerows.workers import Limits, Outcome, run_tasks

__all__ = ["Plan", "run"]

#: Damaged places that the manifest names one by one, of each shard.
MOST_DAMAGED = 1000


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is done with every page, and with how much."""

    #: Options of `pagerows.extract`.
    options: Mapping[str, Any] = field(default_factory=dict)
    #: All regions of a page, not only the best.
    every: bool = False
    selection: Selection = field(default_factory=Selection)
    columns: Columns = field(default_factory=Columns)
    format: str = "parquet"
    jobs: int = 1
    limits: Limits = field(default_factory=lambda: Limits(seconds=10.0, memory=2 * 2**30))

    def parameters(self) -> dict[str, Any]:
        """All that the output depends on, but for the limits of a page: those may be raised for another try."""
        return {
            "method": DEFAULT_METHOD,
            **self.options,
            "every": self.every,
            "format": self.format,
            "html_column": self.columns.html,
            "url_column": self.columns.url,
            **{f"only_{name}": value for name, value in self.selection.plain().items()},
        }


@dataclass(frozen=True, slots=True)
class _Task:
    """A page and the number of its shard."""

    shard: int
    page: ArchivedPage


def run(
    shards: Sequence[Shard],
    folder: Path,
    plan: Plan,
    *,
    retry_failed: bool = False,
    tell: Callable[[Summary], None] = lambda _: None,
) -> Summary:
    """Extract the records of all shards into parts; skip what the folder's manifest has. `tell` is called per page."""
    if plan.format not in FORMATS:
        raise ParameterError(f"unknown format {plan.format!r}; there are: {', '.join(FORMATS)}")
    with locked(folder):
        manifest = Manifest.of_folder(folder, plan.parameters())
        summary = Summary(shards=len(shards))
        digests = {}
        for shard in shards:
            digest = shard.digest()
            if _is_done(manifest, folder, shard, digest, plan, retry_failed):
                summary.earlier += 1
            else:
                digests[shard] = digest
        _Run(list(digests.items()), folder, plan, manifest, summary, tell).go()
    return summary


def _is_done(manifest: Manifest, folder: Path, shard: Shard, digest: str, plan: Plan, retry_failed: bool) -> bool:
    entry = manifest.shards.get(shard.name)
    if entry is None or entry["sha256"] != digest or (retry_failed and entry["failed"]):
        return False
    part = part_name(folder, shard.name, plan.format)
    return part.is_file() and part.stat().st_size == entry["bytes"]


class _Run:
    """One pass over the shards that are to be done. Pages of the next shard are read while the last of one are out."""

    def __init__(
        self,
        todo: list[tuple[Shard, str]],
        folder: Path,
        plan: Plan,
        manifest: Manifest,
        summary: Summary,
        tell: Callable[[Summary], None],
    ) -> None:
        self._todo, self._folder, self._plan = todo, folder, plan
        self._manifest, self._summary, self._tell = manifest, summary, tell
        self._readings = [Reading() for _ in todo]

    def go(self) -> None:
        """Do every shard."""
        work = partial(_rows, dict(self._plan.options), self._plan.every)
        outcomes = run_tasks(work, self._tasks(), jobs=self._plan.jobs, limits=self._plan.limits)
        waiting = next(outcomes, None)
        for number in range(len(self._todo)):
            waiting = self._shard(number, waiting, outcomes)

    def _tasks(self) -> Iterator[_Task]:
        selection = self._plan.selection
        for number, (shard, _) in enumerate(self._todo):
            reading = self._readings[number]
            for page in pages_of(shard, self._plan.columns, reading):
                if refused := selection.refuses(page):
                    reading.left_out[refused] += 1
                else:
                    yield _Task(number, page)

    def _shard(
        self, number: int, waiting: Outcome[_Task, list[RecordRow]] | None, outcomes: Iterator[Any]
    ) -> Outcome[_Task, list[RecordRow]] | None:
        """Write the part of a shard; return the first outcome of a later one, which says that this one is over."""
        shard, digest = self._todo[number]
        path = part_name(self._folder, shard.name, self._plan.format)
        counts = _Counts()
        with replacing(path) as stream:
            part = FORMATS[self._plan.format](stream)
            while waiting is not None and waiting.task.shard == number:
                self._page(part, counts, waiting)
                waiting = next(outcomes, None)
            part.finish()
            reading = self._readings[number]
            if reading.error is not None:
                raise Discarded
            stream.flush()
            size = stream.tell()
        if reading.error is not None:
            self._summary.unread[str(shard.path)] = reading.error
            return waiting
        self._manifest.shards[shard.name] = {
            "input": str(shard.path.resolve()),
            "sha256": digest,
            "part": path.name,
            "bytes": size,
            "limits": {"seconds": self._plan.limits.seconds, "memory": self._plan.limits.memory},
            **counts.plain(),
            **_told(reading),
        }
        self._manifest.save()
        self._summary.done += 1
        self._summary.left_out += reading.left_out
        self._summary.damaged += len(reading.damaged)
        return waiting

    def _page(self, part: Part, counts: _Counts, outcome: Outcome[_Task, list[RecordRow]]) -> None:
        page, summary = outcome.task.page, self._summary
        method = self._plan.options.get("method", DEFAULT_METHOD)
        rows = outcome.result or [RecordRow(method=method, error=outcome.error)]
        part.add(page.url, page.offset, rows)
        counts.add(rows)
        records = len(rows) if rows[0].row is not None else 0
        summary.pages += 1
        summary.records += records
        summary.empty += not records and outcome.error is None
        summary.failed += Counter([outcome.error] if outcome.error else [])
        summary.count(page.url, outcome.seconds, outcome.error is not None)
        self._tell(summary)


@dataclass(slots=True)
class _Counts:
    """What the pages of a shard gave: every page is in exactly one of with records, empty, failed."""

    pages: int = 0
    records: int = 0
    empty: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def add(self, rows: list[RecordRow]) -> None:
        """Count a page."""
        self.pages += 1
        if rows[0].error is not None:
            self.failed[rows[0].error] += 1
        elif rows[0].row is None:
            self.empty += 1
        else:
            self.records += len(rows)

    def plain(self) -> dict[str, Any]:
        """The counts for the manifest."""
        failed = dict(sorted(self.failed.items()))
        return {"pages": self.pages, "records": self.records, "empty": self.empty, "failed": failed}


def _told(reading: Reading) -> dict[str, Any]:
    return {
        "left_out": dict(sorted(reading.left_out.items())),
        "damaged": len(reading.damaged),
        "damaged_at": [{"offset": offset, "reason": reason} for offset, reason in reading.damaged[:MOST_DAMAGED]],
    }


def _rows(options: dict[str, Any], every: bool, task: _Task) -> list[RecordRow]:
    """What a worker does with a page."""
    page = task.page
    return page_rows(
        page.html, url=page.url, content_type=page.content_type, every=every, **{"now": page.at, **options}
    )
