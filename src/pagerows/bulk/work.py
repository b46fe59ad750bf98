"""Shards -> parts: every page in a worker of its own process, every shard one file, written whole and renamed.

This is the one function that all engines run, over many shards or over one. It knows the output folder, but no
manifest: what it gives of each shard is for the manifest of whoever called it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from pagerows.arrow import RecordRow, page_records
from pagerows.bulk.inputs import Shard
from pagerows.bulk.pages import ArchivedPage, Reading
from pagerows.bulk.parts import FORMATS, Part, part_name, read_part
from pagerows.bulk.plan import Plan
from pagerows.bulk.readers import pages_of
from pagerows.bulk.summary import Summary
from pagerows.export._files import Discarded, replacing
from pagerows.workers import Outcome, run_tasks

__all__ = ["Done", "Job", "do_shards"]

#: Damaged places that a manifest names one by one, of each shard.
MOST_DAMAGED: Final = 1000
#: A page on which a worker loads models and modules, so that the first page does not pay for them with its time.
SMALL: Final = "<ul>" + "".join(f"<li><a href=/{n}>Thing {n}</a> <b>{n}.50 €</b></li>" for n in range(6)) + "</ul>"


@dataclass(frozen=True, slots=True)
class Job:
    """A shard to do."""

    shard: Shard
    #: Its bytes, by which progress is told and the largest are begun first.
    size: int = 0
    #: What a manifest says of it.
    known: dict[str, Any] | None = None
    #: Try its failed pages again.
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a shard."""

    shard: Shard
    #: What the manifest is to say of it; None where it is as the manifest has it, or could not be read.
    entry: dict[str, Any] | None = None


class _Task(NamedTuple):
    """A page and the number of its shard."""

    shard: int
    page: ArchivedPage


class PackedPage(NamedTuple):
    """A page as its part takes it, with what is counted."""

    data: Any
    records: int
    error: str | None


@dataclass(slots=True)
class _Work:
    """A shard while it is worked on."""

    job: Job
    part: Path
    reading: Reading = field(default_factory=Reading)
    digest: str = ""
    #: The part of an earlier run holds it all.
    earlier: bool = False
    #: Offsets of the pages that are tried again, all others are kept; None: all pages are read.
    again: frozenset[int] | None = None


def do_shards(
    jobs: Sequence[Job], folder: Path, plan: Plan, *, workers: int, summary: Summary, tell: Callable[[], None]
) -> Iterator[Done]:
    """Do shards one after another, their pages side by side; yield what became of each, in their order.

    `summary` is counted up as pages are done, and `tell` called then. Pages of the next shard are read while the last
    ones of a shard are still out.
    """
    works = [_Work(job, part_name(folder, job.shard.name, plan.format)) for job in jobs]
    outcomes = run_tasks(
        partial(_packed_page, dict(plan.options), plan.every, plan.format),
        _tasks(works, plan),
        jobs=workers,
        limits=plan.limits,
        ahead=True,
        quick_start=True,
        warm_up=partial(page_records, SMALL, method=plan.method),
    )
    stream = _Stream(outcomes)
    before = summary.size_done
    for number, work in enumerate(works):
        stream.begin(number)
        done = _Shard(work, plan, summary, tell, before).do(stream) if stream.has_pages or not work.earlier else None
        if done is None:
            summary.earlier += 1
            summary.size_earlier += work.job.size
        else:
            before += work.job.size
        summary.size_done = before
        yield done or Done(work.job.shard)


def _tasks(works: list[_Work], plan: Plan) -> Iterator[_Task]:
    """The pages of all shards that are to be read."""
    for number, work in enumerate(works):
        try:
            _prepare(work, plan)
        except OSError as error:
            work.reading.error = error.strerror or str(error)
        if work.earlier or work.reading.error is not None:
            continue
        for page in pages_of(work.job.shard, plan.columns, work.reading):
            if refused := plan.selection.refuses(page):
                work.reading.left_out[refused] += 1
            elif work.again is None or page.offset in work.again:
                yield _Task(number, page)


def _prepare(work: _Work, plan: Plan) -> None:
    """Find out how much of a shard is to be done."""
    work.digest = work.job.shard.digest()
    known = work.job.known
    if known is None or known["sha256"] != work.digest:
        return
    if not work.part.is_file() or work.part.stat().st_size != known["bytes"]:
        return
    if work.job.retry and known["failed"]:
        pages = read_part(work.part, plan.format)
        work.again = frozenset(offset for _, offset, rows in pages if rows[0].error is not None)
    else:
        work.earlier = True


