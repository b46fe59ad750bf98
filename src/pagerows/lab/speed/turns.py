"""What each stage of an extraction costs, beside another source tree: page by page in turns.

    python -m pagerows.lab.speed.turns [--before SRC] [--every N] [--rounds N] [--grids] [--corpora FOLDER]

Each tree runs in a process of its own, so that both meet the same load; times are CPU times, as multiples of
lxml.html's parse of the same bytes. A stage's time is its own, behind the stages before it. `--grids` takes only pages
whose records are rows of tables.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

import pagerows
from pagerows.lab.bench.corpora import corpora_folder

__all__ = ["STAGES", "has_rows", "ratios"]

STAGES: Final = (
    "parse",
    "signal's regions",
    "its rows",
    "auto's regions",
    "its rows",
    "typed, named columns",
    "freeing",
)
#: What a process does for each path that it is given.
_TIMED: Final = """
import sys, time, lxml.html, pagerows
clock = time.process_time
for line in sys.stdin:
    with open(line.rstrip("\\n"), "rb") as file:
        source = file.read()
    times = [clock()]
    lxml.html.document_fromstring(source)
    bytes(40_000)  # what was freed in small pieces is put in order with the next large request: lxml's doing
    times.append(clock())
    page = pagerows.parse(source)
    times.append(clock())
    found = pagerows.extract(page, method="signal")
    times.append(clock())
    found.table.rows
    times.append(clock())
    page = pagerows.parse(source)
    del found
    again = clock()
    found = pagerows.extract(page)
    times.append(times[-1] + clock() - again)
    again = clock()
    found.table.rows
    times.append(times[-1] + clock() - again)
    again = clock()
    found.table.all_columns
    times.append(times[-1] + clock() - again)
    again = clock()
    del found, page
    times.append(times[-1] + clock() - again)
    print(*(after - before for before, after in zip(times, times[1:])), flush=True)
"""


class _Tree:
    """A source tree in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _TIMED],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": str(folder)},
        )

    def times(self, page: Path) -> list[float]:
        """Return the seconds of lxml's parse and of each stage of a page."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(page, file=self._process.stdin, flush=True)
        return list(map(float, self._process.stdout.readline().split()))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def ratios(pages: Sequence[Path], folders: Sequence[Path], rounds: int = 7) -> NDArray[np.float64]:
    """Return the best time of each stage in each tree over lxml's best on the page. (pages, trees, stages)"""
    trees = [_Tree(folder) for folder in folders]
    try:
        for tree in trees:
            tree.times(pages[0])  # loads what is needed
        times = np.array([[[tree.times(page) for tree in trees] for _ in range(rounds)] for page in pages])
    finally:
        for tree in trees:
            tree.close()
    best = times.min(axis=1)
    found: NDArray[np.float64] = best[:, :, 1:] / best[:, :, :1].min(axis=1, keepdims=True)
    return found


def has_rows(page: Path) -> bool:
    """Tell whether the records of a page are rows of a table by their tag."""
    found = pagerows.extract(page.read_bytes(), method="auto")
    return bool(found.regions) and found.page.nodes.tag_name(found.regions[0].records[0].span.start) == "tr"


def main() -> None:
    """Print medians, means and the dearest tenth of each stage, and how the trees compare page by page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, help="another source tree, built")
    parser.add_argument("--every", type=int, default=25, help="take every so-manieth page of the corpora")
    parser.add_argument("--rounds", type=int, default=7, help="the best of so many rounds counts")
    parser.add_argument("--grids", action="store_true", help="only pages whose records are rows of tables")
    parser.add_argument("--corpora", type=Path, help="pages to time (default: $PAGEROWS_CORPORA or ../.corpora)")
    arguments = parser.parse_args()
    pages = sorted(corpora_folder(arguments.corpora).glob("*/*/page.html"))[:: arguments.every]
    pages = list(filter(has_rows, pages)) if arguments.grids else pages
    own = Path(pagerows.__file__).parents[1]
    found = ratios(pages, [arguments.before, own] if arguments.before else [own], arguments.rounds)
    print(
        f"{len(pages)} pages, lxml's parse = 1: median, mean, dearest tenth{' (before, now)' * bool(arguments.before)}"
    )
    for stage, name in enumerate(STAGES):
        each = [f"{np.median(of):5.2f} {of.mean():5.2f} {np.quantile(of, 0.9):5.2f}" for of in found[:, :, stage].T]
        print(f"  {name:22} {'   '.join(each)}", end="")
        change = np.median(found[:, -1, stage] / found[:, 0, stage])
        print(f"   page by page {change:.3f} of the time" if arguments.before else "")


if __name__ == "__main__":
    main()
