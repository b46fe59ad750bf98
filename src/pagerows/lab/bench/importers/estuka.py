"""The testbed of [E17]: ``Dataset 2017/<n>- Category/<n>- Site/<n>- words-keyword/`` with a saved page and its table.

Each folder holds one saved page (``.htm`` or ``.html`` with its ``_files`` folder) and ``data records.csv``: a row per
record, a column per attribute, empty cells where a record has no such item.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pagerows.errors import CorpusError
from pagerows.lab.bench.importers import Imported, slug

ABOUT: Final = "the testbed repository of [E17] (MIT): a checkout of it"
#: The CSV files were written by several programs on several machines.
_ENCODINGS: Final = ("utf-8-sig", "cp1252")


def pages(source: Path) -> Iterator[Imported]:
    """Yield every folder that has a page and a table."""
    if not source.is_dir():
        raise CorpusError(f"{source} is no folder: give a checkout of the testbed repository")
    for table in sorted(source.rglob("*.csv")):
        folder = table.parent
        saved = sorted(path for path in folder.iterdir() if path.suffix.lower() in {".htm", ".html"})
        if len(folder.relative_to(source).parts) < 3 or not saved:
            continue
        category, site, words = (re.sub(r"^\d+\s*-\s*", "", name) for name in folder.parts[-3:])
        records = read_table(table.read_bytes())
        yield Imported(
            page=slug(category, site, folder.name),
            html=saved[0].read_bytes(),
            gold={
                "site": site.lower(),
                "category": category,
                "keyword": words.removesuffix("-keyword"),
                "kind": "table",
                "records": records,
                "count": len(records),
            },
            assets=tuple((path.name, path) for path in sorted(folder.iterdir()) if path.is_dir()),
        )


def read_table(data: bytes) -> list[list[str | None]]:
    """Read a table of records; rows without any text are left out."""
    text = next(filter(None, (_decoded(data, name) for name in _ENCODINGS)), data.decode("latin-1"))
    rows = csv.reader(io.StringIO(text, newline=""))
    cells = [[" ".join(cell.split()) or None for cell in row] for row in rows]
    return [row for row in cells if any(row)]


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
