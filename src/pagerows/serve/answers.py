"""What is kept, as answers: plain values of the shapes in `models`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagerows.serve.store import Job, Run, StoredWrapper
from pagerows.serve.store.runs import stamp
from pagerows.wrapper import Wrapper

__all__ = ["extracted", "job_answer", "named", "run_answer", "wrapper_answer"]

#: What of a page's head is part of an answer.
_HEAD = ("list", "lists", "verdict", "next", "drift", "missing", "rendered")


def extracted(run: str | None, head: Mapping[str, Any], warnings: list[str]) -> dict[str, Any]:
    """What was found on a page, without the page itself."""
    return {"id": run, **{name: head[name] for name in _HEAD}, "warnings": warnings}


def named(wrapper: StoredWrapper | None) -> dict[str, Any] | None:
    """A wrapper's name."""
    return None if wrapper is None else {"id": wrapper.id, "name": wrapper.name}


def run_answer(run: Run, wrappers: Mapping[str, StoredWrapper]) -> dict[str, Any]:
    """One run of the history."""
    return {
        "id": run.id,
        "created": stamp(run.created),
        "kind": run.kind,
        "source": run.source,
        "url": run.url,
        "title": run.title,
        "method": run.method,
        "wrapper": named(wrappers.get(run.wrapper)) if run.wrapper else None,
        "job": run.job,
        "list": run.chosen,
        "lists": len(run.head["lists"]),
        "rows": run.rows,
        "columns": run.names,
    }


def job_answer(job: Job, wrapper: StoredWrapper | None) -> dict[str, Any]:
    """A job as it is now."""
    problems = [{"source": page.source, "message": page.problem or ""} for page in job.problems[-20:]]
    return {
        "id": job.id,
        "kind": job.kind,
        "state": job.state,
        "created": stamp(job.created),
        "done": job.done,
        "total": job.total,
        "rows": job.rows,
        "failed": len(job.problems),
        "run": job.run,
        "message": job.message,
        "problems": problems,
        "wrapper": named(wrapper),
    }


def wrapper_answer(kept: StoredWrapper) -> dict[str, Any]:
    """A wrapper that is kept, without what its file has."""
    wrapper = Wrapper.read(kept.data)
    return {
        "id": kept.id,
        "name": kept.name,
        "created": stamp(kept.created),
        "columns": wrapper.names,
        "css": wrapper.css,
        "count": list(wrapper.count),
        "learned_from": list(wrapper.learned_from),
        "edits": kept.edits,
    }
