"""The pages behind [VD13] and [V20]: zip files of saved pages with how many records each has.

``counts.csv`` beside the zip file (or in the folder) has a line per page: name, number of records (0: no records),
and, where known, the titles of its records separated by ``|``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pagerows.errors import CorpusError
from pagerows.lab.bench.importers import Imported, slug, zipped

ABOUT: Final = "zip files of the TPS pages, counts.csv (name, records, titles) beside them"


def pages(source: Path) -> Iterator[Imported]:
    """Yield the pages that counts.csv names."""
    known = _counts(source)
    for path, html in zipped(source):
        name = slug(path.stem)
        if path.suffix.lower() in {".htm", ".html"} and name in known:
            yield Imported(page=name, html=html, gold={"site": name, **known[name]})


def _counts(source: Path) -> dict[str, dict[str, Any]]:
    beside = (source if source.is_dir() else source.parent) / "counts.csv"
    try:
        with beside.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
        return {slug(row[0]): _gold(row) for row in rows}
    except (OSError, ValueError, IndexError) as error:
        raise CorpusError(f"the TPS pages need {beside}, lines of name,records[,titles]: {error}") from error


def _gold(row: list[str]) -> dict[str, Any]:
    count = int(row[1])
    titles = [title.strip() for title in row[2].split("|")] if len(row) > 2 and row[2].strip() else []
    if not count:
        return {"kind": "none", "count": 0, "has_records": False}
    if titles and len(titles) != count:
        raise ValueError(f"{row[0]} has {count} records but {len(titles)} titles")
    return {"kind": "anchors" if titles else "count", "count": count, "anchors": titles or None}
