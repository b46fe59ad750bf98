"""Dask: every shard a task, on processes that are started here or on a cluster that is there (`dask scheduler`)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from pagerows.bulk.engines._process import Result, counted, do_elsewhere, failed, largest_first
from pagerows.bulk.plan import Plan
from pagerows.bulk.summary import Summary
from pagerows.bulk.work import Done, Job
from pagerows.errors import MissingExtra, ParameterError

__all__ = ["run_shards"]

#: How often a shard is begun again whose worker died.
RETRIES: Final = 5
#: Tasks that the scheduler is given at a time, and seconds between two looks at them.
AT_ONCE: Final = 1000
LOOK: Final = 0.5


def run_shards(
    jobs: Sequence[Job], folder: Path, plan: Plan, summary: Summary, tell: Callable[[], None]
) -> Generator[Done, None, None]:
    """Do all shards on a cluster."""
    distributed = _distributed()
    waiting = iter(largest_first(jobs))
    with _client(distributed, plan) as client:
        running: dict[Any, Job] = {}
        try:
            while True:
                for job in waiting:
                    running[client.submit(do_elsewhere, job, folder, plan, pure=False, retries=RETRIES)] = job
                    if len(running) >= AT_ONCE:
                        break
                if not running:
                    return
                for future in _finished(distributed, list(running)):
                    job = running.pop(future)
                    yield _taken(future, job, summary)
                tell()
        finally:
            client.cancel(list(running), force=True)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise MissingExtra("the engine dask", "dask") from error
    return distributed


@contextmanager
def _client(distributed: Any, plan: Plan) -> Iterator[Any]:
    import dask

    if plan.address is not None:
        try:
            client = distributed.Client(plan.address, timeout=10)
        except (OSError, ValueError, TimeoutError) as error:
            raise ParameterError(f"--address {plan.address}: no Dask scheduler answers: {error}") from error
        with client:
            yield client
        return
    quiet = {"distributed.scheduler.allowed-failures": RETRIES, "distributed.comm.timeouts.connect": "30s"}
    with (
        dask.config.set(quiet),
        distributed.LocalCluster(
            n_workers=plan.jobs,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            memory_limit=None,  # pages have a limit of their own
            silence_logs="CRITICAL",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def _finished(distributed: Any, futures: list[Any]) -> list[Any]:
    try:
        return list(distributed.wait(futures, timeout=LOOK, return_when="FIRST_COMPLETED").done)
    except TimeoutError:
        return []


def _taken(future: Any, job: Job, summary: Summary) -> Done:
    problem = future.exception() if future.status != "finished" else None
    result: Result = failed(job, problem) if problem is not None else future.result()
    future.release()
    return counted(result, summary)
