"""The processes of this machine: shards in turn, the pages of each over all processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from pagerows.bulk.plan import Plan
from pagerows.bulk.summary import Summary
from pagerows.bulk.work import Done, Job, do_shards
from pagerows.errors import ParameterError

__all__ = ["run_shards"]


def run_shards(
    jobs: Sequence[Job], folder: Path, plan: Plan, summary: Summary, tell: Callable[[], None]
) -> Generator[Done, None, None]:
    """Do all shards here."""
    if plan.address is not None:
        raise ParameterError("--address is for engines on other machines; the local one is here")
    yield from do_shards(jobs, folder, plan, workers=plan.jobs, summary=summary, tell=tell)
