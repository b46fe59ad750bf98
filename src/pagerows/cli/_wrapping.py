"""Wrappers on the command line: one that was learned before, or one that is learned from the pages at hand."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from pagerows.cli._options import Recipe
from pagerows.cli._say import note
from pagerows.cli._sources import PageSource, load
from pagerows.errors import PagerowsError, ParameterError
from pagerows.export.sheets import PageResult

__all__ = [
    "DRIFTED",
    "add_choice",
    "add_wrapping",
    "has_drifted",
    "learned_together",
    "said_of_drift",
    "with_wrapper",
    "write_healed",
]

#: Exit code: a page has changed since its wrapper was learned, beyond what a pipeline should go on with.
DRIFTED: Final = 3
#: Pages that `--together` learns from.
SAMPLES: Final = 5


def add_wrapping(parser: argparse.ArgumentParser) -> None:
    """Add the options of wrappers."""
    group = parser.add_argument_group("pages of one site")
    group.add_argument("--wrapper", metavar="FILE", help="read pages with what `pagerows learn` wrote")
    group.add_argument(
        "--heal", action="store_true", help="where a page has changed, find the list again and write a new version"
    )
    group.add_argument(
        "--no-new-columns", action="store_true", help="only the wrapper's columns, not those that are new on a page"
    )
    group.add_argument(
        "--together", action="store_true", help="learn from the pages first: one set of columns for all of them"
    )


def add_choice(parser: argparse.ArgumentParser) -> None:
    """Add the options by which a person says which list is meant."""
    group = parser.add_argument_group("which list is meant, where you know better")
    group.add_argument("--near", metavar="TEXT", help="the list in which this text stands")
    group.add_argument("--region", type=int, metavar="N", help="the list with this number (see --all)")
    group.add_argument(
        "--example", action="append", default=[], metavar="VALUE", help="a value of the list; may be given again"
    )


def with_wrapper(arguments: argparse.Namespace, recipe: Recipe) -> Recipe:
    """Return the recipe with the wrapper that the options name, or the list that they choose."""
    chosen = (arguments.near, arguments.region, tuple(arguments.example))
    if arguments.wrapper is None:
        if arguments.heal:
            raise ParameterError("--heal is for --wrapper")
        return replace(recipe, choice=chosen if any(chosen) else None)
    if arguments.together or any(chosen):
        raise ParameterError("--wrapper says which list and which columns: leave the other options out")
    from pagerows.wrapper import Wrapper

    return replace(
        recipe, wrapper=Wrapper.load(arguments.wrapper), heal=arguments.heal, new_columns=not arguments.no_new_columns
    )


def learned_together(pages: Sequence[PageSource], recipe: Recipe) -> Recipe:
    """Learn from some of the pages, evenly spread, and return a recipe that reads all of them alike."""
    step = max(1, len(pages) // SAMPLES)
    samples = []
    for source in pages[::step][:SAMPLES]:
        try:
            samples.append(recipe.extract(load(source, recipe)))
        except PagerowsError:
            continue  # the page fails again when it is read, and is told then
    from pagerows.wrapper import learn

    near, region, examples = recipe.choice or (None, None, ())
    wrapper = learn(samples, near=near, region=region, examples=examples)
    return replace(recipe, wrapper=wrapper, choice=None)


def has_drifted(page: PageResult) -> bool:
    """Whether a page has changed beyond what a pipeline should go on with."""
    return page.healed is None and any(map(_is_heavy, page.drift))


def _is_heavy(change: dict[str, Any]) -> bool:
    from pagerows.wrapper.drift import BOUND

    return float(change["weight"]) >= BOUND


def said_of_drift(page: PageResult) -> Iterable[str]:
    """One line per change of a page that a person should hear of."""
    for change in page.drift:
        if _is_heavy(change) or change["kind"] in ("healed", "fewer records"):
            where = f" {change['column']}" if change["column"] else ""
            detail = f": {change['detail']}" if change["detail"] else ""
            yield f"{page.source}: {change['kind']}{where}{detail}"


def write_healed(name: str, plain: dict[str, Any]) -> None:
    """Write a new version of a wrapper; the old one stays beside it."""
    from pagerows.wrapper import Wrapper

    path, healed = Path(name), Wrapper.read(plain)
    old = Wrapper.load(path)
    kept = path.with_name(f"{path.stem}.v{old.version}{path.suffix}")
    old.save(kept)
    healed.save(path)
    note(f"{path} is healed (version {healed.version}); the old one is {kept}")
