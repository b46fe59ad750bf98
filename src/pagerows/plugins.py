"""Parts of other packages, found by their entry points: methods, aligners and exporters.

A package names them in its own pyproject.toml and they stand beside ours, in `pagerows methods`, in `extract`, in `-f`:

    [project.entry-points."pagerows.methods"]      # a registry.Method
    mine = "my_package:METHOD"
    [project.entry-points."pagerows.aligners"]     # a registry.Aligner
    [project.entry-points."pagerows.exporters"]    # a writer class with `suffixes`, as those of pagerows.export

Our own parts come first: a plugin never replaces one. Nothing is imported before it is asked for by name, and looking
for entry points (tens of milliseconds) is left until a name is asked for that is not ours.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pagerows.errors import ParameterError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUPS", "load", "names", "origin"]

#: Stage -> the group of entry points that adds to it.
GROUPS: Final = {"regions": "pagerows.methods", "align": "pagerows.aligners", "export": "pagerows.exporters"}


@cache
def _entries(stage: str) -> dict[str, EntryPoint]:
    """The entry points of a stage by name; of two with one name the first in order of their packages."""
    group = GROUPS.get(stage)
    if group is None:
        return {}
    from importlib.metadata import entry_points  # 20 ms, for those who ask for a name that is not ours

    found = sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))
    return {entry.name: entry for entry in reversed(found)}


def names(stage: str) -> tuple[str, ...]:
    """Return the names that other packages add to a stage."""
    return tuple(sorted(_entries(stage)))


def origin(stage: str, name: str) -> str:
    """Return the package that a part is from; empty where it is our own or there is none such."""
    entry = _entries(stage).get(name)
    return entry.dist.name if entry and entry.dist else ""


def load(stage: str, name: str, kind: type) -> Any:
    """Import a part; a ParameterError says which package's part cannot be used, and why."""
    entry = _entries(stage)[name]
    try:
        found = entry.load()
    except Exception as error:  # whatever another package does when it is imported
        raise ParameterError(_cannot(stage, name, f"{type(error).__name__}: {error}")) from error
    if not isinstance(found, kind):
        raise ParameterError(_cannot(stage, name, f"{entry.value} is no {kind.__name__}"))
    return found


def _cannot(stage: str, name: str, reason: str) -> str:
    package = origin(stage, name) or "another package"
    return f"{name!r} of {package} ({GROUPS[stage]}) cannot be used: {reason}"
