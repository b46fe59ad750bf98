"""Say where the pages of the bench are published, and build a dataset from a copy of them.

Nothing is downloaded: get a copy yourself, under its licence. Without a name all datasets are listed.

pagerows bench fetch
pagerows bench fetch estuka2017 testbed/ -o corpora/estuka2017
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pagerows.errors import CorpusError, ParameterError
from pagerows.lab.bench import importers
from pagerows.lab.bench.sources import SOURCES, Published, source_of

HELP = "say where datasets are published; build one from a copy"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What, from where, to where."""
    parser.add_argument("dataset", metavar="NAME", nargs="?", help=f"one of: {', '.join(one.name for one in SOURCES)}")
    parser.add_argument("source", type=Path, nargs="?", help="your copy: zip file or folder")
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="folder of the new dataset")


def run(arguments: argparse.Namespace) -> int:
    """List, or build and say how many pages there are."""
    if arguments.dataset is None:
        print("\n\n".join(_told(one) for one in SOURCES))
        return 0
    wanted = source_of(arguments.dataset)
    if arguments.source is None:
        print(_told(wanted))
        return 0
    if wanted.importer is None:
        raise CorpusError(f"{wanted.name} cannot be built: {wanted.gold}")
    if arguments.output is None:
        raise ParameterError("say where the dataset is to be written: -o DIR")
    module = importers.importer(wanted.importer)
    if not arguments.source.exists():
        raise CorpusError(f"{arguments.source} does not exist; expected {module.ABOUT}")
    count, skipped = importers.write(module.pages(arguments.source), arguments.output)
    for line in skipped:
        print(f"left out: {line}")
    print(f"{count} pages in {arguments.output}")
    return 0


def _told(one: Published) -> str:
    lines = [one.name, f"  pages    {one.where}", f"  licence  {one.licence}", f"  gold     {one.gold}"]
    if one.importer:
        about = importers.importer(one.importer).ABOUT
        lines.append(f"  build    pagerows bench fetch {one.name} COPY -o corpora/{one.name}   (COPY: {about})")
    return "\n".join(lines)