class _Stream:
    """The outcomes of all shards, to be taken shard by shard."""

    def __init__(self, outcomes: Iterator[Outcome[_Task, PackedPage]]) -> None:
        self._outcomes = outcomes
        self._next: Outcome[_Task, PackedPage] | None = None
        self._number = -1

    def begin(self, number: int) -> None:
        """Go on to a shard: wait for its first page, or for the first of a later one, which says that it has none."""
        if self._number < 0:
            self._next = next(self._outcomes, None)
        self._number = number

    @property
    def has_pages(self) -> bool:
        """Whether there is one more page of this shard."""
        return self._next is not None and self._next.task.shard == self._number

    @property
    def offset(self) -> int | None:
        """Where the next page of this shard stands; None where there is none."""
        return self._next.task.page.offset if self._next is not None and self.has_pages else None

    def take(self) -> Outcome[_Task, PackedPage]:
        """The next page of this shard."""
        taken = self._next
        assert taken is not None
        self._next = next(self._outcomes, None)
        return taken


class _Shard:
    """Writes the part of one shard."""

    def __init__(self, work: _Work, plan: Plan, summary: Summary, tell: Callable[[], None], before: float) -> None:
        self._work, self._plan, self._summary, self._tell = work, plan, summary, tell
        self._before = before
        self._counts = _Counts()

    def do(self, stream: _Stream) -> Done:
        work, reading, summary = self._work, self._work.reading, self._summary
        size = 0
        with replacing(work.part) as file:
            part = FORMATS[self._plan.format](file)
            if work.again is None:
                while stream.has_pages:
                    self._page(part, stream.take())
            else:
                self._again(part, work.again, stream)
            part.finish()
            if reading.error is not None:
                raise Discarded
            file.flush()
            size = file.tell()
        if reading.error is not None:
            summary.unread[str(work.job.shard.path)] = reading.error
            return Done(work.job.shard)
        summary.done += 1
        summary.left_out += reading.left_out
        summary.damaged += len(reading.damaged)
        return Done(work.job.shard, self._entry(size))

    def _again(self, part: Part, again: frozenset[int], stream: _Stream) -> None:
        """Keep the pages of an earlier part, but for those that were tried again."""
        for url, offset, rows in read_part(self._work.part, self._plan.format):
            if offset not in again:
                kept = _packed(self._plan.format, url, offset, rows)
                part.add(kept.data)
                self._counts.add(kept)
            while stream.offset == offset:
                self._page(part, stream.take())

    def _page(self, part: Part, outcome: Outcome[_Task, PackedPage]) -> None:
        page, packed = outcome.task.page, outcome.result
        if packed is None:
            failed = [RecordRow(method=self._plan.method, error=outcome.error)]
            packed = _packed(self._plan.format, page.url, page.offset, failed)
        part.add(packed.data)
        self._counts.add(packed)
        summary = self._summary
        summary.page(page.url, packed.records, packed.error, outcome.seconds)
        summary.size_done = self._before + self._work.reading.share * self._work.job.size
        self._tell()

    def _entry(self, size: int) -> dict[str, Any]:
        reading, limits = self._work.reading, self._plan.limits
        return {
            "input": str(self._work.job.shard.path.resolve()),
            "sha256": self._work.digest,
            "part": self._work.part.name,
            "bytes": size,
            "limits": {"seconds": limits.seconds, "memory": limits.memory},
            **self._counts.plain(),
            "left_out": dict(sorted(reading.left_out.items())),
            "damaged": len(reading.damaged),
            "damaged_at": [{"offset": offset, "reason": reason} for offset, reason in reading.damaged[:MOST_DAMAGED]],
        }


@dataclass(slots=True)
class _Counts:
    """What the pages of a shard gave: every page is in exactly one of with records, empty, failed."""

    pages: int = 0
    records: int = 0
    empty: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def add(self, page: PackedPage) -> None:
        """Count a page."""
        self.pages += 1
        self.records += page.records
        if page.error is not None:
            self.failed[page.error] += 1
        elif not page.records:
            self.empty += 1

    def plain(self) -> dict[str, Any]:
        """The counts for the manifest."""
        failed = dict(sorted(self.failed.items()))
        return {"pages": self.pages, "records": self.records, "empty": self.empty, "failed": failed}


def _packed_page(options: dict[str, Any], every: bool, format_: str, task: _Task) -> PackedPage:
    """What a worker does with a page."""
    page = task.page
    found = page_records(
        page.html, url=page.url, content_type=page.content_type, every=every, **{"now": page.at, **options}
    )
    packed = FORMATS[format_].packed_page(page.url, page.offset, found)
    return PackedPage(packed, sum(len(region.xpaths) for region in found.regions), None)


def _packed(format_: str, url: str | None, offset: int, rows: list[RecordRow]) -> PackedPage:
    first = rows[0]
    return PackedPage(
        FORMATS[format_].packed(url, offset, rows), len(rows) if first.row is not None else 0, first.error
    )
