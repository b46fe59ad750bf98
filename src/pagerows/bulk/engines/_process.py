"""One shard in a process of its own, whoever asks for it.

Engines keep their workers in daemons, threads and other surroundings where processes cannot be started, or not safely.
A fresh Python beside the engine's worker has none of that: it reads a job from its standard input, does it with one
worker, and writes what became of it. When the engine's worker is killed, it goes too.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pagerows.bulk.plan import Plan
from pagerows.bulk.summary import Summary
from pagerows.bulk.work import Done, Job, do_shards
from pagerows.errors import PagerowsError
from pagerows.processes import die_with_parent
from pagerows.single import MATHS

__all__ = ["Result", "counted", "do_elsewhere", "failed", "largest_first"]

#: What became of a job, and its counts; or the error that ends the run.
Result = tuple[Done, Summary] | PagerowsError


def largest_first(jobs: Sequence[Job]) -> list[Job]:
    """The order in which the last machine has least to wait for."""
    return sorted(jobs, key=lambda job: (-job.size, str(job.shard.path)))


def do_elsewhere(job: Job, folder: Path, plan: Plan) -> Result:
    """Do a job in a process of its own; a process that dies is an error for the engine to try again."""
    task = pickle.dumps((job, folder, plan))
    program, single = [sys.executable, "-m", __spec__.name], {**dict.fromkeys(MATHS, "1"), **os.environ}
    made = subprocess.run(program, input=task, stdout=subprocess.PIPE, check=True, env=single)
    result: Result = pickle.loads(made.stdout)  # our own process wrote it
    return result


def failed(job: Job, reason: object) -> Result:
    """What there is to say of a shard that the engine gave up."""
    told = Summary(unread={str(job.shard.path): " ".join(str(reason).split())})
    return Done(job.shard), told


def counted(result: Result, summary: Summary) -> Done:
    """Count what became of a job; raise what ends the run."""
    if isinstance(result, PagerowsError):
        raise result
    done, counts = result
    summary.merge(counts)
    return done


def _main() -> None:
    die_with_parent()
    job, folder, plan = pickle.load(sys.stdin.buffer)
    summary = Summary()
    result: Result
    try:
        (done,) = do_shards([job], folder, plan, workers=1, summary=summary, tell=lambda: None)
        result = done, summary
    except PagerowsError as error:
        result = PagerowsError(str(error))  # not all kinds can be sent
    sys.stdout.buffer.write(pickle.dumps(result))


if __name__ == "__main__":
    _main()
