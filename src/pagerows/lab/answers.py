"""Whether two states of the code give the same answers on every dev page: recorded by one, compared by the other.

    python -m pagerows.lab.answers record FILE [--every N] [--corpora FOLDER]
    python -m pagerows.lab.answers compare FILE [--every N] [--corpora FOLDER]

Compared are regions with records, scores (to nine digits), content and reasons, the cells of tables, what is left out
of them, and typed, named columns: of `auto`, and of `signal` without types. A difference prints the page and the parts
that differ; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pagerows
from pagerows.lab.bench.corpora import corpora_folder
from pagerows.pipeline import Extraction

__all__ = ["answers_of", "compared", "recorded"]


def answers_of(source: bytes) -> dict[str, str]:
    """Return a digest of each part of the answers on a page; of what cannot be read, the error."""
    try:
        found, signal = pagerows.extract(source), pagerows.extract(source, method="signal")
        table = found.table
        parts: dict[str, Any] = {
            "regions": list(_regions(found)),
            "verdict": (found.verdict.accepted, found.verdict.reasons),
            "cells": (table.cells, table.kinds, table.labels),
            "left out": table.left_out,
            "columns": [vars(column) for column in table.all_columns],
            "joined": table.joined,
            "signal's regions": list(_regions(signal)),
            "signal's cells": (signal.table.cells, signal.table.left_out),
        }
    except pagerows.PagerowsError as error:
        parts = {"error": str(error)}
    return {name: _digest(part) for name, part in parts.items()}


def _regions(found: Extraction) -> Iterator[tuple[Any, ...]]:
    for region in found.regions:
        yield round(region.score, 9), region.content, [record.parts for record in region.records]


def _digest(part: Any) -> str:
    return hashlib.sha256(repr(part).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def recorded(pages: Sequence[Path]) -> dict[str, dict[str, str]]:
    """Return the digests of all pages by the names of their folders."""
    return {f"{page.parent.parent.name}/{page.parent.name}": answers_of(page.read_bytes()) for page in pages}


def compared(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> list[str]:
    """Return a line for each page whose answers differ.

    >>> compared({"a": {"cells": "1", "regions": "2"}}, {"a": {"cells": "3", "regions": "2"}})
    ['a: cells']
    """
    found = []
    for page, answers in now.items():
        known = before.get(page, {})
        differing = [part for part in known | answers if known.get(part) != answers.get(part)]
        found += [f"{page}: {', '.join(differing)}"] if differing else []
    return found


def main() -> int:
    """Record, or compare and say what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("file", type=Path, help="the recorded answers")
    parser.add_argument("--every", type=int, default=1, help="take every so-manieth page of the corpora")
    parser.add_argument("--corpora", type=Path, help="pages to read (default: $PAGEROWS_CORPORA or ../.corpora)")
    arguments = parser.parse_args()
    pages = sorted(corpora_folder(arguments.corpora).glob("*/*/page.html"))[:: arguments.every]
    now = recorded(pages)
    if arguments.what == "record":
        arguments.file.write_text(json.dumps(now, indent=0))
        return 0
    differing = compared(json.loads(arguments.file.read_text()), now)
    print(*differing, f"{len(differing)} of {len(pages)} pages differ", sep="\n")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
