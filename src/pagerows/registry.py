"""The interchangeable parts: a module in `regions`, `align`, `prune` or `content` is a part by being there.

A region method module has ``METHOD``, an aligner ``ALIGNER``, a filter ``FILTER``, a content detector ``DETECTOR``:
adding one needs one file. Modules are imported when they are first asked for, so heavy ones cost nothing. Methods and
aligners of other packages (`plugins.py`) stand beside them.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pagerows import plugins
from pagerows._arrays import Array
from pagerows.errors import ParameterError
from pagerows.later import np
from pagerows.page import Page
from pagerows.plain import dataclass, replace
from pagerows.values import Cell, Record, Region

__all__ = [
    "Aligner",
    "Detector",
    "Filter",
    "Method",
    "check_preset",
    "make_params",
    "method",
    "names",
    "origin",
    "part",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to find regions of records: ``find_regions(page, params)``, best region first."""

    name: str
    #: One line for people.
    summary: str
    #: The text that describes it, e.g. "[V20]"; empty where it is our own.
    paper: str
    params: type
    find_regions: Callable[[Page, Any], list[Region]]
    #: Whether it needs boxes and computed styles.
    needs_render: bool = False
    #: The aligner and content detector that go with it by default.
    align: str = "center_star"
    content: str = "none"
    #: The aligner for rendered pages, where it is another one.
    align_rendered: str | None = None
    #: ``find_together(pages, params)``: regions of pages of one site, which say more about each other; per page.
    find_together: Callable[[Sequence[Page], Any], list[list[Region]]] | None = None

    def aligner(self, *, rendered: bool) -> str:
        """The name of the aligner that goes with it."""
        return (self.align_rendered if rendered else None) or self.align


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligner:
    """A way to align records: ``align(page, records, params)`` gives one row of cells per record, equally long."""

    name: str
    summary: str
    #: A dataclass that extends `cells.CellParams`.
    params: type
    align: Callable[[Page, Sequence[Record], Any], list[list[Cell | None]]]
    #: ``plain(page, columns, params)`` gives the cells of the columns of an HTML table (rows of the page, -1 for none)
    #: that hold one text each, without aligning them, and None for others; absent where all are aligned.
    plain: Callable[[Page, Array, Any], list[list[Cell | None] | None]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A way to prune noise: ``prune(page, params)`` gives the rows to keep, as a mask over the node table."""

    name: str
    summary: str
    params: type
    prune: Callable[[Page, Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """A way to tell content from noise: ``detect(page, regions, params)`` sets content and score, order free."""

    name: str
    summary: str
    params: type
    detect: Callable[[Page, Sequence[Region], Any], list[Region]]


#: The one preset: the setting of the paper that a part is from, `params.paper()`.
PRESET = "paper"

_ATTRIBUTES = {"regions": "METHOD", "align": "ALIGNER", "prune": "FILTER", "content": "DETECTOR"}
#: What a part of another package must be.
_KINDS = {"regions": Method, "align": Aligner}
#: What users call the parts: the names of the arguments of `extract`.
_CALLED = {"regions": "method", "prune": "filter"}


@cache
def _own(package: str) -> tuple[str, ...]:
    """The modules of a package that are parts, by what lies in its folder: `pkgutil` takes 6 ms to load."""
    (folder,) = import_module(f"pagerows.{package}").__path__
    found = {entry.partition(".")[0] for entry in os.listdir(folder)}  # noqa: PTH208 - names are enough
    return tuple(sorted(name for name in found if not name.startswith("_")))


def names(package: str) -> tuple[str, ...]:
    """Return the names of the parts in a package, e.g. ``names("regions")``, those of other packages included."""
    return tuple(sorted({*_own(package), *plugins.names(package)}))


def part(package: str, name: str) -> Any:
    """Return a part by name; a ParameterError names the ones there are."""
    if name in _own(package):
        return _imported(package, name)
    if name in plugins.names(package):
        return _plugged(package, name)
    called = _CALLED.get(package, package)
    raise ParameterError(f"unknown {called} {name!r}; there are: {', '.join(names(package))}")


@cache
def _plugged(package: str, name: str) -> Any:
    """A part of another package, under the name of its entry point."""
    found = plugins.load(package, name, _KINDS[package])
    from pagerows.cells import CellParams  # which knows values only, but is loaded with the first aligner

    if package == "align" and not issubclass(found.params, CellParams):
        raise ParameterError(f"{name!r} of {origin(package, name)} cannot be used: its params extend no CellParams")
    return replace(found, name=name)


def origin(package: str, name: str) -> str:
    """Return the other package that a part is from; empty where it is our own."""
    return "" if name in _own(package) else plugins.origin(package, name)


@cache
def _imported(package: str, name: str) -> Any:
    return getattr(import_module(f"pagerows.{package}.{name}"), _ATTRIBUTES[package])


def method(name: str) -> Method:
    """Return a region method by name."""
    found: Method = part("regions", name)
    return found


def make_params(kinds: Sequence[type], values: Mapping[str, Any], preset: str | None = None) -> list[Any]:
    """Build one parameter object per kind from one flat mapping; each value goes wherever its name is known.

    With the preset ``paper`` a kind that has a ``paper()`` setting starts from that one instead of its defaults.
    """
    starts: list[Callable[..., Any]] = [_start(kind, preset) for kind in kinds]
    if not values:
        return [start() for start in starts]
    from dataclasses import fields

    known = [{f.name for f in fields(kind)} for kind in kinds]
    unknown = set(values) - set().union(*known)
    if unknown:
        valid = ", ".join(sorted(set().union(*known))) or "none"
        raise ParameterError(f"unknown parameter {', '.join(sorted(unknown))}; valid here: {valid}")
    return [start(**_checked(kind, values, own)) for start, kind, own in zip(starts, kinds, known, strict=True)]


def check_preset(preset: str | None, parts: Sequence[Any]) -> None:
    """Raise a ParameterError where there is no such preset, or none of the parts that were named has it."""
    if preset is None:
        return
    if preset != PRESET:
        raise ParameterError(f"unknown preset {preset!r}; there is: {PRESET}")
    if not any(hasattr(part.params, PRESET) for part in parts):
        called = ", ".join(repr(part.name) for part in parts)
        raise ParameterError(f"{called} has no preset {PRESET!r}; there are: {', '.join(_with_preset())}")


def _with_preset() -> list[str]:
    """The methods and filters whose parameters have a paper's setting."""
    return [name for kind in ("regions", "prune") for name in names(kind) if hasattr(part(kind, name).params, PRESET)]


def _start(kind: type, preset: str | None) -> Callable[..., Any]:
    paper = getattr(kind, PRESET, None) if preset == PRESET else None
    return kind if paper is None else partial(replace, paper())


def _checked(kind: type, values: Mapping[str, Any], own: set[str]) -> dict[str, Any]:
    """Return the values that a kind of parameters knows; a ParameterError tells one of another type."""
    hints = _hints(kind)
    chosen = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items() if name in own}
    for name, value in chosen.items():
        if not _fits(value, hints[name]):
            raise ParameterError(f"{name}={value!r}: give {_said(hints[name])}")
    return chosen


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of a parameter's type; no parameter is a number below 0, infinite or NaN."""
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) is UnionType:
        return any(_fits(value, one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(item, get_args(hint)[0]) for item in value)
    if hint in (int, float):
        number = isinstance(value, int if hint is int else (int, float)) or _is_numpys(value, whole=hint is int)
        return number and not isinstance(value, bool) and math.isfinite(value) and bool(value >= 0)
    return isinstance(value, hint)


def _is_numpys(value: Any, *, whole: bool) -> bool:
    """Whether a value is a number of NumPy's, which nobody has who has not imported it."""
    return "numpy" in sys.modules and isinstance(value, np.integer if whole else (np.integer, np.floating))


_SAID = {int: "a whole number, 0 or more", float: "a number, 0 or more", bool: "True or False", NoneType: "None"}


def _said(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(repr, get_args(hint)))}"
    if get_origin(hint) is UnionType:
        return " or ".join(map(_said, get_args(hint)))
    return "a tuple of texts" if get_origin(hint) is tuple else _SAID.get(hint, str(hint))
