"""Jobs: many pages read one after the other, with all that is needed to go on after a stop."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pagerows.serve.store.database import Database
from pagerows.serve.store.ids import new_id
from pagerows.serve.store.sheets import packed_text, unpacked_text

__all__ = ["ENDED", "Job", "JobPage", "Jobs"]

#: States that a job stays in until somebody does something.
ENDED: Final = frozenset({"stopped", "done", "failed"})
_RUNNING: Final = ("queued", "running", "stopping")
_FIELDS: Final = "id, created, kind, state, run, asked, total, message, wrapper"


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPage:
    """A page of a job: how many rows it gave, or what was wrong with it."""

    number: int
    source: str
    rows: int
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as it is now."""

    id: str
    created: float
    kind: str
    state: str
    #: The run whose table grows.
    run: str
    #: What was asked for, without the pages themselves.
    asked: dict[str, Any]
    #: How many pages there are, where that is known.
    total: int | None
    message: str | None
    wrapper: str | None
    pages: tuple[JobPage, ...] = ()

    @property
    def done(self) -> int:
        """Pages that were read or failed."""
        return len(self.pages)

    @property
    def rows(self) -> int:
        """Rows so far."""
        return sum(page.rows for page in self.pages)

    @property
    def problems(self) -> list[JobPage]:
        """Pages that could not be read."""
        return [page for page in self.pages if page.problem is not None]


class Jobs:
    """The jobs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        *,
        kind: str,
        run: str,
        asked: Mapping[str, Any],
        sources: Sequence[bytes] = (),
        total: int | None = None,
        wrapper: str | None = None,
    ) -> str:
        """Keep a job that is to be done; `sources` are its pages or their addresses."""
        job = new_id("j")
        with self._database.transaction() as do:
            do(
                f"INSERT INTO pagerows_jobs ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                job,
                time.time(),
                kind,
                "queued",
                run,
                json.dumps(asked),
                total,
                None,
                wrapper,
            )
            do("UPDATE pagerows_runs SET job = ? WHERE id = ?", job, run)
            for number, data in enumerate(sources):
                do("INSERT INTO pagerows_job_sources (job, number, data) VALUES (?, ?, ?)", job, number, data)
        return job

    def get(self, job: str) -> Job | None:
        """Return a job; None where there is none of that name."""
        found = self._database.row(f"SELECT {_FIELDS} FROM pagerows_jobs WHERE id = ?", job)
        return None if found is None else self._job(found)

    def newest(self, limit: int = 100) -> list[Job]:
        """Return jobs, the newest first."""
        statement = f"SELECT {_FIELDS} FROM pagerows_jobs ORDER BY created DESC, id LIMIT ?"
        return [self._job(found) for found in self._database.rows(statement, limit)]

    def set(self, job: str, state: str, message: str | None = None, *, wrapper: str | None = None) -> None:
        """Say what state a job is in."""
        if wrapper is not None:
            self._database.rows("UPDATE pagerows_jobs SET wrapper = ? WHERE id = ?", wrapper, job)
        statement = "UPDATE pagerows_jobs SET state = ?, message = ?, owner = ? WHERE id = ?"
        self._database.rows(statement, state, message, _owner(), job)

    def source(self, job: str, number: int) -> bytes | None:
        """Return a page that is to be read, or its address."""
        statement = "SELECT data FROM pagerows_job_sources WHERE job = ? AND number = ?"
        found = self._database.row(statement, job, number)
        return None if found is None else bytes(found[0])

    def put_page(
        self,
        job: str,
        page: JobPage,
        data: bytes | None,
        progress: Mapping[str, Any] | None = None,
    ) -> None:
        """Keep what a page gave and how far the job has come with it: both or neither."""
        with self._database.transaction() as do:
            do("DELETE FROM pagerows_job_pages WHERE job = ? AND number = ?", job, page.number)
            do(
                "INSERT INTO pagerows_job_pages (job, number, source, row_count, problem, data) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                job,
                page.number,
                page.source.replace("\0", ""),
                page.rows,
                page.problem,
                data,
            )
            if progress is not None:
                packed = packed_text(json.dumps(progress))
                do("UPDATE pagerows_jobs SET progress = ? WHERE id = ?", packed, job)

    def progress(self, job: str) -> dict[str, Any] | None:
        """Return how far a walk has come; None where it has not begun."""
        found = self._database.row("SELECT progress FROM pagerows_jobs WHERE id = ?", job)
        if found is None or found[0] is None:
            return None
        plain: dict[str, Any] = json.loads(unpacked_text(bytes(found[0])))
        return plain

    def tables(self, job: str) -> list[bytes]:
        """Return the tables of the pages so far, packed, in order."""
        statement = "SELECT data FROM pagerows_job_pages WHERE job = ? AND data IS NOT NULL ORDER BY number"
        return [bytes(data) for (data,) in self._database.rows(statement, job)]

    def forget_problems(self, job: str) -> None:
        """Let pages that failed be read again."""
        self._database.rows("DELETE FROM pagerows_job_pages WHERE job = ? AND problem IS NOT NULL", job)

    def interrupted(self) -> None:
        """Mark the jobs of servers of this machine that are gone: they can be gone on with."""
        for job, owner in self._database.rows(
            "SELECT id, owner FROM pagerows_jobs WHERE state IN (?, ?, ?)", *_RUNNING
        ):
            if not _is_there(owner or ""):
                self.set(job, "stopped", "the server ended while it ran")

    def delete(self, job: str) -> None:
        """Forget a job; its table stays in the history."""
        with self._database.transaction() as do:
            for table, column in (("job_pages", "job"), ("job_sources", "job"), ("jobs", "id")):
                do(f"DELETE FROM pagerows_{table} WHERE {column} = ?", job)

    def _job(self, found: Sequence[Any]) -> Job:
        id_, created, kind, state, run, asked, total, message, wrapper = found
        pages = self._database.rows(
            "SELECT number, source, row_count, problem FROM pagerows_job_pages WHERE job = ? ORDER BY number", id_
        )
        return Job(
            id=id_,
            created=created,
            kind=kind,
            state=state,
            run=run,
            asked=json.loads(asked),
            total=total,
            message=message,
            wrapper=wrapper,
            pages=tuple(JobPage(number=n, source=s, rows=r, problem=p) for n, s, r, p in pages),
        )


def _owner() -> str:
    """This server: a database may be shared by servers of several machines."""
    return f"{platform.node()}:{os.getpid()}"


def _is_there(owner: str) -> bool:
    """Whether a server still runs, as far as can be told from here."""
    node, _, process = owner.rpartition(":")
    if owner and node != platform.node():
        return True
    try:
        os.kill(int(process), 0)
    except (OSError, ValueError):
        return False
    return int(process) != os.getpid()
