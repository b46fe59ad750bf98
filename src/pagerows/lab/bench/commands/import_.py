"""Rebuild a dataset from its public distribution, in the shape that the bench reads.

pagerows bench import estuka testbed/ -o corpora/estuka2017
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pagerows.errors import CorpusError
from pagerows.lab.bench import importers

HELP = "rebuild a dataset from its public distribution"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What, from where, to where."""
    parser.add_argument("importer", metavar="NAME", help=f"one of: {', '.join(importers.names())}")
    parser.add_argument("source", type=Path, help="zip file or folder")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="folder of the new dataset")


def run(arguments: argparse.Namespace) -> int:
    """Import and say how many pages there are."""
    module = importers.importer(arguments.importer)
    if not arguments.source.exists():
        raise CorpusError(f"{arguments.source} does not exist; expected {module.ABOUT}")
    count, skipped = importers.write(module.pages(arguments.source), arguments.output)
    for line in skipped:
        print(f"left out: {line}")
    print(f"{count} pages in {arguments.output}")
    return 0
