"""Who does the shards of a run: this machine's processes, or an engine that has many machines.

An engine is a module with one function `run_shards(jobs, folder, plan, summary, tell)` that yields a `Done` for every
job, in any order. All of them run `pagerows.bulk.work.do_shards`; only where it runs differs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from importlib import import_module
from typing import Any, Final

from pagerows.bulk.work import Done
from pagerows.errors import ParameterError

__all__ = ["ENGINES", "engine"]

#: The engines' names; those but the first need the extra of their name.
ENGINES: Final = ("local", "dask", "ray")


def engine(name: str) -> Callable[..., Generator[Done, None, None]]:
    """Return the function of an engine."""
    if name not in ENGINES:
        raise ParameterError(f"unknown engine {name!r}; there are: {', '.join(ENGINES)}")
    run_shards: Any = import_module(f"{__name__}._{name}").run_shards
    return run_shards  # type: ignore[no-any-return]
