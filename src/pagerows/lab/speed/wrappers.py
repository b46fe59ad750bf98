"""What reading a page with a wrapper costs, against the node table and lxml's parse of the same bytes.

    python -m pagerows.lab.speed.wrappers [--every N]

Each site's wrapper is learned from its first two pages and reads the third; calls take turns, figures are medians of
ratios of CPU time.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path

import pagerows
from pagerows.lab.bench.corpora import corpora_folder, load
from pagerows.lab.speed.methods import interleaved
from pagerows.lab.studies.wrappers import Site, sites

__all__ = ["main"]


def measured(site: Site, repeats: int) -> tuple[float, float] | None:
    """Time of parsing and reading in node tables, and in lxml's parses; None where nothing was learned."""
    import lxml.html

    files = [Path(file) for file, _ in site.pages]
    try:
        wrapper = pagerows.learn([pagerows.parse(file) for file in files[:2]])
    except (pagerows.WrapperError, pagerows.PageError):
        return None
    data = files[-1].read_bytes()
    plain, table, read = interleaved(
        [
            lambda: lxml.html.document_fromstring(data),
            lambda: pagerows.parse(data),
            lambda: wrapper.apply(pagerows.parse(data)).table.rows,
        ],
        repeats,
    )
    return read / table, read / plain


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="every n-th site only")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args(arguments)
    chosen = sites(load(corpora_folder(), "estuka2017"))[:: options.every]
    found = [ratios for site in chosen if (ratios := measured(site, options.repeats)) is not None]
    table, plain = (statistics.median(column) for column in zip(*found, strict=True))
    print(f"{len(found)} sites: parse and apply take {table:.1f} node tables, {plain:.1f} parses of lxml (medians)")


if __name__ == "__main__":
    main()
