"""Run methods over corpora, print the figures and save every page's result.

A method may carry parameters: --method signal:strategy=lazy,content=none. "all" is every method, "static" every one
that needs no browser. Results go to --json OUT; without it to .bench/last.json, and the run before stays as
.bench/before.json, so that `pagerows bench diff` shows what the last change won and lost. An interrupted run goes on
where it stopped when it is started again.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from pagerows.lab.bench.commands import _shared

HELP = "run methods over corpora and print the figures"

LAST: Final = Path(".bench/last.json")
BEFORE: Final = Path(".bench/before.json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Pages, methods, where to save."""
    _shared.add_corpus(parser)
    parser.add_argument("--method", action="append", metavar="M", help="method to run (default: pagerows' own)")
    _shared.add_jobs(parser)
    parser.add_argument("--json", type=Path, metavar="OUT", help=f"save the results here (default: {LAST})")
    parser.add_argument("--outputs", type=Path, metavar="DIR", help="also: write the answers themselves")
    parser.add_argument("--best-region", action="store_true", help="also: had the best region been chosen")
    parser.add_argument("--categories", action="store_true", help="also: figures by category")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="also: the N worst pages of each method")
    parser.add_argument("--fresh", action="store_true", help="do not take up an interrupted run")


def run(arguments: argparse.Namespace) -> int:
    """Run, print, save."""
    from pagerows.lab.bench import show

    save = arguments.json or LAST
    found = _shared.run_all(
        _shared.datasets(arguments),
        _shared.methods(arguments.method),
        jobs=arguments.jobs,
        timeout=arguments.timeout,
        save=_rotated(save),
        best_region=arguments.best_region,
        outputs=arguments.outputs,
        fresh=arguments.fresh,
    )
    screen = _shared.console()
    screen.print(show.run_table(found))
    if (text := show.text_table(found)) is not None:
        screen.print(text)
    if arguments.best_region:
        screen.print(show.best_region_table(found))
    if arguments.categories:
        screen.print(show.categories_table(found))
    if arguments.worst:
        screen.print(show.worst_table(found, arguments.worst))
    show.failures(found, screen)
    screen.print(f"saved: {save}", highlight=False)
    return 1 if any(result.error for result in found.results) else 0


def _rotated(save: Path) -> Path:
    """Keep the run before this one, where the user named no file and this is no continuation."""
    if save == LAST and LAST.exists() and not LAST.with_name(LAST.name + ".partial").exists():
        LAST.replace(BEFORE)
    return save
