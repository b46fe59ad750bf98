"""Pages of one site read one after the other, as a walk does: how many columns they have after the first and the last.

    python -m pagerows.lab.studies.walks [--every N]

With the wrapper learned from the first two pages, and without. A list whose columns stay the same has as many after its
last page as after its first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pagerows import parse
from pagerows.follow.reader import ListReader
from pagerows.lab.bench.corpora import corpora_folder, load
from pagerows.lab.studies.wrappers import Site, sites

__all__ = ["main"]


def measured(site: Site, learns: bool) -> tuple[int, int, int]:
    """Columns after the first page, after the last one, and pages of which nothing was read."""
    pages = [parse(Path(file)) for file, _ in site.pages]
    reader = ListReader(learns=learns)
    reader.learn(pages[:2])
    counts, lost = [], 0
    for page in pages:
        lost += reader.read(page) is None
        counts.append(len(reader.columns.known))
    return counts[0], counts[-1], lost


def main(argv: list[str] | None = None) -> None:
    """Print one line each for reading with and without a wrapper."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=3, help="take every Nth site (3)")
    arguments = parser.parse_args(argv)
    chosen = sites(load(corpora_folder(), "estuka2017"))[:: arguments.every]
    for learns in (True, False):
        figures = [measured(site, learns) for site in chosen]
        first, last, lost = (sum(column) for column in zip(*figures, strict=True))
        how = "learned from two pages" if learns else "each page by itself"
        print(f"{how}: {len(chosen)} sites, {first} columns after the first page, {last} after the last, {lost} lost")


if __name__ == "__main__":
    main()
