"""A run over shards: an engine does them, the manifest is written after each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from pagerows.bulk.engines import engine
from pagerows.bulk.inputs import Shard
from pagerows.bulk.manifest import Manifest, locked
from pagerows.bulk.parts import FORMATS
from pagerows.bulk.plan import Plan
from pagerows.bulk.summary import Summary
from pagerows.bulk.work import Job
from pagerows.errors import ExportError, ParameterError

__all__ = ["run"]


def run(
    shards: Sequence[Shard],
    folder: Path,
    plan: Plan,
    *,
    retry_failed: bool = False,
    tell: Callable[[Summary], None] = lambda _: None,
) -> Summary:
    """Extract the records of all shards into parts; skip what the folder's manifest has; `tell` as it goes."""
    if plan.format not in FORMATS:
        raise ParameterError(f"unknown format {plan.format!r}; there are: {', '.join(FORMATS)}")
    run_shards = engine(plan.engine)
    with locked(folder):
        manifest = Manifest.of_folder(folder, plan.parameters())
        jobs = [Job(shard, _size(shard), manifest.shards.get(shard.name), retry_failed) for shard in shards]
        summary = Summary(shards=len(shards), size=sum(job.size for job in jobs))
        with closing(run_shards(jobs, folder.resolve(), plan, summary, lambda: tell(summary))) as doing:
            for done in doing:
                if done.entry is not None:
                    _check_part(folder, done.entry["part"], done.entry["bytes"])
                    manifest.shards[done.shard.name] = done.entry
                    manifest.save()
    return summary


def _size(shard: Shard) -> int:
    try:
        return shard.size()
    except OSError:
        return 0  # reading it will say why


def _check_part(folder: Path, name: str, size: int) -> None:
    part = folder / name
    if not part.is_file() or part.stat().st_size != size:
        raise ExportError(f"{part} was written by a worker and is not here: name a folder that all machines share")
