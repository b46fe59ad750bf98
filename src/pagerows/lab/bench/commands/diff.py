"""Compare two runs: figures by dataset, pages won and pages lost.

Without names the last run is compared with the one before it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pagerows.errors import CorpusError
from pagerows.lab.bench.commands import _shared
from pagerows.lab.bench.commands.run import BEFORE, LAST
from pagerows.lab.bench.results import Run

HELP = "compare two runs: pages won and lost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Two runs."""
    parser.add_argument("before", nargs="?", type=Path, default=BEFORE, metavar="A.json")
    parser.add_argument("after", nargs="?", type=Path, default=LAST, metavar="B.json")
    parser.add_argument(
        "--least", type=float, default=0.01, metavar="F1", help="smallest change listed (default: 0.01)"
    )
    parser.add_argument("--most", type=int, default=25, metavar="N", help="longest list of pages (default: 25)")


def run(arguments: argparse.Namespace) -> int:
    """Print the differences; exit code 0 whatever they are."""
    from pagerows.lab.bench import diff, show

    if arguments.before == BEFORE and not BEFORE.exists():
        raise CorpusError(
            "there are no two runs to compare yet: run `pagerows bench run` twice, or name two result files"
        )
    before, after = Run.load(arguments.before), Run.load(arguments.after)
    screen = _shared.console()
    for doubt in diff.comparable(before, after):
        screen.print(f"not the same pages: {doubt}", style="yellow", markup=False)
    for methods in diff.pairs(before, after):
        found = diff.changes(before, after, methods)
        screen.print(show.diff_table(found, methods))
        for title, pages in zip(("won", "lost"), diff.moved(found, arguments.least), strict=True):
            screen.print(f"{title}: {len(pages)} pages", style="bold", highlight=False)
            for change in pages[: arguments.most]:
                screen.print(show.diff_line(change), markup=False, highlight=False, soft_wrap=True)
    return 0
