"""Ray: every shard a task, on processes that are started here or on a cluster that is there (`ray start --head`)."""

from __future__ import annotations

import logging
import os
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
#: A cluster of this machine alone is reached from this machine alone, and nobody is told of it.
LOOPBACK: Final = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
#: Bytes for what tasks give each other: ours give counts.
STORE: Final = 100 * 2**20


def run_shards(
    jobs: Sequence[Job], folder: Path, plan: Plan, summary: Summary, tell: Callable[[], None]
) -> Generator[Done, None, None]:
    """Do all shards on a cluster."""
    waiting = iter(largest_first(jobs))
    with _started(plan) as ray:
        work = ray.remote(do_elsewhere).options(num_cpus=1, max_retries=RETRIES, retry_exceptions=True)
        running: dict[Any, Job] = {}
        while True:
            for job in waiting:
                running[work.remote(job, folder, plan)] = job
                if len(running) >= AT_ONCE:
                    break
            if not running:
                return
            for reference in ray.wait(list(running), timeout=LOOK)[0]:
                yield _taken(ray, reference, running.pop(reference), summary)
            tell()


@contextmanager
def _started(plan: Plan) -> Iterator[Any]:
    if plan.address is None:
        for name, value in LOOPBACK.items():
            os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("the engine ray", "ray") from error
    own: dict[str, Any] = {"num_cpus": plan.jobs, "include_dashboard": False, "object_store_memory": STORE}
    try:
        ray.init(
            address=plan.address or "local",
            log_to_driver=False,
            logging_level=logging.CRITICAL,
            **({} if plan.address else own),
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        where = (
            f"--address {plan.address}: no Ray cluster answers (does it ask for RAY_AUTH_TOKEN?)"
            if plan.address
            else "Ray does not start"
        )
        raise ParameterError(f"{where}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _taken(ray: Any, reference: Any, job: Job, summary: Summary) -> Done:
    result: Result
    try:
        result = ray.get(reference)
    except ray.exceptions.RayError as error:
        result = failed(job, error)
    return counted(result, summary)
